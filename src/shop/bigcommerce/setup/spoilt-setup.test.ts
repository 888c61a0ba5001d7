import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../test/opened.ts'
import { openTestShop } from '../../../../test/shop.ts'
import { fieldsOf, spoilt, waysOf } from '../../../../test/spoilt.ts'
import { setUpStore } from './setup.ts'
import type { StoreSetupRequest } from './setup-context.ts'

/**
 * Each field of each reply that `shop:connect` reads is in turn null, missing, empty or of another type: the other steps
 * run all the same, and no setting is made of what the store did not say (R1302).
 */

const base = 'http://shop.test/shop'
const giftCardProductId = 186_584
const now = new Date('2027-01-01T12:00:00Z')
const far = opened(() => openTestShop({ now: () => now }))
beforeAll(async () => {
  for (const id of [far.shop.groupGift.productId, giftCardProductId])
    await far.rest('DELETE', `/v3/catalog/products/${id}`)
})

interface Reply {
  status: number
  text: string
}
interface Spoil {
  key: string
  path: string[]
  how(value: unknown): unknown
}
const recorded = new Map<string, Reply>()

async function answer(url: string, init: RequestInit, spoil?: Spoil): Promise<Response> {
  const body = String(init.body ?? '')
  // The store's whole schema is long, and checked by a test of its own.
  if (body.includes('__schema')) return Response.json({ errors: [{ message: 'no' }] })
  const key = `${init.method} ${url.slice(base.length)} ${body}`
  let reply = recorded.get(key)
  if (!reply) {
    if (spoil) return Response.json({ title: 'not recorded' }, { status: 404 })
    const response = await far.shop.app.request(url.slice(base.length), init)
    reply = { status: response.status, text: await response.text() }
    recorded.set(key, reply)
  }
  const text =
    spoil?.key === key ? JSON.stringify(spoilt(JSON.parse(reply.text), spoil.path, spoil.how)) : reply.text
  return new Response(text || null, { status: reply.status })
}

function connect(mayChange: boolean, spoil?: Spoil) {
  const { storeHash, accessToken } = far.shop.credentials
  const request: StoreSetupRequest = {
    storeHash,
    accessToken,
    apiUrl: base,
    graphqlUrl: `${base}/graphql/{channel}`,
    siteUrl: 'https://registry.example',
    channels: { en: 1, el: 1 },
    tokens: { en: undefined, el: undefined },
    giftCardProductId,
    webhookSecret: 'a secret of the store',
    hostsDeliveryMethods: { en: 'Delivery to the hosts', el: 'Delivery to the hosts' },
  }
  return setUpStore(request, {
    mayChange,
    now,
    httpOptions: { fetch: (url, init) => answer(url, init, spoil), sleep: async () => {} },
  })
}

const values = (text: string) => text.match(/[^,:]+/g) ?? []

test.each([true, false])('an odd field of a reply stops no other step (may change: %s)', async mayChange => {
  recorded.clear()
  const whole = await connect(mayChange)
  // What is set already stays where the store says nothing of it.
  const known = new Set([...Object.values(whole.settings).flatMap(values), String(giftCardProductId)])
  expect(recorded.size).toBeGreaterThan(15)
  const odd: string[] = []
  for (const [key, { text }] of recorded)
    for (const [at, path] of (/^[{[]/.test(text) ? fieldsOf(JSON.parse(text)) : []).entries())
      for (const [kind, how] of waysOf(at)) {
        const where = `${key.slice(0, 90)}: ${path.join('.')} ${kind}`
        try {
          const { findings, settings } = await connect(mayChange, { key, path, how })
          const made = Object.values(settings)
            .flatMap(values)
            .filter(value => !known.has(value))
          if (made.length > 0) odd.push(`${where}: made ${made.join(' ')}`)
          if (findings.length === 0) odd.push(`${where}: nothing said`)
          for (const finding of findings)
            if (/\[object|NaN/.test(finding.text)) odd.push(`${where}: ${finding.text}`)
          // The last steps are reported in any case: neither the order nor a failed step ends the run.
          if (
            !key.includes('/currency-assignments') &&
            !key.includes('/v2/store') &&
            findings.at(-1)?.name !== whole.findings.at(-1)?.name
          )
            odd.push(`${where}: ended at ${findings.at(-1)?.name}`)
        } catch (error) {
          odd.push(`${where}: ${String(error)}`)
        }
      }
  expect(odd).toEqual([])
})
