import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { deferScriptsUntilPaint } from './ui/browser/defer-scripts.ts'
import { createPartKeeper, renderAtOnce, renderInSteps } from './ui/page/html.ts'
import { KeepPartContext } from './ui/page/kept-parts.ts'
import { pageContext } from './ui/page/page-context.ts'
import { withPageRoutes } from './ui/page/page-routes.ts'
import { SiteNameContext } from './ui/page/site-data.ts'

const keepParts = createPartKeeper()

/**
 * Logs what went wrong while a page was rendered, under the number that the visitor reads. What loaders and actions
 * throw is logged before it comes here; a request that the visitor aborted is no failure.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.get(pageContext).reportError(error)
}

/** Renders a page in one piece: its loaders have resolved, so that it is sent with its final status. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce: documentNonce, site, setDocument } = context.get(pageContext)
  const nonce = documentNonce || undefined
  headers.set('content-type', 'text/html; charset=utf-8')
  const handOff = await readHandOff(router)
  const few = withPageRoutes(router)
  const { keepPart, fill } = keepParts()
  const page = (entry: EntryContext) => (
    <KeepPartContext value={keepPart}>
      <SiteNameContext value={site.name}>
        <ServerRouter context={entry} url={request.url} nonce={nonce} />
      </SiteNameContext>
    </KeepPartContext>
  )
  const html =
    renderAtOnce(page(withHandOffRead(few, handOff))) ??
    (await renderInSteps(page(withHandOff(few, handOff)), nonce))
  setDocument(fill(deferScriptsUntilPaint(html)))
  return new Response(null, { status, headers })
}

/** What the loaders hand to the browser, as text. */
async function readHandOff({ serverHandoffStream }: EntryContext): Promise<string | null> {
  return serverHandoffStream ? new Response(serverHandoffStream).text() : null
}

/** The router's context with that text to be read again. */
function withHandOff(router: EntryContext, handOff: string | null): EntryContext {
  const stream = handOff === null ? undefined : new Blob([handOff]).stream()
  return { ...router, serverHandoffStream: stream, renderMeta: {} }
}

/** The same, read already where the router looks for what it has read, so that rendering doesn't wait for it. */
function withHandOffRead(router: EntryContext, handOff: string | null): EntryContext {
  const parts = [
    { done: false, value: handOff ?? '' },
    { done: true, value: '' },
  ]
  const streamCache = Object.fromEntries(
    parts.map((result, at) => [at, Object.assign(Promise.resolve(), { result, error: undefined })]),
  )
  const serverHandoffStream = handOff === null ? undefined : new ReadableStream<Uint8Array>()
  return { ...router, serverHandoffStream, renderMeta: { streamCache } }
}
