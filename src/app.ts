import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { version } from '../package.json'
import * as account from './account/api.ts'
import { found, Refusal } from './base/refusal.ts'
import * as catalogue from './catalogue/api.ts'
import { isMirrorOld, mirrorState, sweepCatalogue } from './catalogue/sweep.ts'
import * as checkout from './checkout/api.ts'
import * as comparing from './checkout/comparing.ts'
import { receiveHook } from './checkout/hooks.ts'
import { keepHooks } from './checkout/jobs.ts'
import { liveStreams } from './checkout/live.ts'
import * as myGift from './checkout/my-gift.ts'
import type { Difference } from './checkout/order-rules.ts'
import * as received from './checkout/received-api.ts'
import { hearOthers, jobsOf, letters } from './clock.ts'
import { builtFonts, builtStyles, mountPages } from './front.ts'
import * as gift from './gift/api.ts'
import * as giftcard from './giftcard/api.ts'
import { compareHostOrders } from './giftcard/returned.ts'
import * as stuck from './giftcard/stuck.ts'
import * as invitation from './invitation/api.ts'
import { showBackground } from './invitation/content.ts'
import { cardPicture, sharePicture } from './invitation/share-picture.ts'
import * as registry from './registry/api.ts'
import * as coHost from './registry/co-host-api.ts'
import * as find from './registry/find-api.ts'
import { servePicture } from './registry/pictures.ts'
import * as settings from './registry/settings-api.ts'
import * as surprise from './registry/surprise.ts'
import { noteAddress } from './server/address.ts'
import { compressed } from './server/compress.ts'
import type { Config } from './server/config.ts'
import { type Failures, failures, type Report, reporter } from './server/failures.ts'
import { forwards } from './server/forwards.ts'
import { health } from './server/health.ts'
import { api } from './server/http.ts'
import { installable } from './server/installable.ts'
import type { Job } from './server/jobs.ts'
import { samplePages } from './server/mail-gallery.ts'
import { isDemo, mailboxPages } from './server/mailbox.ts'
import { oneName } from './server/one-name.ts'
import { openApi } from './server/openapi.ts'
import { asRefusal } from './server/refuse.ts'
import { isOwnRequest, isReadablePath, securityHeaders } from './server/security.ts'
import type { Served } from './server/serve.ts'
import { cookieOf, tokenCookie, tokenOf } from './server/session.ts'
import type { Visit } from './server/visit.ts'
import { embeddedAt, storeOf } from './shop/bigcommerce/address.ts'
import { connectShop } from './shop/bigcommerce/connect.ts'
import { hookPath, type Shop } from './shop/port.ts'
import * as site from './site/api.ts'
import { articleCard, articleRooms } from './site/article-card.ts'
import { robots, sitemap } from './site/sitemap.ts'
import { type AppParts, mirrorOf, nowOf, say, visits, workOf } from './work.ts'

export type { AppParts } from './work.ts'
export { say } from './work.ts'

/** Every feature's calls, one line each. */
export const calls: Served[] = [
  ...account.calls,
  ...catalogue.calls,
  ...registry.calls,
  ...settings.calls,
  ...surprise.calls,
  ...coHost.calls,
  ...find.calls,
  ...gift.calls,
  ...checkout.calls,
  ...received.calls,
  ...myGift.calls,
  ...invitation.calls,
  ...giftcard.calls,
  ...site.calls,
]

/** What the doors of the process open: requests, the clock's work, and how to let go of what is held. */
export interface Product {
  app: Hono
  jobs: Job[]
  visitOf(request: Request): Promise<Visit>
  close(): Promise<void>
}

/** The shop of this deployment: the merchant's store, or the embedded one reached without leaving the process. */
export function shopFor(config: Config, embedded: EmbeddedDoor | null): Shop {
  const address = storeOf(config) ?? embeddedAt(`${config.SITE_URL}/shop`, found(embedded), config)
  return connectShop(address, { fetch: embedded?.fetch ?? globalThis.fetch })
}

/** What the product needs to know of an embedded shop. */
export type EmbeddedDoor = Parameters<typeof embeddedAt>[1] & { fetch: typeof globalThis.fetch }

/** The whole product behind one door: security, the API, the webhook, live events, and the pages last. */
export async function createApp(parts: AppParts): Promise<Product> {
  const { config, db, shop } = parts
  const visitOf = visits(parts)
  const report = reporter(parts.log)
  const failed = failures({ config, say, report, styles: parts.withPages ? await builtStyles() : [] })
  const app = new Hono()
  app.onError(failed.onError)
  app.notFound(failed.notFound)
  app.use(securityHeaders(config))
  app.use(oneName(config))
  app.use(async (c, next) =>
    isReadablePath(new URL(c.req.url).pathname)
      ? next()
      : failed.refuse(c, new Refusal('refused_unreadable', 400)),
  )
  const limitBody = bodyLimit({ maxSize: bodyMost, onError: c => tooLarge(c, failed) })
  const limitPicture = bodyLimit({ maxSize: pictureBodyMost, onError: c => tooLarge(c, failed) })
  app.use((c, next) => {
    if (isSafe(c.req.method)) return next()
    return (takesPicture.test(c.req.path) ? limitPicture : limitBody)(c, next)
  })
  app.use(noteAddress(config.TRUST_PROXY))
  app.use(compressed())
  app.use(async (c, next) => {
    const safe = isSafe(c.req.method) || tokenOf(c.req.raw)?.by === 'header'
    const exempt = c.req.path === hookPath
    const hasCookie = cookieOf(c.req.raw, tokenCookie) !== undefined
    if (!safe && !exempt && !isOwnRequest(c.req.raw, new URL(config.SITE_URL).origin, hasCookie))
      return failed.refuse(c, new Refusal('refused_origin', 403))
    return next()
  })
  app.route(
    '/',
    health({
      db,
      version,
      isShopResting: () => shop.isResting(),
      catalogue: () => mirrorState(mirrorOf(parts)),
    }),
  )
  app.get('/api/openapi.json', c => c.json(description(config)))
  const live = liveStreams(db, () => nowOf(parts))
  const openLive = async (c: Context) => live.open(c.req.param('id') ?? '', await visitOf(c.req.raw))
  app.post(hookPath, c => orStatus(c, report, receiveHook(c.req.raw, { db, shop, now: () => nowOf(parts) })))
  app.get('/api/registry/:id/live', c => orStatus(c, report, openLive(c)))
  app.route('/api', api({ calls, visitOf, say, report }))
  app.route('/', forwards(config))
  app.route('/', installable(config, parts.withPages ? await builtFonts() : undefined))
  app.get('/robots.txt', () => robots(workOf(parts)))
  app.get('/sitemap.xml', c => sitemap(workOf(parts), Number(c.req.query('part') ?? 1)))
  app.get('/share/:id/:language{(?:en|el)\\.jpg}', c => {
    const asked = { id: c.req.param('id'), language: c.req.param('language').slice(0, 2) }
    return orStatus(
      c,
      report,
      sharePicture(asked, c.req.header('if-none-match') ?? null, { db, config, say }),
    )
  })
  app.get(`/share/:room{${articleRooms}}/:name/:language{(?:en|el)\\.jpg}`, c => {
    const language = c.req.param('language').startsWith('el') ? 'el' : 'en'
    const card = articleCard(c.req.param('room'), c.req.param('name'), language, workOf(parts))
    const kept = c.req.header('if-none-match') ?? null
    return orStatus(
      c,
      report,
      card.then(shown => cardPicture(shown, kept, db)),
    )
  })
  app.get('/images/:name{[0-9a-f]{40}\\.jpg}', async c =>
    orStatus(c, report, servePicture(c.req.param('name').slice(0, 40), await visitOf(c.req.raw))),
  )
  app.get('/invitation-picture/:name{[0-9a-f]{40}\\.jpg}', c =>
    orStatus(c, report, showBackground(c.req.param('name').slice(0, 40), db)),
  )
  if (isDemo(config)) app.route('/', samplePages(letters, config)).route('/', mailboxPages(db))
  const kept = parts.withPages ? await mountPages(app, { config, db, calls, visitOf, report }) : null
  const jobs = jobsOf(parts)
  const deafen = hearOthers(parts, jobs, live, kept)
  const close = async () => {
    live.close()
    await deafen()
  }
  return { app, jobs, visitOf, close }
}

/** What is asked without changing anything; it brings no body. */
const isSafe = (method: string) => ['GET', 'HEAD', 'OPTIONS'].includes(method)

/** For those who read no envelope: a failure is its status alone. */
async function orStatus(c: Context, report: Report, answer: Promise<Response>): Promise<Response> {
  try {
    return await answer
  } catch (error) {
    report(error, c.req.raw)
    return new Response(null, { status: asRefusal(error).status })
  }
}

/** Fills the mirror of the shop's catalogue where it is empty or old, as at the start of a process. */
export async function fillMirror(parts: AppParts): Promise<void> {
  if (await isMirrorOld(mirrorOf(parts))) await sweepCatalogue(mirrorOf(parts))
}

/** Asks the shop to tell us of orders and products, as at the start of a process. */
export async function hearShop(parts: AppParts): Promise<void> {
  await keepHooks(workOf(parts))
}

export { brokenInvariants } from './checkout/invariants.ts'
export { unplacedLines } from './checkout/purchases-data.ts'

/** Payouts and closings that hang, a sentence each. */
export function stuckMoney(parts: AppParts): Promise<string[]> {
  return stuck.stuckMoney(workOf(parts))
}

/** Tries what hangs at once. */
export function workStuck(parts: AppParts): Promise<void> {
  return stuck.workStuck(workOf(parts))
}

/** Compares every order, guests' and those placed for hosts, with what is counted of it; changes nothing. */
export async function compareOrders(parts: AppParts): Promise<Difference[]> {
  const work = workOf(parts)
  return [...(await comparing.compareOrders(work)), ...(await compareHostOrders(work))]
}

/** Reads the orders that differ anew; tells what differs still. */
export async function readAnew(parts: AppParts, found: Difference[]): Promise<Difference[]> {
  const work = workOf(parts)
  return [...(await comparing.readAnew(work, found)), ...(await compareHostOrders(work))]
}

/** Most bytes of a body; one that has no length is counted while it is read. */
const bodyMost = 1_000_000
/** Where a host sends a picture: its 3 MB, and the form around it. */
const pictureBodyMost = 3_500_000
const takesPicture =
  /^\/(api\/(registry\/update|v2\/invitation-content\/save)|registry\/[^/]+\/edit(\/invitation-settings)?\/?(\.data)?)$/

/** The rest of a body that nobody will read must not hold the connection. */
function tooLarge(c: Context, failed: Failures): Response {
  const answer = failed.refuse(c, new Refusal('refused_large', 413))
  answer.headers.set('connection', 'close')
  return answer
}

function description({ SITE_NAME, SITE_URL }: Config) {
  const url = `${SITE_URL}/api`
  return openApi(
    calls.map(({ said }) => said),
    { title: SITE_NAME, version, url },
  )
}
