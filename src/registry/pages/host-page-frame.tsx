import type { ReactNode } from 'react'
import { redirect } from 'react-router'
import { type Day, dayInAthens, daysBetween } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import type { PageContext, Site } from '../../ui/page/page-context.ts'
import { errorText, type PageError } from '../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import { requireCustomer } from '../../ui/page/require-customer.ts'
import { classNames } from '../../ui/style/class-names.ts'
import { Notice } from '../../ui/text/facts.tsx'
import { findRegistry, type RegistryView } from '../registry.contract.ts'
import { useDoneMessage } from './done-message.ts'

export function HostPageFrame(props: {
  title: string
  lead?: ReactNode
  /** The error of the last submission; errors of fields are shown beside them. */
  refused?: Pick<PageError, 'code' | 'fields' | 'detail'> | null | undefined
  /** The messages of `?done=`, besides `saved`. */
  done?: Record<string, () => string>
  /** As wide as its column, for lists. */
  wide?: boolean
  children: ReactNode
}) {
  const { title, lead, refused, children } = props
  const done = useDoneMessage({ saved: m.registry_updated, ...props.done })
  const hasFailed = refused && Object.keys(refused.fields).length === 0
  return (
    <div className={classNames('min-w-0', !props.wide && 'max-w-[44rem]')}>
      <h1 className="text-[2rem] leading-tight">{title}</h1>
      {lead && <p className="mt-2 text-lg text-soft">{lead}</p>}
      <div className="mt-7 flex flex-col gap-7">
        {done && (
          <div className="js:hidden">
            <Notice tone="done" title={done} />
          </div>
        )}
        {hasFailed && (
          <Notice tone="alert" title={m.registry_update_failed()}>
            {errorText(refused)}
          </Notice>
        )}
        {children}
      </div>
    </div>
  )
}

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

/** A registry of its owner or co-host (R218); throws a redirect to sign in, and to /404 for everybody else. */
export async function loadHostedRegistry(
  ctx: PageContext,
  request: Request,
  id: string,
): Promise<RegistryView> {
  requireCustomer(ctx, request)
  const [registry] = await ctx.call(findRegistry, { id })
  if (!registry?.is_host) throw redirect(withLanguage(paths.notFound, ctx.language))
  return registry
}

export async function loadOwnedRegistry(
  ctx: PageContext,
  request: Request,
  id: string,
): Promise<RegistryView> {
  const registry = await loadHostedRegistry(ctx, request, id)
  if (!registry.is_owner) throw redirect(withLanguage(paths.notFound, ctx.language))
  return registry
}

/** Whole days from today to the event; null while it is undecided, negative when it is over. */
export function daysUntil(event: Day | null): number | null {
  return event === null ? null : daysBetween(dayInAthens(new Date()), event)
}
