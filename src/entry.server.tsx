import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { deferScriptsUntilPaint } from './ui/browser/defer-scripts.ts'
import { pageContext } from './ui/page/page-context.ts'
import { SiteNameContext } from './ui/page/site-data.ts'

const renderMost = 5000

/**
 * Logs what went wrong while a page was rendered, under the number that the visitor reads. What loaders and actions
 * throw is logged before it comes here; a visitor who left is no failure.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  if (!request.signal.aborted && !isRouteErrorResponse(error)) context.get(pageContext).reportError(error)
}

/** Renders a page whole: its loaders have resolved, so that it leaves in one piece with its final status. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce: given, site } = context.get(pageContext)
  const nonce = given || undefined
  headers.set('content-type', 'text/html; charset=utf-8')
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <SiteNameContext value={site.name}>
        <ServerRouter context={router} url={request.url} nonce={nonce} />
      </SiteNameContext>,
      {
        nonce,
        onAllReady() {
          const parts: Uint8Array[] = []
          const write = (part: Uint8Array, _: string, done: () => void) => {
            parts.push(part)
            done()
          }
          const final = (done: () => void) => {
            clearTimeout(timer)
            resolve(Buffer.concat(parts).toString())
            done()
          }
          pipe(new Writable({ write, final })).on('error', reject)
        },
        onShellError: reject,
      },
    )
    const timer = setTimeout(abort, renderMost)
  })
  return new Response(Buffer.from(deferScriptsUntilPaint(html)), { status, headers })
}
