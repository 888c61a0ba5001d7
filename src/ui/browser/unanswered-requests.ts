import { useEffect } from 'react'
import {
  type ClientInstrumentation,
  createPath,
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  type NavigateFunction,
  type SubmitFunction,
  useLocation,
  useNavigate,
  useSubmit,
} from 'react-router'
import { discoveryPath, maxDiscoveredPaths } from '../../base/paths.ts'

/** Told of each request that failed and left the page as it was; the error may be anything. */
type FailureListener = (error: unknown) => void

/** By the id of a route. */
type Results = Record<string, DataStrategyResult>

const plainFetch = globalThis.fetch.bind(globalThis)
const listeners = new Set<FailureListener>()

/** The page that the visitor sees; null until its scripts run. */
let shown: { path: string; address: string; navigate: NavigateFunction; submit: SubmitFunction } | null = null
/**
 * The page that the visitor is going to, or the form that is being sent; "back" shows in the window's address alone.
 */
let going: { to: string; isForm: boolean } | null = null
/** The fetcher of each address that one reads, and all that send to each at the moment, the last one last. */
const readers = new Map<string, string>()
const senders = new Map<string, string[]>()
/** The last answer to each fetcher, and to the form that the page was sent by. */
const fetcherAnswers = new Map<string, Results>()
let formAnswer: { path: string; results: Results } | null = null
/** Where a submission has led to: it is done, and sending it again would do it twice. */
let resultPath: string | null = null
/** Whether the page is shown again as it is, without asking the server. */
let isShowingAgain = false
/** Whether code of a page failed to load. Browsers don't load a failed module again, so that the router waits for ever. */
let hasLostCode = false
let isReloading = false

/** Keeps in mind which page is shown, and tells the listener of requests without an answer. */
export function useUnansweredRequests(listener: FailureListener): void {
  const location = useLocation()
  const path = location.pathname + location.search
  const address = createPath(location)
  const navigate = useNavigate()
  const submit = useSubmit()
  useEffect(() => {
    shown = { path, address, navigate, submit }
  }, [path, address, navigate, submit])
  useEffect(() => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [listener])
}

/** Whether the visitor is going to a page of another path, or a form is on its way, also before the page is drawn again. */
export const isLeaving = (pathname: string): boolean =>
  going !== null && (going.isForm || going.to.split('?')[0] !== pathname)

/** The form of the page that is on its way, also before the page is drawn again; another object for each time. */
export const formOnItsWay = (): object | null => (going?.isForm ? going : null)

/** Reloads the page as the visitor wants it; what the router reloads is refused. */
export function reloadPage(): void {
  isReloading = true
  window.location.reload()
}

/** Keeps in mind what the router is doing: neither a request nor its middleware tells who made it. */
export const watchRequests: ClientInstrumentation = {
  router: ({ instrument }) =>
    instrument({
      async navigate(run, { to, formMethod }) {
        const mine = { to: typeof to === 'string' ? pathOf(to) : '', isForm: isChanging(formMethod) }
        going = mine
        await run()
        if (going === mine) going = null
      },
      async fetch(run, { href, fetcherKey, formMethod }) {
        const path = pathOf(href)
        const isSubmission = isChanging(formMethod)
        const others = () => senders.get(path)?.filter(key => key !== fetcherKey) ?? []
        if (isSubmission) senders.set(path, [...others(), fetcherKey])
        else readers.set(path, fetcherKey)
        await run()
        if (isSubmission) senders.set(path, others())
      },
    }),
}

/**
 * Runs around every request of the router. One that the server did not answer (no network, a proxy's or a captive portal's
 * page), and a submission that failed in a way that no page handles, leave the page and all that was typed as they are,
 * and listeners are told; the router would put an error page in their place (R814). What reads in the background fails in
 * silence, because the next reading makes up for it.
 */
export const stayOnPageWhenUnanswered: MiddlewareFunction<Results> = async ({ request }, next) => {
  const path = pathOf(request.url)
  const isSubmission = isChanging(request.method)
  // Routes without a result keep what they have.
  if (isShowingAgain && path === shown?.path) return (isSubmission && formAnswer?.results) || {}
  if (hasLostCode && isGoingTo(path)) return openDocument(request)
  const results = await next()
  const fetcher = fetcherOf(path, isSubmission, results)
  const failure = Object.values(results).find(isFailure)?.result
  if (failure === undefined) {
    saveAnswer(results, { path, isSubmission, fetcher })
    return results
  }
  if (request.signal.aborted || !shown) return results
  const isBackground = !isSubmission && (fetcher !== undefined || !isGoingTo(path))
  const leavesPage = isSubmission
    ? isNotFound(failure)
    : isAnswer(failure) && !(isBackground && mayPass(failure))
  if (leavesPage) return results
  if (!isSubmission && path === resultPath) {
    window.location.assign(path)
    return new Promise(() => {})
  }
  if (!isBackground) tellListeners(failure)
  if (fetcher !== undefined) return lastAnswer(results, fetcher)
  if (isBackground) return {}
  void showAgain()
  return new Promise(() => {})
}

/** The fetcher that made a request, whose answer is that of one route. */
function fetcherOf(path: string, isSubmission: boolean, results: Results): string | undefined {
  if (isSubmission) return senders.get(path)?.at(-1)
  return isGoingTo(path) || Object.keys(results).length !== 1 ? undefined : readers.get(path)
}

/** A redirect comes as an error, too. */
const isFailure = ({ type, result }: DataStrategyResult) => type === 'error' && !(result instanceof Response)

/** Keeps what fetchers and the page's form were answered, which is their answer again where the next one is missing. */
function saveAnswer(
  results: Results,
  { path, isSubmission, fetcher }: { path: string; isSubmission: boolean; fetcher: string | undefined },
): void {
  const [first] = Object.values(results)
  const target = first?.result instanceof Response ? first.result.headers.get('location') : null
  if (isSubmission && target !== null) {
    resultPath = pathOf(target)
    if (going) going.to = resultPath
  } else if (path === resultPath) resultPath = null
  if (fetcher !== undefined) fetcherAnswers.set(fetcher, results)
  else if (isSubmission) formAnswer = target === null ? { path, results } : null
  // The router forgets the answer once another page is shown, or this one is read anew.
  else if (!going?.isForm) formAnswer = null
}

/** The last answer to a fetcher, as if the server had just given it. */
function lastAnswer(results: Results, fetcher: string): Results {
  const last = fetcherAnswers.get(fetcher)
  return Object.fromEntries(
    Object.keys(results).map(id => [id, { type: 'data', result: last?.[id]?.result }]),
  )
}

/**
 * Gives up what is waited for: the router has no other way than to go to the page that is shown. The form's last answer
 * would be lost by that, so that it is sent again, which nobody but the middleware sees. After "back" the address is
 * already that of the page that can't be shown.
 */
async function showAgain(): Promise<void> {
  if (!shown) return
  const { path, address, navigate, submit } = shown
  const options = { replace: isShownAddress(path), preventScrollReset: true }
  isShowingAgain = true
  try {
    if (formAnswer?.path === path) await submit(new FormData(), { ...options, method: 'post', action: path })
    else await navigate(address, options)
  } finally {
    isShowingAgain = false
  }
}

const isShownAddress = (path: string) => path === window.location.pathname + window.location.search

/** Whether the visitor goes to that page, also by "back". */
function isGoingTo(path: string): boolean {
  if (shown === null || path === shown.path) return false
  return going?.to === path || isShownAddress(path) || !readers.has(path)
}

/** Whether the visitor waits for something: a page, or the answer to a form. */
const isWaiting = () =>
  going !== null ||
  [...senders.values()].some(keys => keys.length > 0) ||
  (shown !== null && !isShownAddress(shown.path))

/** Keeps the page, too, when the routes or the code of the next page can't be loaded. */
export function stayOnPageWhenCodeIsMissing(): void {
  window.fetch = async (input, init) => {
    if (!isRouteDiscovery(input)) return plainFetch(input, init)
    if (!isWaiting()) return discoverRoutes(input, init)
    try {
      const response = await discoverRoutes(input, init)
      return response.status === 204 || isOfServer(response) ? response : stayOnPage(response)
    } catch (error) {
      if (init?.signal?.aborted) throw error
      return stayOnPage(error)
    }
  }
  // When a page's code fails to load, the router reloads the document: right after a release, wrong without a network.
  const { navigation } = window as { navigation?: EventTarget }
  navigation?.addEventListener('navigate', event => {
    const { navigationType, userInitiated } = event as Event & Partial<Record<string, unknown>>
    if (navigationType !== 'reload' || userInitiated || isReloading || !event.cancelable || !shown) return
    event.preventDefault()
    hasLostCode = true
    // Nothing is waited for any more: the visitor was told of its failure before.
    if (!isWaiting()) return
    const address = going?.to || window.location.href
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

function whenAnswered(run: () => void): Promise<never> {
  plainFetch('/healthz', { cache: 'no-store' })
    .then(response => (isOfServer(response) ? run() : stayOnPage(null)))
    .catch(stayOnPage)
  return new Promise(() => {})
}

/** Whether our server said this, and no proxy or captive portal. */
const isOfServer = ({ ok, headers }: Response) => ok && /json/.test(headers.get('content-type') ?? '')

const addressOf = (input: RequestInfo | URL) =>
  new URL(input instanceof Request ? input.url : input, window.location.href)

const isRouteDiscovery = (input: RequestInfo | URL) => addressOf(input).pathname === discoveryPath

/** Ends all that is waited for and tells listeners; never resolves. */
function stayOnPage(error: unknown): Promise<never> {
  going = null
  void showAgain()
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

const isChanging = (method = 'GET') => method.toUpperCase() !== 'GET'

/** Path and query of an address of this site. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address, window.location.origin)
  return pathname + search
}
