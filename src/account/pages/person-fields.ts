import type { MetaDescriptor } from 'react-router'
import { m } from '../../paraglide/messages.js'
import type { FormField } from '../../ui/form/form-field.tsx'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import type { SiteData } from '../../ui/page/site-data.ts'

export const personFields = (known: { name?: string; surname?: string } = {}): FormField[] => [
  { name: 'name', label: m.common_first_name(), autoComplete: 'given-name', value: known.name },
  { name: 'surname', label: m.common_last_name(), autoComplete: 'family-name', value: known.surname },
]

export const phoneField = (known?: string | null): FormField => ({
  name: 'phone',
  kind: 'tel',
  label: m.common_phone(),
  help: m.account_phone_help(),
  optional: true,
  value: known,
})

/** The document head of an account page; `matches` as a route's meta function receives them, the root first. */
export function accountMeta(
  title: string,
  path: string,
  matches: readonly unknown[],
  noindex = false,
): MetaDescriptor[] {
  const root = (matches[0] as { loaderData?: SiteData } | undefined)?.loaderData
  return root
    ? buildPageMeta({ title, path, noindex, language: root.language, site: root.site })
    : [{ title }]
}
