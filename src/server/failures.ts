import { randomBytes } from 'node:crypto'
import type { Context, ErrorHandler, NotFoundHandler } from 'hono'
import type { Logger } from 'pino'
import type { Language } from '../base/language.ts'
import { Refusal } from '../base/refusal.ts'
import { m } from '../paraglide/messages.js'
import type { Config } from './config.ts'
import { type Failed, failurePage } from './failure-page.ts'
import { refusalAnswer } from './http.ts'
import { languageCookie, languageOf } from './language.ts'
import { asRefusal, isUnexpected, retryAfter } from './refuse.ts'
import { cookieOf } from './session.ts'

export type Say = (key: string, language: Language) => string
/** Notes a failure of ours; answers the number that its log line carries. */
export type Report = (error: unknown, request: Request, reference?: string) => string

export interface FailureParts {
  config: Config
  say: Say
  report: Report
  /** Built style sheets of the pages, if there are any. */
  styles: string[]
}

export interface Failures {
  /** For what no feature and no page answered; nobody sees a stack trace or nothing at all. */
  onError: ErrorHandler
  notFound: NotFoundHandler
  /** Refuses before any feature is asked. */
  refuse(c: Context, refusal: Refusal): Response
}

/** What leaves when nothing else does: below /api the envelope of a refusal, elsewhere a page of plain HTML. */
export function failures(parts: FailureParts): Failures {
  const answer = (c: Context, error: unknown) => {
    const request = c.req.raw
    const language = languageOf(new URL(request.url), cookieOf(request, languageCookie))
    const refusal = asRefusal(error)
    const reference = isUnexpected(error) ? parts.report(error, request) : undefined
    if (/^\/api(\/|$)/.test(c.req.path)) return refusalAnswer(parts.say, refusal, language, reference)
    const page = failurePage(failedOf(parts, refusal, request, language, reference))
    for (const [name, value] of Object.entries(retryAfter(refusal))) page.headers.set(name, value)
    if (refusal.status === 405) page.headers.set('allow', 'GET, HEAD, POST')
    return page
  }
  return {
    onError: (error, c) => answer(c, error),
    notFound: c => answer(c, new Refusal('refused_missing', 404)),
    refuse: (c, refusal) => answer(c, refusal),
  }
}

function failedOf(
  { config, say, styles }: FailureParts,
  refusal: Refusal,
  request: Request,
  language: Language,
  reference: string | undefined,
): Failed {
  const { pathname, search } = new URL(request.url)
  const canAskAgain = refusal.status >= 500 && ['GET', 'HEAD'].includes(request.method)
  return {
    language,
    status: refusal.status,
    name: config.SITE_NAME,
    ...wordsOf(refusal, say, language),
    reference: reference ? m.site_failure_reference({ reference }, { locale: language }) : null,
    again: canAskAgain ? pathname + search : null,
    words: {
      again: m.site_try_again({}, { locale: language }),
      home: m.site_go_home({}, { locale: language }),
    },
    styles,
  }
}

function wordsOf({ status, code }: Refusal, say: Say, language: Language) {
  const spoken = { locale: language }
  if (status === 404)
    return { title: m.site_missing_title({}, spoken), lead: m.site_missing_lead({}, spoken) }
  if (status === 503) return { title: m.site_away_title({}, spoken), lead: m.site_away_lead({}, spoken) }
  if (status >= 500) return { title: m.site_failure_title({}, spoken), lead: m.site_failure_lead({}, spoken) }
  return { title: m.site_refused_title({}, spoken), lead: say(code, language) }
}

/**
 * Writes failures of ours into the log, each under a number that the visitor is shown: what failed and where, but
 * no query, no key that opens something, and nothing that a person typed.
 */
export function reporter(log: Logger): Report {
  return (error, request, reference = newReference()) => {
    const path = new URL(request.url).pathname.replace(/[\w-]{16,}/g, '…')
    if (isUnexpected(error))
      log.error({ reference, method: request.method, path, cause: causeOf(error) }, 'failed')
    return reference
  }
}

/** A number to be told on the telephone. */
export function newReference(): string {
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
