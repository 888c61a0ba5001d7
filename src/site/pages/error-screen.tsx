import type { ReactNode } from 'react'
import { isRouteErrorResponse, useLocation } from 'react-router'
import type { TileTone } from '../../base/kinds.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { ButtonLink } from '../../ui/form/button.tsx'
import type { PictureName } from '../../ui/media/pictures.ts'
import { Picture, Tile } from '../../ui/media/product-tile.tsx'
import {
  errorSentence,
  findPageError,
  type PageError,
  withErrorReference,
} from '../../ui/page/page-errors.ts'
import { useIsFirstPage, useSiteData } from '../../ui/page/site-data.ts'

/** The page of an error: not found (R807), refused, or a failure with the reference of its log line (R814). */
export function ErrorScreen({ error }: { error: unknown }) {
  const pageError = findPageError(error)
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundScreen />
  if (!isFailure(error)) {
    const message = refusedMessage(pageError)
    return <RefusedScreen message={pageError ? withErrorReference(message, pageError) : message} />
  }
  return <FailureScreen error={error} reference={pageError?.detail.reference} />
}

/** The sentence below the title `errorScreenTitle`. */
export function errorLead(error: unknown): string {
  const pageError = findPageError(error)
  const isLogged = typeof pageError?.detail.reference === 'string'
  return isFailure(error) ? failureLead(error, isLogged) : refusedMessage(pageError)
}

function refusedMessage(error: PageError | null): string {
  return (error && errorSentence(error)) ?? m.site_refused_lead()
}

/** False on the server. */
const isOffline = () => typeof document !== 'undefined' && !navigator.onLine

/** Messages of temporary errors, for which trying again helps. */
const unavailableMessages: Record<string, () => string> = {
  refused_away: m.site_unavailable_lead,
  refused_shop_away: m.refused_shop_away,
}

/** Bugs and outages, also of the shop; a refusal by the shop (502) is not one. */
function isFailure(error: unknown): boolean {
  const code = findPageError(error)?.code
  if (code === undefined) return !isRouteErrorResponse(error) || error.status >= 500
  return code in unavailableMessages || code === 'refused_unexpected'
}

/** Says that we know of the failure only if the server has logged it. */
function failureLead(error: unknown, isLogged: boolean): string {
  if (isOffline()) return m.site_offline_lead()
  const unexpected = isLogged ? m.site_failure_lead : m.site_failure_again
  return (unavailableMessages[findPageError(error)?.code ?? ''] ?? unexpected)()
}

export function errorScreenTitle(error: unknown): string {
  if (isRouteErrorResponse(error) && error.status === 404) return m.site_not_found_title()
  if (!isFailure(error)) return m.site_refused_title()
  if (isOffline()) return m.site_offline_title()
  return (findPageError(error)?.code ?? '') in unavailableMessages
    ? m.site_unavailable_title()
    : m.refused_unexpected()
}

export function NotFoundScreen() {
  return (
    <Screen
      picture="compass"
      tone="sky"
      title={m.site_not_found_title()}
      actions={
        <>
          <HomeLink />
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

function RefusedScreen({ message }: { message: string }) {
  return (
    <Screen picture="lock" tone="honey" title={m.site_refused_title()} actions={<HomeLink />}>
      {message}
    </Screen>
  )
}

/**
 * `reference` is that of a failed loader or action. An error while the server rendered the document has the
 * document's reference; an error of the browser has none, because it is in no log.
 */
function FailureScreen({ error, reference: ownReference }: { error: unknown; reference: unknown }) {
  const { pathname, search } = useLocation()
  const data = useSiteData()
  const isFirstPage = useIsFirstPage()
  const documentReference = isFirstPage && isOfServer(error) ? data?.errorReference : undefined
  const reference = typeof ownReference === 'string' ? ownReference : documentReference
  return (
    <Screen
      picture="umbrella"
      tone="lilac"
      title={errorScreenTitle(error)}
      actions={
        <>
          <ButtonLink to={pathname + search} reloadDocument>
            {m.site_try_again()}
          </ButtonLink>
          <HomeLink kind="outline" />
        </>
      }
    >
      {failureLead(error, reference !== undefined)}
      {reference && !isOffline() && (
        <span className="mt-2 block">{m.site_failure_reference({ reference })}</span>
      )}
    </Screen>
  )
}

/** Whether the error happened on the server, which sends browsers nothing but this message. */
function isOfServer(error: unknown): boolean {
  return (
    typeof document === 'undefined' || (error instanceof Error && error.message === 'Unexpected Server Error')
  )
}

function HomeLink({ kind }: { kind?: 'outline' }) {
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
        <Picture name={props.picture} size={120} eager />
      </Tile>
      <div className="max-w-xl">
        <h1 className="text-[2rem] leading-tight md:text-3xl">{props.title}</h1>
        <p className="mt-3 text-lg text-soft">{props.children}</p>
        <div className="mt-7 flex flex-wrap gap-3">{props.actions}</div>
      </div>
    </div>
  )
}
