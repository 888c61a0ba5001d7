import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
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

const renderTimeoutMs = 5000

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
  const { nonce: documentNonce, site } = context.get(pageContext)
  const nonce = documentNonce || undefined
  headers.set('content-type', 'text/html; charset=utf-8')
  const html = await renderToHtml(
    <SiteNameContext value={site.name}>
      <ServerRouter context={router} url={request.url} nonce={nonce} />
    </SiteNameContext>,
    nonce,
  )
  return new Response(Buffer.from(deferScriptsUntilPaint(html)), { status, headers })
}

function renderToHtml(page: ReactNode, nonce: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = []
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        const collector = new Writable({
          write(part: Uint8Array, _, done) {
            parts.push(part)
            done()
          },
          final(done) {
            clearTimeout(timer)
            resolve(Buffer.concat(parts).toString())
            done()
          },
        })
        pipe(collector).on('error', reject)
      },
      onShellError: reject,
    })
    const timer = setTimeout(abort, renderTimeoutMs)
  })
}
