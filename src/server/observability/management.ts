import { createServer, type ServerResponse } from 'node:http'
import type { Metrics } from './metrics.ts'

interface ManagementOptions {
  port: number
  host: string
  metrics: Metrics
  /** How each part of the service is, for staff; a line a part. */
  describeStatus(): Promise<string>
}

/** Serves `/metrics` and `/status` on a port of their own, which visitors don't reach. Answers how to stop it. */
export async function serveManagement({
  port,
  host,
  metrics,
  describeStatus,
}: ManagementOptions): Promise<() => Promise<void>> {
  const answers: Record<string, { type: string; text(): Promise<string> }> = {
    '/metrics': { type: metrics.contentType, text: metrics.render },
    '/status': { type: 'text/plain; charset=utf-8', text: describeStatus },
  }
  const server = createServer((request, response) => {
    const found = request.method === 'GET' ? answers[request.url ?? ''] : undefined
    if (!found) return void response.writeHead(404).end()
    found.text().then(
      text => void response.writeHead(200, { 'content-type': found.type }).end(text),
      (error: Error) => refuse(response, error),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return () => new Promise(resolve => server.close(() => resolve()))
}

function refuse(response: ServerResponse, error: Error): void {
  response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' }).end(`${error.message}\n`)
}
