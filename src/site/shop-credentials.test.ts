import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTokenSite } from '../../test/token-site.ts'
import { expiryOf } from '../shop/bigcommerce/credentials.ts'

/**
 * Credentials that the shop refuses, and storefront tokens that expire, also with tokens from the settings or a restored
 * database; with real processes on one database.
 */

let site: Awaited<ReturnType<typeof openTokenSite>>
beforeEach(async () => {
  site = await openTokenSite()
})
afterEach(() => site.close())

const dayMs = 86_400_000

describe('a token that ends', () => {
  test('in 31 days is left alone; in 29 days two processes at once renew it once, without a restart', async () => {
    const tokens = await site.tokensFor(31)
    const [one, two] = [await site.start(tokens), await site.start(tokens)]
    await Promise.all([one.renew(), two.renew()])
    expect([site.tokensMade(), await site.stored()]).toEqual([0, []])

    const row = { store_hash: site.far.shop.credentials.storeHash, channel_id: site.channels.en }
    await site.db.insertInto('storefront_token').values(row).execute()
    site.clock.later(2 * 24 * 60)
    expect(await one.states()).toEqual(['ending', 'ok'])
    site.far.shop.faults.routes = [{ path: '/stores/:hash/v3/storefront', slow: 50 }]
    await Promise.all([one.renew(), two.renew(), one.renew(), two.renew()])
    expect(site.tokensMade()).toBe(1)
    expect(await one.states()).toEqual(['ok', 'ok'])
    expect(await two.states()).toEqual(['ok', 'ok'])

    site.clock.later(40 * 24 * 60)
    await Promise.all([one.read(), two.read()])
    expect(await site.letters()).toEqual([])
  })

  test('is renewed at once, even when little of the quota is left for work that nobody waits for', async () => {
    const one = await site.start(await site.tokensFor(20))
    site.far.shop.faults.quota = { requests: 20, windowMs: 30_000 }
    for (let call = 0; call < 16; call++) await one.shop.fetchWebhooks()
    await one.renew()
    expect([site.tokensMade(), await one.states(), site.waits]).toEqual([1, ['ok', 'ok'], []])
  })

  test('is renewed by one process, and every other one learns of it', async () => {
    const tokens = await site.tokensFor(20)
    const one = await site.start(tokens)
    const listening = await site.start(tokens, {}, { listens: true })
    expect(await listening.states()).toEqual(['ending', 'ok'])
    await one.renew()
    await expect.poll(listening.states, { timeout: 60_000 }).toEqual(['ok', 'ok'])
    const late = await site.start(tokens, {}, { listens: true })
    await expect.poll(late.states, { timeout: 60_000 }).toEqual(['ok', 'ok'])
    expect(site.tokensMade()).toBe(1)
  })

  test('is kept encrypted, and another process finds it after its own has ended', async () => {
    const tokens = await site.tokensFor(20)
    const one = await site.start(tokens)
    await one.renew()
    const [row] = await site.stored()
    const [made] = one.shop.credentialStatus().storefrontTokens
    expect(row).toMatchObject({ channel_id: 1, ends_at: made!.endsAt, renewal_failure: null })
    expect(made!.endsAt!.getTime() - site.clock.now.getTime()).toBe(365 * dayMs)
    const everything = JSON.stringify(await site.stored())
    expect(everything).not.toMatch(/eyJ[\w-]+\.eyJ/)
    expect(everything).not.toContain(site.secret)

    site.clock.later(25 * 24 * 60)
    const late = await site.start(tokens)
    await late.read()
    expect(site.tokensMade()).toBe(1)
    expect(await late.states()).toEqual(['ok', 'ok'])
  })

  test('and cannot be renewed for want of a scope: told once a day in readyz, log and letter', async () => {
    const one = await site.start(await site.tokensFor(10))
    const fault = { path: '/stores/:hash/v3/storefront', answer: '403' as const }
    site.far.shop.faults.routes = [fault]
    await one.renew()
    site.clock.later(60)
    await one.renew()
    expect(await one.ready()).toMatchObject({
      status: 200,
      storefront: [{ channel: 1, state: 'ending', renewal_failed: 'scope' }, { state: 'ok' }],
    })
    const ending = { template: 'shop-token-ends', channel: 1, failure: 'scope' }
    expect((await site.letters()).filter(({ template }) => template === 'shop-token-ends')).toMatchObject([
      ending,
    ])
    site.clock.later(24 * 60)
    await one.renew()
    expect((await site.letters()).filter(({ template }) => template === 'shop-token-ends')).toHaveLength(2)
    site.far.shop.faults.routes = []
    site.clock.later(60)
    await one.renew()
    expect(await one.states()).toEqual(['ok', 'ok'])
    expect((await one.ready()).storefront[0]).toMatchObject({ renewal_failed: null })
  })
})

describe('the database and the settings', () => {
  test('the later end wins: an older token of a restored database, a newer one of the settings', async () => {
    const one = await site.start(await site.tokensFor(20))
    await one.renew()
    site.clock.later(100 * 24 * 60)
    const newer = await site.tokensFor(364)
    const two = await site.start(newer)
    await two.renew()
    expect(two.shop.credentialStatus().storefrontTokens[0]!.endsAt).toEqual(expiryOf(newer[1]!))
    const older = await site.start(await site.tokensFor(3))
    await older.renew()
    expect(older.shop.credentialStatus().storefrontTokens[0]!.endsAt).toEqual(
      (await site.stored())[0]!.ends_at,
    )
    expect(site.tokensMade()).toBe(1)
  })

  test('a new SECRET opens what the former one sealed, and seals it anew; without it a new token is made', async () => {
    const tokens = await site.tokensFor(20)
    await (await site.start(tokens)).renew()
    const [first] = await site.stored()
    const rotated = await site.start(tokens, { SECRET: 'r'.repeat(32), SECRET_PREVIOUS: site.secret })
    await rotated.renew()
    expect([site.tokensMade(), await rotated.states()]).toEqual([1, ['ok', 'ok']])
    const [second] = await site.stored()
    expect(second!.sealed_token).not.toBe(first!.sealed_token)
    expect(second!.ends_at).toEqual(first!.ends_at)
    const later = await site.start(tokens, { SECRET: 'r'.repeat(32) })
    await later.renew()
    expect(site.tokensMade()).toBe(1)
    const leaked = await site.start(tokens, { SECRET: 'z'.repeat(32) })
    await leaked.renew()
    expect([site.tokensMade(), await leaked.states()]).toEqual([2, ['ok', 'ok']])
  })

  test('a token moved to the row of another channel is not used', async () => {
    const one = await site.start(await site.tokensFor(20))
    await one.renew()
    const [row] = await site.stored()
    await site.db
      .insertInto('storefront_token')
      .values({ ...row!, channel_id: 1481393 })
      .execute()
    const greek = () => one.shop.credentialStatus().storefrontTokens[1]!.endsAt
    const before = greek()
    await one.renew()
    expect(greek()).toEqual(before)
  })
})

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
