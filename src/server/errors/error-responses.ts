import { randomBytes } from 'node:crypto'
import type { Context, ErrorHandler, NotFoundHandler } from 'hono'
import type { Logger } from 'pino'
import { AppError } from '../../base/app-error.ts'
import type { Language } from '../../base/language.ts'
import { m } from '../../paraglide/messages.js'
import type { Config } from '../config.ts'
import { requestLanguage } from '../context/storefront-moves.ts'
import { errorEnvelope } from '../http/api.ts'
import { currentScope } from '../observability/traces.ts'
import { isUnexpectedError, retryAfterHeader, toAppError } from './app-errors.ts'
import { type ErrorPageProps, renderErrorPage } from './error-page.ts'

type Translate = (key: string, language: Language) => string
/** Logs a failure of ours; answers the reference of its log line. */
export type ReportError = (error: unknown, request: Request, reference?: string) => string

interface ErrorResponseDependencies {
  config: Config
  translate: Translate
  reportError: ReportError
  /** Built style sheets of the pages, if there are any. */
  styles: string[]
}

export interface ErrorResponses {
  /** Answers an error that no feature and no page handled, without a stack trace. */
  onError: ErrorHandler
  notFound: NotFoundHandler
  /** Answers an error before any feature runs. */
  refuse(c: Context, error: AppError): Response
}

/**
 * Answers errors that no feature and no page handled: below /api with the envelope (R902), elsewhere with plain HTML.
 */
export function createErrorResponses(dependencies: ErrorResponseDependencies): ErrorResponses {
  const answer = (c: Context, error: unknown) => {
    const request = c.req.raw
    const language = requestLanguage(request)
    const known = toAppError(error)
    const reference = isUnexpectedError(error) ? dependencies.reportError(error, request) : undefined
    if (/^\/api(\/|$)/.test(c.req.path))
      return errorEnvelope(key => dependencies.translate(key, language), known, reference)
    const page = renderErrorPage(errorPageProps(dependencies, known, request, language, reference))
    for (const [name, value] of Object.entries(retryAfterHeader(known))) page.headers.set(name, value)
    if (known.status === 405) page.headers.set('allow', 'GET, HEAD, POST')
    return page
  }
  return {
    onError: (error, c) => answer(c, error),
    notFound: c => answer(c, new AppError('refused_missing', 404)),
    refuse: (c, error) => answer(c, error),
  }
}

function errorPageProps(
  { config, translate, styles }: ErrorResponseDependencies,
  error: AppError,
  request: Request,
  language: Language,
  reference: string | undefined,
): ErrorPageProps {
  const { pathname, search } = new URL(request.url)
  const canRetry = error.status >= 500 && ['GET', 'HEAD'].includes(request.method)
  return {
    language,
    status: error.status,
    name: config.SITE_NAME,
    ...errorTexts(error, translate, language),
    reference: reference ? m.site_failure_reference({ reference }, { locale: language }) : null,
    retryPath: canRetry ? pathname + search : null,
    styles,
  }
}

function errorTexts({ status, code }: AppError, translate: Translate, language: Language) {
  const options = { locale: language }
  if (status === 404)
    return { title: m.site_not_found_title({}, options), lead: m.site_not_found_lead({}, options) }
  if (status === 503)
    return { title: m.site_unavailable_title({}, options), lead: m.site_unavailable_lead({}, options) }
  if (status >= 500)
    return { title: m.refused_unexpected({}, options), lead: m.site_failure_lead({}, options) }
  return { title: m.site_refused_title({}, options), lead: translate(code, language) }
}

/**
 * Logs failures of ours, each with a reference that the visitor is shown: what failed and where, but no query, no token
 * and nothing that a person typed.
 */
export function createErrorReporter(
  log: Logger,
  onUnexpected: (code: string) => unknown = () => {},
): ReportError {
  return (error, request, reference = currentScope()?.id ?? newErrorReference()) => {
    const path = new URL(request.url).pathname.replace(/[\w-]{16,}/g, '…')
    if (isUnexpectedError(error)) {
      log.error({ reference, method: request.method, path, cause: describeCause(error) }, 'failed')
      const { code } = toAppError(error)
      // A database that is away can store no event either.
      if (code !== 'refused_away') onUnexpected(code)
    }
    return reference
  }
}

/** A short random reference that can be read out on the telephone. */
export function newErrorReference(): string {
  return randomBytes(4).toString('hex').toUpperCase()
}

function describeCause(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error }
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown }
  // PostgreSQL quotes the rejected value in its message.
  const hidesValues = code !== undefined
  const message = hidesValues ? error.message.replace(/"[^"]*"/g, '"…"') : error.message
  const stack = error.stack
    ?.split('\n')
    .filter(line => /^\s+at /.test(line))
    .slice(0, 12)
  const nested = error.cause instanceof Error ? { cause: describeCause(error.cause) } : {}
  return { name: error.name, message, code, constraint, table, stack, ...nested }
}
