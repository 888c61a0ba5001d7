import { randomBytes } from 'node:crypto'
import type { Context, ErrorHandler, NotFoundHandler } from 'hono'
import type { Logger } from 'pino'
import { AppError } from '../../base/app-error.ts'
import type { Language } from '../../base/language.ts'
import { m } from '../../paraglide/messages.js'
import type { Config } from '../config.ts'
import { languageCookie, requestLanguage } from '../context/request-language.ts'
import { readCookie } from '../context/session.ts'
import { errorEnvelope } from '../http/api-router.ts'
import { isUnexpectedError, retryAfterHeader, toAppError } from './app-errors.ts'
import { type ErrorPageProps, renderErrorPage } from './error-page.ts'

export type Translate = (key: string, language: Language) => string
/** Notes a failure of ours; answers the number that its log line carries. */
export type ReportError = (error: unknown, request: Request, reference?: string) => string

export interface ErrorResponseDependencies {
  config: Config
  translate: Translate
  reportError: ReportError
  /** Built style sheets of the pages, if there are any. */
  styles: string[]
}

export interface ErrorResponses {
  /** For what no feature and no page answered; nobody sees a stack trace or nothing at all. */
  onError: ErrorHandler
  notFound: NotFoundHandler
  /** Refuses before any feature is asked. */
  refuse(c: Context, refusal: AppError): Response
}

/** What leaves when nothing else does: below /api the envelope of a refusal, elsewhere a page of plain HTML. */
export function createErrorResponses(parts: ErrorResponseDependencies): ErrorResponses {
  const answer = (c: Context, error: unknown) => {
    const request = c.req.raw
    const language = requestLanguage(new URL(request.url), readCookie(request, languageCookie))
    const refusal = toAppError(error)
    const reference = isUnexpectedError(error) ? parts.reportError(error, request) : undefined
    if (/^\/api(\/|$)/.test(c.req.path)) return errorEnvelope(parts.translate, refusal, language, reference)
    const page = renderErrorPage(failedOf(parts, refusal, request, language, reference))
    for (const [name, value] of Object.entries(retryAfterHeader(refusal))) page.headers.set(name, value)
    if (refusal.status === 405) page.headers.set('allow', 'GET, HEAD, POST')
    return page
  }
  return {
    onError: (error, c) => answer(c, error),
    notFound: c => answer(c, new AppError('refused_missing', 404)),
    refuse: (c, refusal) => answer(c, refusal),
  }
}

function failedOf(
  { config, translate, styles }: ErrorResponseDependencies,
  refusal: AppError,
  request: Request,
  language: Language,
  reference: string | undefined,
): ErrorPageProps {
  const { pathname, search } = new URL(request.url)
  const canAskAgain = refusal.status >= 500 && ['GET', 'HEAD'].includes(request.method)
  return {
    language,
    status: refusal.status,
    name: config.SITE_NAME,
    ...wordsOf(refusal, translate, language),
    reference: reference ? m.site_failure_reference({ reference }, { locale: language }) : null,
    again: canAskAgain ? pathname + search : null,
    words: {
      again: m.site_try_again({}, { locale: language }),
      home: m.site_go_home({}, { locale: language }),
    },
    styles,
  }
}

function wordsOf({ status, code }: AppError, translate: Translate, language: Language) {
  const spoken = { locale: language }
  if (status === 404)
    return { title: m.site_not_found_title({}, spoken), lead: m.site_not_found_lead({}, spoken) }
  if (status === 503)
    return { title: m.site_unavailable_title({}, spoken), lead: m.site_unavailable_lead({}, spoken) }
  if (status >= 500) return { title: m.site_failure_title({}, spoken), lead: m.site_failure_lead({}, spoken) }
  return { title: m.site_refused_title({}, spoken), lead: translate(code, language) }
}

/**
 * Writes failures of ours into the log, each under a number that the visitor is shown: what failed and where, but
 * no query, no key that opens something, and nothing that a person typed.
 */
export function createErrorReporter(log: Logger): ReportError {
  return (error, request, reference = newErrorReference()) => {
    const path = new URL(request.url).pathname.replace(/[\w-]{16,}/g, '…')
    if (isUnexpectedError(error))
      log.error({ reference, method: request.method, path, cause: causeOf(error) }, 'failed')
    return reference
  }
}

/** A number to be told on the telephone. */
export function newErrorReference(): string {
  return randomBytes(4).toString('hex').toUpperCase()
}

function causeOf(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error }
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown }
  // PostgreSQL quotes the value that it could not take.
  const hidesValues = code !== undefined
  const message = hidesValues ? error.message.replace(/"[^"]*"/g, '"…"') : error.message
  const stack = error.stack
    ?.split('\n')
    .filter(line => /^\s+at /.test(line))
    .slice(0, 12)
  const deeper = error.cause instanceof Error ? { cause: causeOf(error.cause) } : {}
  return { name: error.name, message, code, constraint, table, stack, ...deeper }
}
