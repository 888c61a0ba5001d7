import type { ReactNode } from 'react'
import { isRouteErrorResponse, useLocation } from 'react-router'
import { sentenceFromApi } from '../../../base/app-error.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { Picture, type PictureName } from '../../../ui/media/picture.tsx'
import { Tile, type TileTone } from '../../../ui/media/tile.tsx'
import { findPageError } from '../../../ui/page/page-errors.ts'
import { useSiteData } from '../../../ui/page/site-data.ts'

/** What may be said of a refusal that no page handled, by its code; the rest is said in general. */
const refusals: Record<string, () => string> = {
  refused_often: m.refused_often,
  refused_signin: m.refused_signin,
  refused_by_shop: m.refused_by_shop,
  refused_origin: m.refused_origin,
  refused_large: m.refused_large,
}

/** One of three faces: not there, refused, or our own failure with the number to ask about it. */
export function ErrorScreen({ error }: { error: unknown }) {
  const refused = findPageError(error)
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundScreen />
  if (!isOurs(error)) return <RefusedPage words={refusedLead(refused?.code ?? '')} />
  return (
    <Failure
      title={errorScreenTitle(error)}
      lead={failureLead(error)}
      reference={refused?.detail.reference}
    />
  )
}

function refusedLead(code: string): string {
  return sentenceFromApi(code) ?? (refusals[code] ?? m.site_refused_lead)()
}

/** The network is away, as far as this device knows; the server can't be in doubt. */
const isOffline = () => typeof document !== 'undefined' && !navigator.onLine

/** Refusals that are over soon: what was asked for may be asked for again. */
const away: Record<string, () => string> = {
  refused_away: m.site_unavailable_lead,
  refused_shop_away: m.refused_shop_away,
}

/** Failures of ours, and a shop that does not answer; what the shop did not accept (502) stays refused. */
function isOurs(error: unknown): boolean {
  const code = findPageError(error)?.code
  if (code === undefined) return !isRouteErrorResponse(error) || error.status >= 500
  return code in away || code === 'refused_unexpected'
}

function failureLead(error: unknown): string {
  if (isOffline()) return m.site_offline_lead()
  return (away[findPageError(error)?.code ?? ''] ?? m.site_failure_lead)()
}

/** The title of the page that shows this error. */
export function errorScreenTitle(error: unknown): string {
  if (isRouteErrorResponse(error) && error.status === 404) return m.site_not_found_title()
  if (!isOurs(error)) return m.site_refused_title()
  if (isOffline()) return m.site_offline_title()
  return (findPageError(error)?.code ?? '') in away ? m.site_unavailable_title() : m.site_failure_title()
}

/** The page of a missing address (spec §2, in its words). */
export function NotFoundScreen() {
  return (
    <Screen
      picture="compass"
      tone="sky"
      title={m.site_not_found_title()}
      actions={
        <>
          <GoHome />
          <ButtonLink to={paths.findRegistry()} kind="outline">
            {m.site_link_find()}
          </ButtonLink>
        </>
      }
    >
      {m.site_not_found_lead()}
    </Screen>
  )
}

function RefusedPage({ words }: { words: string }) {
  return (
    <Screen picture="lock" tone="honey" title={m.site_refused_title()} actions={<GoHome />}>
      {words}
    </Screen>
  )
}

/** `named` is the number of the very call that failed; else it is the document's. */
function Failure({ title, lead, reference: named }: { title: string; lead: string; reference: unknown }) {
  const { pathname, search } = useLocation()
  const data = useSiteData()
  const reference = typeof named === 'string' ? named : data?.errorReference
  return (
    <Screen
      picture="umbrella"
      tone="lilac"
      title={title}
      actions={
        <>
          <ButtonLink to={pathname + search} reloadDocument>
            {m.site_try_again()}
          </ButtonLink>
          <GoHome kind="outline" />
        </>
      }
    >
      {lead}
      {reference && !isOffline() && (
        <span className="mt-2 block">{m.site_failure_reference({ reference })}</span>
      )}
    </Screen>
  )
}

function GoHome({ kind }: { kind?: 'outline' }) {
  return (
    <ButtonLink to={paths.home} kind={kind ?? 'primary'}>
      {m.site_go_home()}
    </ButtonLink>
  )
}

function Screen(props: {
  picture: PictureName
  tone: TileTone
  title: string
  actions: ReactNode
  children: ReactNode
}) {
  return (
    <div className="measure flex flex-col items-start gap-8 py-16 md:flex-row md:items-center md:gap-14 md:py-28">
      <Tile tone={props.tone} shape="arch" className="w-48 shrink-0 items-end pb-8">
        <Picture name={props.picture} size={120} soon />
      </Tile>
      <div className="max-w-xl">
        <h1 className="text-[2rem] leading-tight md:text-3xl">{props.title}</h1>
        <p className="mt-3 text-lg text-soft">{props.children}</p>
        <div className="mt-7 flex flex-wrap gap-3">{props.actions}</div>
      </div>
    </div>
  )
}
