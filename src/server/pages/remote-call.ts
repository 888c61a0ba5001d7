import * as z from 'zod/mini'
import { AppError } from '../../base/app-error.ts'
import { type Call, type Endpoint, fillPath, type ReplyOf } from '../../base/endpoint.ts'
import type { Language } from '../../base/language.ts'

export interface RemoteApi {
  /** Base address of the API, without a slash at its end (REGISTRY_API_URL). */
  url: string
  language: Language
  /** The visitor's session token; null when they are not signed in. */
  token: string | null
  /** The visitor's address, so that rate limits count for them and not for this server; the API needs TRUST_PROXY. */
  address: string
  /** The visitor's User-Agent header. */
  userAgent: string
}

const timeoutMs = 10_000

/** The envelope of an error; another API may send `data` as a text (R902). */
const errorEnvelopeSchema = z.object({
  message: z.optional(z.string()),
  data: z.optional(
    z.union([z.string(), z.looseObject({ error: z.optional(z.string()), code: z.optional(z.string()) })]),
  ),
})
const textsByField = z.catch(z.optional(z.record(z.string(), z.string())), undefined)

/**
 * `call()` over HTTP, with the same contracts, for an API that is deployed elsewhere. Its errors are thrown as the same
 * AppErrors; an API that does not answer is `refused_away` 503.
 */
export function remoteCall(api: RemoteApi): Call {
  return async (endpoint, input) => {
    const response = await sendCall(api, endpoint, input)
    const body: unknown = await response.json().catch(() => null)
    if (!response.ok) throw parseError(response.status, body)
    const payload = endpoint.paged ? body : (body as { data?: unknown } | null)?.data
    return decodeReply(endpoint, payload)
  }
}

async function sendCall(api: RemoteApi, endpoint: Endpoint, input: unknown): Promise<Response> {
  const isGet = endpoint.method === 'GET'
  const query = isGet ? buildQuery(input as Record<string, unknown>) : ''
  const headers: Record<string, string> = { accept: 'application/json', 'x-forwarded-for': api.address }
  headers['user-agent'] = api.userAgent
  if (api.token) headers.authorization = `Bearer ${api.token}`
  const files = isGet ? null : toFormWithFiles(input)
  if (!isGet && !files) headers['content-type'] = 'application/json'
  try {
    return await fetch(`${api.url}${fillPath(endpoint.path, input)}?lang=${api.language}${query}`, {
      method: endpoint.method,
      headers,
      ...(isGet ? {} : { body: files ?? JSON.stringify(input) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch {
    throw new AppError('refused_away', 503)
  }
}

/** The input as a form when it contains a file; else null. */
function toFormWithFiles(input: unknown): FormData | null {
  const fields = Object.entries(input as Record<string, unknown>)
  if (!fields.some(([, value]) => value instanceof Blob)) return null
  const form = new FormData()
  const put = (name: string, value: unknown) => {
    if (value instanceof Blob) form.append(name, value)
    else if (typeof value === 'object' && value !== null)
      for (const [part, inner] of Object.entries(value)) put(`${name}[${part}]`, inner)
    else if (value !== undefined) form.append(name, String(value))
  }
  for (const [name, value] of fields) put(name, value)
  return form
}

function buildQuery(input: Record<string, unknown>): string {
  return Object.entries(input)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `&${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('')
}

function decodeReply<E extends Endpoint>(endpoint: E, payload: unknown): ReplyOf<E> {
  const reply = z.safeDecode(endpoint.reply, payload as never)
  if (!reply.success) throw new Error(`${endpoint.path} answered something else than its contract`)
  return reply.data as ReplyOf<E>
}

/** The error of an envelope, with what it says, data before message; without a code its sentence is the code, too. */
function parseError(status: number, body: unknown): AppError {
  const { data: errorData, message: title } = z.safeParse(errorEnvelopeSchema, body).data ?? {}
  const { error, code, fields, keys, reference, ...rest } =
    typeof errorData === 'string' ? { error: errorData } : (errorData ?? {})
  const sentence = error || title
  const errorCode = code ?? (sentence || (status < 500 && isEnvelope(body) ? 'unknown_error' : null))
  if (!errorCode) return new AppError('refused_away', 503)
  // The API has logged its failures under their numbers, which are what the visitor is to be shown (R937).
  const logged = status >= 500 && typeof reference === 'string' ? { reference } : {}
  const lines = code ? { sentence } : { sentence: title, body: error }
  const said = Object.entries(lines).filter(([, text]) => text)
  const detail = { ...rest, ...Object.fromEntries(said), ...logged }
  const fieldErrors = textsByField.parse(keys ?? fields)
  return new AppError(errorCode, status, { detail, ...(fieldErrors && { fields: fieldErrors }) })
}

/** Whether it is an answer of an API at all, not a page of a proxy. */
const isEnvelope = (body: unknown) => typeof body === 'object' && body !== null
