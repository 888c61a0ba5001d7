import type { ReactNode } from 'react'
import type { Language } from '../../../base/language.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import type { Site } from '../../../ui/page/page-context.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { classNames } from '../../../ui/style/class-names.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { useDoneMessage } from './done-message.ts'
import { registryErrorMessage } from './error-messages.ts'

interface Refused {
  code: string
  fields: Record<string, string>
}

/** One of the settings pages: its title, what was done or why it was not (spec §8), and its form. */
export function HostPageFrame(props: {
  title: string
  lead?: ReactNode
  /** The last answer's refusal; one that blames fields is told beside them. */
  refused?: Refused | null | undefined
  /** What `?done=` may say, beside `saved`. */
  done?: Record<string, () => string>
  /** As wide as its column, for lists. */
  wide?: boolean
  children: ReactNode
}) {
  const { title, lead, refused, children } = props
  const done = useDoneMessage({ saved: m.registry_updated, ...props.done })
  const failed = refused && Object.keys(refused.fields).length === 0
  return (
    <div className={classNames('min-w-0', !props.wide && 'max-w-2xl')}>
      <h1 className="text-[2rem] leading-tight">{title}</h1>
      {lead && <p className="mt-2 text-lg text-soft">{lead}</p>}
      <div className="mt-7 flex flex-col gap-7">
        {done && (
          <div className="js:hidden">
            <Notice tone="done" title={done} />
          </div>
        )}
        {failed && (
          <Notice tone="alert" title={m.registry_update_failed()}>
            {registryErrorMessage(refused.code)}
          </Notice>
        )}
        {children}
      </div>
    </div>
  )
}

/** The head of a settings page: nobody's but the hosts'. */
export function hostPageMeta(
  title: string,
  loaderData: { language: Language; site: Site } | undefined,
  id: string,
  page?: string,
) {
  if (!loaderData) return []
  const { language, site } = loaderData
  return buildPageMeta({ title, path: paths.editRegistry(id, page), language, site, noindex: true })
}
