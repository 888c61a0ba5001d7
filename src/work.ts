import type { Logger } from 'pino'
import type { Language } from './base/language.ts'
import { freshen, type MirrorParts } from './catalogue/sweep.ts'
import { handlers } from './events.ts'
import { m } from './paraglide/messages.js'
import { addressOf } from './server/address.ts'
import type { Config } from './server/config.ts'
import { languageCookie, languageOf } from './server/language.ts'
import { giveBack, limit } from './server/limit.ts'
import { changed } from './server/live.ts'
import { post } from './server/outbox.ts'
import { cookieOf, customerOf, hashOf, newToken, tokenOf } from './server/session.ts'
import type { Db } from './server/tables.ts'
import type { Tell, Visit, Work } from './server/visit.ts'
import type { Shop } from './shop/port.ts'

/** What the process hands to the product; tests hand the same with a fresh database and the embedded shop. */
export interface AppParts {
  config: Config
  db: Db
  shop: Shop
  log: Logger
  /** For hearing what other processes changed; without it only the clock calls. */
  databaseUrl?: string
  /** The clock; tests move it. */
  now?: () => Date
  /** Serves the pages too; tests of the API alone do without. */
  withPages?: boolean
  /** Called at each named step of giving; for tests. */
  step?: Work['step']
}

/** This moment, by the clock of the product. */
export function nowOf(parts: AppParts): Date {
  return parts.now?.() ?? new Date()
}

/** What reading the shop's catalogue needs. */
export function mirrorOf({ db, shop, log, now = () => new Date() }: AppParts): MirrorParts {
  return { db, shop, now, changed, log }
}

/** Builds the visit of a request: language, session, and the doors to the world. */
export function visits(parts: AppParts): (request: Request) => Promise<Visit> {
  const { db } = parts
  return async request => {
    const work = workOf(parts)
    const { now } = work
    const token = tokenOf(request)
    const session = token && hashOf(token.token)
    return {
      ...work,
      language: languageOf(new URL(request.url), cookieOf(request, languageCookie)),
      customer: session && (await customerOf(db, session, now)),
      session,
      address: addressOf(request),
      agent: (request.headers.get('user-agent') ?? '').slice(0, 300),
      limit: (key, most, seconds) => limit(db, now, key, most, seconds),
      giveBack: (key, seconds) => giveBack(db, now, key, seconds),
      newToken,
    }
  }
}

/** What work without a visitor may use, at this moment. */
export function workOf(parts: AppParts): Work {
  const { config, db, shop } = parts
  const host = new URL(config.SITE_URL).hostname
  const tell: Tell = async (event, tx, facts) => {
    for (const handler of handlers[event]) await handler(tx, facts, work)
  }
  const now = nowOf(parts)
  const work: Work = {
    db,
    shop,
    config,
    now,
    post: (tx, letter) => post(tx, letter, host, now),
    changed,
    freshen: ids => freshen(mirrorOf(parts), ids),
    tell,
    step: parts.step,
  }
  return work
}

/** The words of a key that travels; an unknown key says itself, so that it is seen and mended. */
export function say(key: string, language: Language): string {
  const words = (m as Record<string, unknown>)[key]
  return typeof words === 'function' ? String(words({}, { locale: language })) : key
}
