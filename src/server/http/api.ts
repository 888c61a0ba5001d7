import { Hono } from 'hono'
import { AppError } from '../../base/app-error.ts'
import type { Language } from '../../base/language.ts'
import { type Handler, runForWire } from '../context/handler.ts'
import type { RequestContext } from '../context/request-context.ts'
import { readSessionToken } from '../context/session.ts'
import { requestLanguage } from '../context/storefront-moves.ts'
import { isUnexpectedError, retryAfterHeader, toAppError } from '../errors/app-errors.ts'
import { readRequestInput, wasHead } from './body.ts'

interface ApiDependencies {
  calls: Handler[]
  createContext(request: Request): Promise<RequestContext>
  /** The text of a message key, in that language. */
  translate(key: string, language: Language): string
  reportError(error: unknown, request: Request): string
}

/** Every call at its path below the API's base address, with the envelope of R902. */
export function createApiRouter(dependencies: ApiDependencies): Hono {
  const router = new Hono()
  for (const handler of dependencies.calls) {
    const { endpoint } = handler
    if (endpoint.inside) continue
    router.on(endpoint.method, endpoint.path, async c =>
      answer(dependencies, handler, c.req.raw, c.req.param()),
    )
  }
  router.all('*', async c => {
    const ctx = await dependencies.createContext(c.req.raw)
    return refuse(dependencies, new AppError('refused_missing', 404), ctx.language, c.req.raw)
  })
  return router
}

async function answer(
  dependencies: ApiDependencies,
  handler: Handler,
  request: Request,
  pathFields: Record<string, string>,
): Promise<Response> {
  const language = requestLanguage(request)
  try {
    const ctx = await dependencies.createContext(request)
    if (
      handler.endpoint.bearer &&
      (readSessionToken(request, ctx.config)?.by !== 'header' || wasHead(request))
    )
      throw new AppError('refused_bearer', 405)
    const fields = await readRequestInput(request)
    const input = isEmpty(pathFields) ? fields : { ...(fields as object), ...pathFields }
    const message = dependencies.translate(handler.endpoint.message ?? 'done', language)
    const reply = await runForWire(handler, input, ctx)
    const payload = handler.endpoint.paged ? (reply as object) : { data: reply }
    return jsonResponse({ success: true, message, ...payload })
  } catch (error) {
    return refuse(dependencies, error, language, request)
  }
}

const isEmpty = (fields: object) => Object.keys(fields).length === 0

/** Replies are not to be found by search engines either. */
const noStore = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }

/** Bytes are sent as they are; a text would be copied by each layer. */
function jsonResponse(body: object): Response {
  const headers = { ...noStore, 'content-type': 'application/json' }
  return new Response(Buffer.from(JSON.stringify(body)), { headers })
}

function refuse(
  dependencies: ApiDependencies,
  error: unknown,
  language: Language,
  request: Request,
): Response {
  const reference = isUnexpectedError(error) ? dependencies.reportError(error, request) : undefined
  return errorEnvelope(key => dependencies.translate(key, language), toAppError(error), reference)
}

type Translate = (key: string) => string

/** The envelope of an error; `reference` is that of its log line, when it was logged. */
export function errorEnvelope(
  translate: Translate,
  error: AppError,
  reference: string | undefined,
): Response {
  const { code, status, detail, fields } = error
  const sentences = Object.entries(fields ?? {}).map(([name, key]) => [name, translate(key)])
  const body = {
    success: false,
    message: translate(onlyFieldError(error, key => translate(`${key}_body`) !== `${key}_body`) ?? code),
    data: {
      error: findAlertText(translate, error),
      code,
      ...detail,
      ...(fields && { fields: Object.fromEntries(sentences), keys: fields }),
      ...(reference && { reference }),
    },
  }
  return Response.json(body, { status, headers: { ...noStore, ...retryAfterHeader(error) } })
}

/** The key of a wrong field that has an alert of its own with two lines, when nothing else is wrong (R902). */
function onlyFieldError({ code, fields = {} }: AppError, hasBody: (key: string) => boolean): string | null {
  const [key, ...others] = new Set(Object.values(fields))
  return code === 'refused_fields' && key && others.length === 0 && hasBody(key) ? key : null
}

/**
 * The second line of an alert, always a sentence (R902): the message `…_body` of the error or of its first wrong field;
 * else the message of that field, else the first line again.
 */
function findAlertText(translate: Translate, { code, fields = {} }: AppError): string {
  const body = (key: string) => [translate(`${key}_body`)].find(text => text !== `${key}_body`)
  const firstKey = Object.values(fields)[0] ?? code
  return body(code) ?? body(firstKey) ?? translate(firstKey)
}
