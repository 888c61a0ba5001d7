import { Hono } from 'hono'
import type { Language } from '../base/language.ts'
import { Refusal } from '../base/refusal.ts'
import { inputOf } from './body.ts'
import { languageCookie, languageOf } from './language.ts'
import { asRefusal, isUnexpected, retryAfter } from './refuse.ts'
import { run, type Served } from './serve.ts'
import { cookieOf, tokenOf } from './session.ts'
import type { Visit } from './visit.ts'

export interface ApiParts {
  calls: Served[]
  visitOf(request: Request): Promise<Visit>
  /** The words of a message key, in that language. */
  say(key: string, language: Language): string
  report(error: unknown, request: Request): string
}

/** Every call at its path below the API's base address, as specification §7 words request and answer. */
export function api(parts: ApiParts): Hono {
  const router = new Hono()
  for (const served of parts.calls) {
    const { said } = served
    if (said.inside) continue
    router.on(said.method, said.path, async c => answer(parts, served, c.req.raw, c.req.param()))
  }
  router.all('*', async c => {
    const visit = await parts.visitOf(c.req.raw)
    return refuse(parts, new Refusal('refused_missing', 404), visit.language, c.req.raw)
  })
  return router
}

async function answer(
  parts: ApiParts,
  served: Served,
  request: Request,
  named: Record<string, string>,
): Promise<Response> {
  const language = languageOf(new URL(request.url), cookieOf(request, languageCookie))
  try {
    const visit = await parts.visitOf(request)
    if (served.said.bearer && tokenOf(request)?.by !== 'header') throw new Refusal('refused_bearer', 405)
    const input = await inputOf(request)
    const reply = await run(served, isEmpty(named) ? input : { ...(input as object), ...named }, visit)
    const laid = served.said.paged ? (reply as object) : { data: reply }
    return Response.json(
      { success: true, message: parts.say(served.said.message ?? 'done', language), ...laid },
      { headers: notKept },
    )
  } catch (error) {
    return refuse(parts, error, language, request)
  }
}

const isEmpty = (fields: object) => Object.keys(fields).length === 0

const notKept = { 'cache-control': 'no-store' }

function refuse(parts: ApiParts, error: unknown, language: Language, request: Request): Response {
  const reference = isUnexpected(error) ? parts.report(error, request) : undefined
  return refusalAnswer(parts.say, asRefusal(error), language, reference)
}

/** The envelope of a refusal; `reference` is the number of its log line, where there is one. */
export function refusalAnswer(
  say: ApiParts['say'],
  refusal: Refusal,
  language: Language,
  reference: string | undefined,
): Response {
  const { code, status, detail, fields } = refusal
  const body = {
    success: false,
    message: say(code, language),
    data: {
      error: alertLine(say, refusal, language),
      code,
      ...detail,
      ...(fields && { fields: wordsOf(say, fields, language), keys: fields }),
      ...(reference && { reference }),
    },
  }
  return Response.json(body, { status, headers: { ...notKept, ...retryAfter(refusal) } })
}

/**
 * An alert's second line, always a sentence (product.md 1): the one that specification §8 words (the key `…_body`),
 * of the refusal or of its first wrong field; else what is wrong there, else what the first line says already.
 */
function alertLine(say: ApiParts['say'], { code, fields = {} }: Refusal, language: Language): string {
  const second = (key: string) => [say(`${key}_body`, language)].find(words => words !== `${key}_body`)
  const first = Object.values(fields)[0] ?? code
  return second(code) ?? second(first) ?? say(first, language)
}

function wordsOf(
  say: ApiParts['say'],
  fields: Record<string, string>,
  language: Language,
): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, key]) => [name, say(key, language)]))
}
