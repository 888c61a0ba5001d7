import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTokenSite } from '../../test/token-site.ts'
import { expiryOf } from '../shop/bigcommerce/credentials.ts'

/** Credentials that the shop refuses, with real processes on one database. */

let site: Awaited<ReturnType<typeof openTokenSite>>
beforeEach(async () => {
  site = await openTokenSite()
})
afterEach(() => site.close())

const dayMs = 86_400_000

describe('a token that was revoked', () => {
  test('is replaced within the call that meets it, once for all who meet it', async () => {
    const tokens = await site.tokensFor(300)
    const [one, two] = [await site.start(tokens), await site.start(tokens)]
    await one.read()
    await site.revoke(tokens[1]!)
    const readers = [one, two, one, two, one, two].map(process => process.read())
    expect((await Promise.all(readers)).every(categories => categories.length > 0)).toBe(true)
    expect(site.tokensMade()).toBe(1)
    expect(await site.letters()).toEqual([])
  })

  test('and cannot be replaced: told once, not asked again and again, and back as soon as there is one', async () => {
    const tokens = await site.tokensFor(300)
    const one = await site.start(tokens)
    await site.revoke(tokens[1]!)
    site.far.shop.faults.routes = [{ path: '/stores/:hash/v3/storefront', answer: '500' }]
    for (let time = 0; time < 5; time++) await expect(one.read()).rejects.toThrow('401')
    expect(await one.states()).toEqual(['refused', 'ok'])
    expect(await site.letters()).toMatchObject([{ template: 'shop-refuses', channel: 1, reason: 'token' }])
    expect(site.tokensMade()).toBe(1)
    site.far.shop.faults.routes = []
    site.clock.later(11)
    expect((await one.read()).length).toBeGreaterThan(0)
    expect(await one.states()).toEqual(['ok', 'ok'])
  })

  test('after it was renewed: the one of the settings is taken again', async () => {
    const one = await site.start(await site.tokensFor(20))
    await one.renew()
    const tokens = await site.tokensFor(200)
    const two = await site.start(tokens)
    await two.renew()
    const used = two.shop.credentialStatus().storefrontTokens[0]!
    expect(used.endsAt!.getTime() - site.clock.now.getTime()).toBeGreaterThan(300 * dayMs)
    const made = (await site.stored())[0]!
    expect(site.openedWith(made)).not.toBe(tokens[1])
    await site.revoke(site.openedWith(made))
    expect((await two.read()).length).toBeGreaterThan(0)
    expect(expiryOf(tokens[1]!)).toEqual(two.shop.credentialStatus().storefrontTokens[0]!.endsAt)
    expect(site.tokensMade()).toBe(1)
  })
})

test('an access token that is refused: told once an hour, shown, and forgotten when it works again', async () => {
  const one = await site.start(await site.tokensFor(300))
  site.far.shop.faults.routes = [{ path: '/stores', answer: '401' }]
  const ask = () => one.shop.fetchWebhooks()
  for (let time = 0; time < 3; time++) await expect(ask()).rejects.toThrow('401')
  expect(await one.ready()).toMatchObject({ status: 200, management: 'refused' })
  site.clock.later(30)
  await expect(ask()).rejects.toThrow('401')
  expect(await site.letters()).toMatchObject([
    { template: 'shop-refuses', channel: null, reason: 'token', call: 'GET /v3/hooks' },
  ])
  site.clock.later(31)
  await expect(ask()).rejects.toThrow('401')
  expect(await site.letters()).toHaveLength(2)
  site.far.shop.faults.routes = []
  await ask()
  expect(await one.ready()).toMatchObject({ management: 'ok' })
})
