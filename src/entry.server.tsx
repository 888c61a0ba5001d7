import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { pageVisit } from './ui/context.ts'
import { scriptsAfterPaint } from './ui/scripts-after-paint.ts'
import { SiteName } from './ui/site-data.ts'

const renderMost = 5000

/** What no page handled is noted under the number that the visitor reads; a visitor who left is no failure. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  const isRefused = isRouteErrorResponse(error) && error.status < 500
  if (!request.signal.aborted && !isRefused) context.get(pageVisit).report(error)
}

/** Renders a page whole: its loaders have resolved, so that it leaves in one piece with its final status. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce: given, site } = context.get(pageVisit)
  const nonce = given || undefined
  headers.set('content-type', 'text/html; charset=utf-8')
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <SiteName value={site.name}>
        <ServerRouter context={router} url={request.url} nonce={nonce} />
      </SiteName>,
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
  return new Response(Buffer.from(scriptsAfterPaint(html)), { status, headers })
}
