import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { CachedPartContext } from './ui/page/cached-parts.ts'
import { createPartCache, renderWhole } from './ui/page/html.ts'
import { pageContext } from './ui/page/page-context.ts'
import { SiteNameContext } from './ui/page/site-data.ts'

const beginDocument = createPartCache()

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
  const { renderCached, fill } = beginDocument()
  const page = (
    <CachedPartContext value={renderCached}>
      <SiteNameContext value={site.name}>
        <ServerRouter context={router} url={request.url} nonce={nonce} />
      </SiteNameContext>
    </CachedPartContext>
  )
  setDocument(fill(await renderWhole(page, nonce)))
  return new Response(null, { status, headers })
}
