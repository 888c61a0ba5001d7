import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { languages } from '../../../base/language.ts'
import { hookPath, hookScopes, ShopFailure } from '../../port.ts'
import { get } from '../ask-rest.ts'
import type { Door } from '../http.ts'
import { secretHeader } from '../signature.ts'
import * as wire from '../wire.ts'
import { type Desk, make, right, step, wrong } from './desk.ts'

const token = z.object({ data: z.object({ token: z.string() }) })
const hooks = z.object({
  data: z.array(
    z.object({
      id: z.int(),
      scope: z.string(),
      destination: z.string(),
      is_active: z.boolean(),
      headers: z.record(z.string(), z.string()).nullish(),
    }),
  ),
})
type Hook = z.output<typeof hooks>['data'][number]

const day = 86_400_000
const tokenLife = 365 * day
/** A token that ends sooner is made anew. */
const renewWithin = 60 * day

/** A private storefront token for each channel; one that still works is kept. Answers what the channels can be asked with. */
export async function tokens(desk: Desk): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  for (const language of languages) {
    const channel = desk.wish.channels[language]
    const name = `token of channel ${channel}`
    const known = desk.wish.tokens[language]
    const end = known === undefined ? null : endOf(known)
    const isOld = end !== null && end.getTime() < desk.now.getTime() + renewWithin
    const works = known !== undefined && !isOld && (await opens(desk, channel, known))
    if (works) right(desk, name, end ? `valid until ${end.toISOString().slice(0, 10)}` : 'works')
    const kept = works
      ? known
      : await step(desk, name, () =>
          make(desk, name, 'a private storefront token for one year', () => newToken(desk, channel)),
        )
    if (!kept) continue
    found.set(channel, kept)
    desk.settings[`SHOP_TOKEN_${language.toUpperCase()}`] = kept
  }
  return found
}

/** Asks the channel's Storefront GraphQL. Throws ShopFailure. */
export function askChannel(
  { wish, door }: { wish: Desk['wish']; door: Door },
  channel: number,
  bearer: string,
  query: string,
): Promise<unknown> {
  const url = wish.graphqlUrl.replaceAll('{store}', wish.storeHash).replaceAll('{channel}', String(channel))
  const headers = { authorization: `Bearer ${bearer}` }
  return door({ method: 'POST', url, headers, body: { query }, repeatable: true })
}

async function opens(desk: Desk, channel: number, bearer: string): Promise<boolean> {
  try {
    await askChannel(desk, channel, bearer, '{ channel { entityId } }')
    return true
  } catch (error) {
    if (error instanceof ShopFailure && error.kind === 'auth') return false
    throw error
  }
}

async function newToken(desk: Desk, channel: number): Promise<string> {
  const body = {
    channel_ids: [channel],
    expires_at: Math.floor((desk.now.getTime() + tokenLife) / 1000),
    scopes: ['Unauthenticated'],
  }
  const path = '/v3/storefront/api-token-private'
  return (await desk.ask(token, { method: 'POST', path, body, repeatable: false })).data.token
}

/** When a token of the platform ends, as it says itself; null when it does not. */
function endOf(jwt: string): Date | null {
  try {
    const said = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as { eat?: unknown }
    return typeof said.eat === 'number' ? new Date(said.eat * 1000) : null
  } catch {
    return null
  }
}

/** A webhook for each thing we want to hear of, awake, at our address, with our secret. */
export async function webhooks(desk: Desk): Promise<void> {
  const destination = `${desk.wish.siteUrl}${hookPath}`
  const isOurs = /^https:|^http:\/\/(127\.|localhost[:/]|\[::1\])/.test(destination)
  if (!isOurs) return wrong(desk, 'webhooks', `${destination} must begin with https://; set SITE_URL`)
  const secret = desk.wish.webhookSecret ?? randomBytes(24).toString('hex')
  if (desk.mayChange) desk.settings.SHOP_WEBHOOK_SECRET = secret
  const known = (await get(desk.ask, hooks, '/v3/hooks?limit=250')).data
  for (const scope of hookScopes) {
    const hook = known.find(one => one.scope === scope && one.destination === destination)
    await step(desk, scope, () => oneHook(desk, { scope, destination, secret, hook }))
  }
}

async function oneHook(
  desk: Desk,
  {
    scope,
    destination,
    secret,
    hook,
  }: { scope: string; destination: string; secret: string; hook?: Hook | undefined },
): Promise<void> {
  const body = { scope, destination, is_active: true, headers: { [secretHeader]: secret } }
  if (!hook) {
    await make(desk, scope, `a webhook to ${destination}`, () =>
      desk.ask(wire.anything, { method: 'POST', path: '/v3/hooks', body, repeatable: false }),
    )
    return
  }
  const mended = [
    ...(hook.is_active ? [] : ['woken up']),
    ...(hasSecret(hook, secret) ? [] : ['with our secret']),
  ]
  if (mended.length === 0) return right(desk, scope, `webhook ${hook.id} is awake`)
  await make(desk, scope, `webhook ${hook.id} ${mended.join(' and ')}`, () =>
    desk.ask(wire.anything, { method: 'PUT', path: `/v3/hooks/${hook.id}`, body, repeatable: true }),
  )
}

const hasSecret = ({ headers }: Hook, secret: string) =>
  Object.entries(headers ?? {}).some(
    ([name, value]) => name.toLowerCase() === secretHeader.toLowerCase() && value === secret,
  )
