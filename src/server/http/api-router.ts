import { Hono } from 'hono'
import { AppError } from '../../base/app-error.ts'
import type { Language } from '../../base/language.ts'
import { type Handler, runForWire } from '../context/handler.ts'
import type { RequestContext } from '../context/request-context.ts'
import { languageCookie, requestLanguage } from '../context/request-language.ts'
import { readCookie, readSessionToken } from '../context/session.ts'
import { isUnexpectedError, retryAfterHeader, toAppError } from '../errors/app-errors.ts'
import { readRequestInput } from './request-body.ts'

export interface ApiDependencies {
  calls: Handler[]
  createContext(request: Request): Promise<RequestContext>
  /** The words of a message key, in that language. */
  translate(key: string, language: Language): string
  reportError(error: unknown, request: Request): string
}

/** Every call at its path below the API's base address, with the envelope of R902. */
export function createApiRouter(parts: ApiDependencies): Hono {
  const router = new Hono()
  for (const handler of parts.calls) {
    const { endpoint } = handler
    if (endpoint.inside) continue
    router.on(endpoint.method, endpoint.path, async c => answer(parts, handler, c.req.raw, c.req.param()))
  }
  router.all('*', async c => {
    const ctx = await parts.createContext(c.req.raw)
    return refuse(parts, new AppError('refused_missing', 404), ctx.language, c.req.raw)
  })
  return router
}

async function answer(
  parts: ApiDependencies,
  handler: Handler,
  request: Request,
  named: Record<string, string>,
): Promise<Response> {
  const language = requestLanguage(new URL(request.url), readCookie(request, languageCookie))
  try {
    const ctx = await parts.createContext(request)
    if (handler.endpoint.bearer && readSessionToken(request)?.by !== 'header')
      throw new AppError('refused_bearer', 405)
    const input = await readRequestInput(request)
    const reply = await runForWire(handler, isEmpty(named) ? input : { ...(input as object), ...named }, ctx)
    const laid = handler.endpoint.paged ? (reply as object) : { data: reply }
    return Response.json(
      { success: true, message: parts.translate(handler.endpoint.message ?? 'done', language), ...laid },
      { headers: notKept },
    )
  } catch (error) {
    return refuse(parts, error, language, request)
  }
}

const isEmpty = (fields: object) => Object.keys(fields).length === 0

const notKept = { 'cache-control': 'no-store' }

function refuse(parts: ApiDependencies, error: unknown, language: Language, request: Request): Response {
  const reference = isUnexpectedError(error) ? parts.reportError(error, request) : undefined
  return errorEnvelope(parts.translate, toAppError(error), language, reference)
}

/** The envelope of a refusal; `reference` is the number of its log line, where there is one. */
export function errorEnvelope(
  translate: ApiDependencies['translate'],
  refusal: AppError,
  language: Language,
  reference: string | undefined,
): Response {
  const { code, status, detail, fields } = refusal
  const body = {
    success: false,
    message: translate(code, language),
    data: {
      error: alertLine(translate, refusal, language),
      code,
      ...detail,
      ...(fields && { fields: wordsOf(translate, fields, language), keys: fields }),
      ...(reference && { reference }),
    },
  }
  return Response.json(body, { status, headers: { ...notKept, ...retryAfterHeader(refusal) } })
}

/**
 * An alert's second line, always a sentence (R902): the one of the key `…_body`,
 * of the refusal or of its first wrong field; else what is wrong there, else what the first line says already.
 */
function alertLine(
  translate: ApiDependencies['translate'],
  { code, fields = {} }: AppError,
  language: Language,
): string {
  const second = (key: string) => [translate(`${key}_body`, language)].find(words => words !== `${key}_body`)
  const first = Object.values(fields)[0] ?? code
  return second(code) ?? second(first) ?? translate(first, language)
}

function wordsOf(
  translate: ApiDependencies['translate'],
  fields: Record<string, string>,
  language: Language,
): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, key]) => [name, translate(key, language)]))
}
