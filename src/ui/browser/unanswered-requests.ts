import {
  type DataRouter,
  type DataStrategyResult,
  type Fetcher,
  IDLE_FETCHER,
  IDLE_NAVIGATION,
  isRouteErrorResponse,
  type MiddlewareFunction,
  matchRoutes,
  type RouterState,
} from 'react-router'
import { discoveryPath, maxDiscoveredPaths } from '../../base/paths.ts'

/** Told of each request that failed and left the page as it was; the error may be anything. */
type FailureListener = (error: unknown) => void

declare global {
  interface Window {
    __reactRouterDataRouter?: DataRouter
    __reactRouterRouteModules?: Record<string, unknown>
  }
}

const plainFetch = globalThis.fetch.bind(globalThis)
const listeners = new Set<FailureListener>()

/** Listens until the returned function is called. */
export function onUnansweredRequest(listener: FailureListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Runs around every request of the router. One that the server did not answer (no network, a proxy's or a captive portal's
 * page), and a submission that failed in a way that no page handles, leave the page and all that was typed as they are,
 * and listeners are told; the router would put an error page in their place (R814). What reads in the background fails in
 * silence, because the next reading makes up for it.
 */
export const keepPageWhenUnanswered: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  if (lacksCode(request)) return openDocument(request)
  const results = await next()
  const failure = Object.values(results).find(isFailure)?.result
  const router = window.__reactRouterDataRouter
  if (failure === undefined || request.signal.aborted || !router?.state.initialized) return results
  const isSubmission = request.method !== 'GET'
  const isBackground = !isSubmission && !isNavigationOf(router, request)
  const leavesPage = isSubmission
    ? isNotFound(failure)
    : isAnswer(failure) && !(isBackground && mayPass(failure))
  if (leavesPage) return results
  const result = isSubmission || isBackground ? null : addressOfResult(router)
  if (result) window.location.assign(result)
  else stopWaiting(router, isSubmission ? sentTo(request) : isBackground ? isRead : isLoading)
  if (!result && !isBackground) tellListeners(failure)
  return new Promise(() => {})
}

/** A redirect comes as an error, too. */
const isFailure = ({ type, result }: DataStrategyResult) => type === 'error' && !(result instanceof Response)

/** Keeps the page, too, when the routes or the code of the next page can't be loaded. */
export function keepPageWhenCodeIsMissing(): void {
  window.fetch = async (input, init) => {
    if (!isRouteDiscovery(input)) return plainFetch(input, init)
    if (!isWaiting()) return discoverRoutes(input, init)
    try {
      const response = await discoverRoutes(input, init)
      return response.status === 204 || isOfServer(response) ? response : keepPage(response)
    } catch (error) {
      if (init?.signal?.aborted) throw error
      return keepPage(error)
    }
  }
  // When a page's code fails to load, the router reloads the document: right after a release, wrong without a network.
  const { navigation } = window as { navigation?: EventTarget }
  navigation?.addEventListener('navigate', event => {
    const isReload = (event as Event & { navigationType?: string }).navigationType === 'reload'
    if (!isReload || !event.cancelable || !(isWaiting() || isOfGivenUp())) return
    event.preventDefault()
    hasLostCode = true
    // Something else that it waited for was refused before, and the visitor knows.
    if (!isWaiting()) return
    const { navigation: next, location } = window.__reactRouterDataRouter!.state
    const address = window.__reactRouterDataRouter!.createHref(next.location ?? location)
    whenAnswered(() => window.location.assign(address))
  })
}

/** Asks about the paths of all links in groups, because the server answers about so many at once (R1200). */
async function discoverRoutes(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = addressOf(input)
  const paths = url.searchParams.get('paths')?.split(',') ?? []
  const asked: Promise<Response>[] = []
  for (let at = 0; at < paths.length; at += maxDiscoveredPaths) {
    url.searchParams.set('paths', paths.slice(at, at + maxDiscoveredPaths).join(','))
    asked.push(plainFetch(url.href, init))
  }
  const answers = await Promise.all(asked)
  const other = answers.find(({ status }) => status !== 200) ?? (answers.length === 1 && answers[0])
  return other || Response.json(Object.assign({}, ...(await Promise.all(answers.map(one => one.json())))))
}

/** Whether code of a page failed to load. Browsers don't load a failed module again, so that the router waits for ever. */
let hasLostCode = false

/** The path of the navigation that was given up last, whose code may fail to load after that. */
let givenUp: string | null = null

/** Whether the router reloads because of a navigation that was given up; asks once, so that visitors can reload. */
function isOfGivenUp(): boolean {
  const path = givenUp
  givenUp = null
  return path !== null && isCodeMissing(path)
}

const lacksCode = ({ url }: Request) => hasLostCode && isCodeMissing(new URL(url).pathname)

function isCodeMissing(path: string): boolean {
  const matches = matchRoutes(window.__reactRouterDataRouter?.routes ?? [], path) ?? []
  return matches.some(({ route }) => !(String(route.id) in (window.__reactRouterRouteModules ?? {})))
}

/** Opens the page, or sends the form, as a browser without scripts does. */
async function openDocument(request: Request): Promise<never> {
  if (request.method === 'GET') return whenAnswered(() => window.location.assign(request.url))
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action: request.url, hidden: true })
  for (const [name, value] of await request.formData()) {
    if (typeof value === 'string')
      form.append(Object.assign(document.createElement('input'), { name, value }))
  }
  return whenAnswered(() => {
    document.body.append(form)
    form.submit()
  })
}

/** Runs it when the server answers, else keeps the page. */
function whenAnswered(run: () => void): Promise<never> {
  plainFetch('/healthz', { cache: 'no-store' })
    .then(response => (isOfServer(response) ? run() : keepPage(null)))
    .catch(keepPage)
  return new Promise(() => {})
}

/** Whether our server said this, and no proxy or captive portal. */
const isOfServer = ({ ok, headers }: Response) => ok && /json/.test(headers.get('content-type') ?? '')

const addressOf = (input: RequestInfo | URL) =>
  new URL(input instanceof Request ? input.url : input, window.location.href)

const isRouteDiscovery = (input: RequestInfo | URL) => addressOf(input).pathname === discoveryPath

/** Whether the visitor waits for something: a page, or the answer to a form. */
function isWaiting(): boolean {
  const { navigation, fetchers } = window.__reactRouterDataRouter?.state ?? {}
  return (navigation?.state ?? 'idle') !== 'idle' || [...(fetchers?.values() ?? [])].some(isSubmitting)
}

const isSubmitting = ({ state }: { state: string }) => state === 'submitting'

/** Ends all that is waited for and tells listeners; never resolves. */
function keepPage(error: unknown): Promise<never> {
  const router = window.__reactRouterDataRouter
  if (router) stopWaiting(router, ({ state }) => state !== 'idle')
  tellListeners(error)
  return new Promise(() => {})
}

function tellListeners(error: unknown): void {
  for (const listener of listeners) listener(error)
}

/** Whether our pages answered: their errors carry a code; a proxy's page or a broken connection has none. */
function isAnswer(error: unknown): boolean {
  return isRouteErrorResponse(error) && typeof error.data === 'object' && error.data !== null
}

const isNotFound = (error: unknown) => isRouteErrorResponse(error) && isAnswer(error) && error.status === 404

const mayPass = (error: unknown) =>
  isRouteErrorResponse(error) && (error.status >= 500 || error.status === 429)

/** Path and query of an address of this site. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address, window.location.origin)
  return pathname + search
}

/** Whether the page that the visitor is going to is read by this request. */
function isNavigationOf(router: DataRouter, { url }: Request): boolean {
  const { navigation } = router.state
  return navigation.state === 'loading' && pathOf(router.createHref(navigation.location)) === pathOf(url)
}

/** The page that a submission led to: it is done, and sending it again would do it twice. */
function addressOfResult(router: DataRouter): string | null {
  const { navigation } = router.state
  const isResult = navigation.location?.state?._isRedirect === true && navigation.formMethod !== undefined
  return isResult ? router.createHref(navigation.location) : null
}

type Waiting = RouterState['navigation'] | Fetcher
type WaitingTest = (waiting: Waiting) => boolean

const sentTo =
  ({ url }: Request): WaitingTest =>
  ({ state, formAction }) =>
    state === 'submitting' && pathOf(formAction ?? '') === pathOf(url)

const isLoading: WaitingTest = ({ state }) => state === 'loading'

/** Whether a part of the page is being read, not the next page. */
const isRead: WaitingTest = waiting => isLoading(waiting) && !('location' in waiting)

/**
 * Gives up what is over. The router has no public way to give up a navigation: a new one to the same page would drop the
 * last submission's answer, on which forms depend.
 */
function stopWaiting(router: DataRouter, isOver: WaitingTest): void {
  const { navigation, fetchers } = router.state
  const hasEnded = isOver(navigation)
  if (hasEnded && navigation.location) {
    givenUp = navigation.location.pathname
    restoreAddress(router, navigation.location)
  }
  const keptFetchers = [...fetchers].map(([key, fetcher]) => {
    return [key, isOver(fetcher) ? { ...IDLE_FETCHER, data: fetcher.data } : fetcher] as const
  })
  router._internalSetStateDoNotUseOrYouWillBreakYourApp({
    ...(hasEnded && { navigation: IDLE_NAVIGATION }),
    ...(isOver === isRead && { revalidation: 'idle' }),
    fetchers: new Map(keptFetchers),
  })
}

/** After "back" the address is already that of the page that can't be shown. */
function restoreAddress(router: DataRouter, next: RouterState['location']): void {
  const { location } = router.state
  const shown = window.location.pathname + window.location.search + window.location.hash
  if (shown === router.createHref(location) || shown !== router.createHref(next)) return
  const idx = (window.history.state?.idx ?? 0) + 1
  const entry = { usr: location.state, key: location.key, idx }
  window.history.pushState(entry, '', router.createHref(location))
}
