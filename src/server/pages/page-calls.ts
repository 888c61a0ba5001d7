import { AppError, authorize } from '../../base/app-error.ts'
import { type Call, type Endpoint, isMessageKey, type ReplyOf } from '../../base/endpoint.ts'
import { type Handler, runHandler, runStaffCall } from '../context/handler.ts'
import type { RequestContext } from '../context/request-context.ts'
import { readSessionToken } from '../context/session.ts'
import type { AnyStaffCall } from '../context/staff-call.ts'
import { toAppError } from '../errors/app-errors.ts'
import { remoteCall } from './remote-call.ts'

/** What happened while a page was rendered, for its headers and cookies. */
export interface PageOutcome {
  /** Whether the form of this request is saved until its sender has signed in again. */
  savesFormDraft: boolean
  /** The document that was rendered; null for data and redirects. */
  document: Buffer<ArrayBuffer> | null
  /** Whether search engines are told not to keep the response. */
  isKeptFromSearch: boolean
  /** The error of a call that was refused with 429, if there was one. */
  tooManyRequests: AppError | null
}

export interface PageCallOptions {
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
  const localCall = createLocalCall(ctx, options.handlers)
  const visitorCall = ctx.config.REGISTRY_API_URL
    ? createRemoteCall(ctx, request, ctx.config.REGISTRY_API_URL)
    : localCall
  return (endpoint, input) =>
    reportingErrors(options, async () => {
      // Whoever is looked at has no session here, wherever the API runs.
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
  return new AppError(code, status, {
    ...(fields && { fields: fieldSentences(fields, translate) }),
    detail: { ...detail, ...(sentence && { sentence }), ...(body && { body }), keys: fields ?? {} },
  })
}

/** No reader is shown a key: one without a message gets a general sentence. */
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

function createRemoteCall(
  { config, language, address, userAgent }: RequestContext,
  request: Request,
  url: string,
) {
  const token = readSessionToken(request, config)?.token ?? null
  return remoteCall({ url, language, address, userAgent, token })
}
