import * as z from 'zod/mini'
import { AppError } from '../../base/app-error.ts'
import { type Call, type Endpoint, fillPath, type ReplyOf } from '../../base/endpoint.ts'
import type { Language } from '../../base/language.ts'

export interface RemoteApi {
  /** Base address of the API, without a slash at its end (REGISTRY_API_URL). */
  url: string
  language: Language
  /** The visitor's token; null when nobody is signed in. */
  token: string | null
  /** The visitor's address, so that the API's limits count for them and not for this server (the API must run with TRUST_PROXY). */
  address: string
  /** What the visitor's browser says of itself. */
  userAgent: string
}

const patience = 10_000

/** Another API may send `data` as a text, too (R902). */
const failure = z.object({
  message: z.optional(z.string()),
  data: z.optional(
    z.union([z.string(), z.looseObject({ error: z.optional(z.string()), code: z.optional(z.string()) })]),
  ),
})
const texts = z.catch(z.optional(z.record(z.string(), z.string())), undefined)

/**
 * The HTTP face of `call()`: the same contract against an API that is deployed elsewhere. Its refusals come
 * back as the refusals they were; an API that does not answer is `refused_away` 503.
 */
export function remoteCall(api: RemoteApi): Call {
  return async (said, input) => {
    const answer = await ask(api, said, input)
    const body: unknown = await answer.json().catch(() => null)
    if (!answer.ok) throw refusalOf(answer.status, body)
    const laid = said.paged ? body : (body as { data?: unknown } | null)?.data
    return replyOf(said, laid)
  }
}

async function ask(api: RemoteApi, said: Endpoint, input: unknown): Promise<Response> {
  const isGet = said.method === 'GET'
  const query = isGet ? queryOf(input as Record<string, unknown>) : ''
  const headers: Record<string, string> = { accept: 'application/json', 'x-forwarded-for': api.address }
  headers['user-agent'] = api.userAgent
  if (api.token) headers.authorization = `Bearer ${api.token}`
  const files = isGet ? null : filesOf(input)
  if (!isGet && !files) headers['content-type'] = 'application/json'
  try {
    return await fetch(`${api.url}${fillPath(said.path, input)}?lang=${api.language}${query}`, {
      method: said.method,
      headers,
      ...(isGet ? {} : { body: files ?? JSON.stringify(input) }),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
  } catch {
    throw new AppError('refused_away', 503)
  }
}

/** The input as a form, where a file travels with it; else null. */
function filesOf(input: unknown): FormData | null {
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

function queryOf(input: Record<string, unknown>): string {
  return Object.entries(input)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `&${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('')
}

function replyOf<E extends Endpoint>(said: E, laid: unknown): ReplyOf<E> {
  const reply = z.safeDecode(said.reply, laid as never)
  if (!reply.success) throw new Error(`${said.path} answered something else than its contract`)
  return reply.data as ReplyOf<E>
}

/** A refusal without a code goes by its own sentence, the message as its title; one that says nothing is no answer. */
function refusalOf(status: number, body: unknown): AppError {
  const { data: said, message: title } = z.safeParse(failure, body).data ?? {}
  const {
    error,
    code,
    fields,
    keys,
    reference: _,
    ...rest
  } = typeof said === 'string' ? { error: said } : (said ?? {})
  const known = code ?? (error || title)
  if (!known) return new AppError('refused_away', 503)
  const detail = code ? rest : { ...rest, title }
  const wrong = texts.parse(keys ?? fields)
  return new AppError(known, status, { detail, ...(wrong && { fields: wrong }) })
}
