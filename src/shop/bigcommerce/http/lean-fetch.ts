import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** What a call needs of `fetch`. */
export type CallFunction = (url: string, init: CallInit) => CallResponse | Promise<CallResponse>

interface CallInit {
  method: string
  headers: Record<string, string>
  body?: string
  redirect: 'error'
  signal: AbortSignal
}

export interface CallResponse extends Pick<Response, 'ok' | 'status' | 'text'> {
  headers: { get(name: string): string | null }
}

const unzip = promisify(gunzip)

/**
 * A call of the platform's APIs as `fetch` would make it, by Node's own client and its kept connections: a call takes less
 * than half of the CPU time, which is a sixth of a hand-off.
 */
export const leanFetch: CallFunction = (url, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const { request } = url.startsWith('https:') ? https : http
    const sent = { 'user-agent': 'node', 'accept-encoding': 'gzip', ...headers }
    // Without a length Node would send the body in chunks.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const asked = request(url, { method, headers: { ...sent, ...length }, signal }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.once('end', () => toResponse(answer, Buffer.concat(chunks)).then(resolve, reject))
    })
    asked.on('error', reject)
    asked.end(body)
  })

/** Throws for a redirect: no call of the platform has one. */
async function toResponse(
  { statusCode = 0, headers }: IncomingMessage,
  bytes: Buffer,
): Promise<CallResponse> {
  if (statusCode >= 300 && statusCode < 400) throw new Error(`redirected by ${statusCode}`)
  const plain = headers['content-encoding'] === 'gzip' && bytes.length > 0 ? await unzip(bytes) : bytes
  return {
    status: statusCode,
    ok: statusCode >= 200 && statusCode < 300,
    headers: { get: name => String(headers[name] ?? '') || null },
    text: async () => plain.toString('utf8'),
  }
}
