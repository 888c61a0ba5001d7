import * as z from 'zod/mini'
import { AppError, authorize } from '../../base/app-error.ts'
import { type Call, type Endpoint, fillPath, isMessageKey, type ReplyOf } from '../../base/endpoint.ts'
import type { Language } from '../../base/language.ts'
import { type Handler, runHandler, runStaffCall } from '../context/handler.ts'
import type { RequestContext } from '../context/request-context.ts'
import { readSessionToken } from '../context/session.ts'
import type { AnyStaffCall } from '../context/staff-call.ts'
import { toAppError } from '../errors/app-errors.ts'

/** What happened while a page was rendered, for its headers and cookies. */
export interface PageOutcome {
  /** Whether the form of this request is saved until its sender has signed in again (R107). */
  savesFormDraft: boolean
  /** The document that was rendered; null for data and redirects. */
  document: Buffer<ArrayBuffer> | null
  /** Whether search engines are told not to keep the response. */
  isHiddenFromSearch: boolean
  /** The error of a call that was refused with 429, if there was one. */
  tooManyRequests: AppError | null
}

interface PageCallOptions {
  handlers: Handler[]
  outcome: PageOutcome
  /** The sentence of a message key in the visitor's language; the key itself when it has none. */
  translate(key: string): string
  /** The reference that this request's error page and log line share. */
  reference: string
  /** Logs a failure under that reference, or under the one that it has already. */
  reportError(error: unknown, knownReference?: string): void
}

/**
 * How pages call the API: the same handlers in this process, or over HTTP where REGISTRY_API_URL says so. A failure of
 * ours (5xx: a bug, a database or a shop that is away) is logged once, and is thrown as an AppError with the
 * reference of its log line. A failure of the remote API is logged here too, under the API's own reference.
 */
export function createPageCall(ctx: RequestContext, request: Request, options: PageCallOptions): Call {
  const { config, language, address, userAgent } = ctx
  const url = config.REGISTRY_API_URL
  const tokenOf = () => readSessionToken(request, config)?.token ?? null
  const localCall = createLocalCall(ctx, options.handlers)
  const visitorCall = url ? remoteCall({ url, language, token: tokenOf(), address, userAgent }) : localCall
  return (endpoint, input) =>
    reportingErrors(options, async () => {
      // The person whose page staff look at has no session, so that the API elsewhere could not answer for them.
      const call = ctx.isReadOnly ? localCall : visitorCall
      authorize(!ctx.isReadOnly || changesNothing(endpoint))
      return call(endpoint, input)
    })
}

/** How pages of the console call for the staff: by name, in this process, and never on a page shown as somebody else's. */
export function createStaffPageCall(
  ctx: RequestContext,
  calls: Readonly<Record<string, AnyStaffCall>>,
  options: PageCallOptions,
): (name: string, input: unknown) => Promise<unknown> {
  return (name, input) =>
    reportingErrors(options, async () => {
      authorize(!ctx.isReadOnly)
      const call = calls[name]
      if (!call) throw new Error(`no call of the console is named ${name}`)
      return runStaffCall(call, input, ctx)
    })
}

async function reportingErrors<T>(options: PageCallOptions, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const remoteReference = error instanceof AppError ? error.detail?.reference : undefined
    if (typeof remoteReference === 'string') options.reportError(error, remoteReference)
    throw toReportedError(error, options)
  }
}

const changesNothing = ({ method, reads, bearer }: Endpoint) =>
  reads === true || (method === 'GET' && !bearer)

/** The error as the page is shown it, with its sentences; a failure of ours (5xx) is logged first. */
export function toReportedError(
  error: unknown,
  options: Pick<PageCallOptions, 'outcome' | 'reference' | 'reportError' | 'translate'>,
): AppError {
  const known = withSentences(toAppError(error), options.translate)
  if (known.status === 429) options.outcome.tooManyRequests = known
  if (known.status < 500 || known.detail?.reference !== undefined) return known
  options.reportError(error)
  return withDetail(known, { reference: options.reference })
}

/**
 * Pages show an error in the reader's language: `sentence` and, for a code whose message has two lines, `body` in its
 * detail, and in `fields` the sentence beside each wrong field, whose message keys move to `keys`. What another API says
 * of a code that we do not know stays.
 */
function withSentences(error: AppError, translate: PageCallOptions['translate']): AppError {
  const { code, status, fields, detail } = error
  if (detail?.keys !== undefined) return error
  const [sentence, body] = [code, `${code}_body`].map(key => [translate(key)].find(text => text !== key))
  if (fields === undefined && sentence === undefined) return error
  // When a field has this code, both lines stand beside the field only.
  const isOfField = Object.values(fields ?? {}).includes(code)
  const bothLines = (key: string) => (key === code && body ? `${sentence}. ${body}` : translate(key))
  return new AppError(code, status, {
    ...(fields && { fields: fieldSentences(fields, bothLines) }),
    detail: {
      ...detail,
      ...(sentence && { sentence }),
      ...(body && !isOfField && { body }),
      keys: fields ?? {},
    },
  })
}

/** A key without a message becomes a general sentence, so that no reader is shown a key. */
function fieldSentences(
  fields: Record<string, string>,
  translate: PageCallOptions['translate'],
): Record<string, string> {
  const sentenceOf = (key: string) => {
    const text = translate(key)
    return text === key && isMessageKey(key) ? translate('field_wrong') : text
  }
  return Object.fromEntries(Object.entries(fields).map(([name, key]) => [name, sentenceOf(key)]))
}

function withDetail({ code, status, fields, detail }: AppError, more: Record<string, unknown>): AppError {
  return new AppError(code, status, { ...(fields && { fields }), detail: { ...detail, ...more } })
}

function createLocalCall(ctx: RequestContext, handlers: Handler[]): Call {
  return async <E extends Endpoint>(endpoint: E, input: unknown) => {
    const { method, path } = endpoint
    const handler = handlers.find(one => one.endpoint.method === method && one.endpoint.path === path)
    if (!handler) throw new Error(`no handler for ${method} ${path}`)
    return (await runHandler(handler, input, ctx)) as ReplyOf<E>
  }
}

interface RemoteApi {
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

/**
 * The AppError of an envelope: its sentence is the error in `data`, else `message`; without a code the sentence is the
 * code.
 */
function parseError(status: number, body: unknown): AppError {
  const { data: errorData, message: title } = z.safeParse(errorEnvelopeSchema, body).data ?? {}
  const { error, code, fields, keys, reference, ...rest } =
    typeof errorData === 'string' ? { error: errorData } : (errorData ?? {})
  const sentence = error || title
  const errorCode = code ?? (sentence || (status < 500 && isEnvelope(body) ? 'unknown_error' : null))
  if (!errorCode) return new AppError('refused_away', 503)
  // The API has logged its failures under a reference, which the visitor is to be shown (R937).
  const logged = status >= 500 && typeof reference === 'string' ? { reference } : {}
  const lines = code ? { sentence } : { sentence: title, body: error }
  const sentences = Object.entries(lines).filter(([, text]) => text)
  const detail = { ...rest, ...Object.fromEntries(sentences), ...logged }
  const fieldErrors = textsByField.parse(keys ?? fields)
  return new AppError(errorCode, status, { detail, ...(fieldErrors && { fields: fieldErrors }) })
}

/** Whether it is an answer of an API at all, not a page of a proxy. */
const isEnvelope = (body: unknown) => typeof body === 'object' && body !== null
