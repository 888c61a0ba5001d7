import { request } from '@playwright/test'
import type { Day } from '../src/base/dates.ts'
import type { Language } from '../src/base/language.ts'
import { expect } from './fixtures.ts'
import { type Giver, payOverHttp } from './guest-steps.ts'
import { callApi, createTestRegistry, type TestRegistry } from './test-registry.ts'

/** The guest who gives in the tests about money. */
export const giver = {
  name: 'Νεφέλη',
  surname: 'Δοκιμή',
  email: 'nefeli@journey.example',
  message: 'Με την αγάπη μας!',
}

export type Named = Record<Language, string>

interface Product {
  id: number
  name: Named
  cents: number
}

/** Products of the embedded shop: two for contributions, an experience, and a gift card of 50 euro. */
export const glasses: Product = {
  id: 1011,
  name: { en: 'Bordeaux glasses, set of 6', el: 'Ποτήρια Μπορντό, σετ των 6' },
  cents: 78_00,
}
export const sofa: Product = {
  id: 1101,
  name: { en: 'Three-seat sofa and reading lamp', el: 'Τριθέσιος καναπές και φωτιστικό διαβάσματος' },
  cents: 1290_00,
}
export const dive: Product = {
  id: 2011,
  name: { en: 'First dive with an instructor', el: 'Πρώτη κατάδυση με εκπαιδευτή' },
  cents: 95_00,
}
export const card = {
  id: 186584,
  variant: 18658401,
  name: { en: 'Gift card', el: 'Δωροκάρτα' },
  cents: 50_00,
}
export const shareCents = 30_00

const giftRequests = [
  { product_id: glasses.id, is_group_gifting: true },
  { product_id: sofa.id, is_group_gifting: true },
  { product_id: dive.id },
  { product_id: card.id, variant_id: card.variant },
]

/** A registry with these gifts, of a host with that language. */
export const createMoneyRegistry = (
  url: string,
  language: Language,
  dates: { registry_date?: Day; end_date?: Day } = {},
): Promise<TestRegistry> => createTestRegistry(url, giftRequests, dates, language)

/** A guest pays for a contribution, the experience and the gift card in one order; resolves once it is counted. */
export async function giveMoney({ url, id }: TestRegistry, language: Language, giver: Giver) {
  const { redirects } = await callApi<{ redirects: { checkout_url: string } }>(url, '/cart/create', {
    registry_id: id,
    giver_name: `${giver.name} ${giver.surname}`,
    message: giver.message,
    lang: language,
    line_items: [
      { product_id: glasses.id, quantity: 1, is_group_gifting: true, list_price: shareCents / 100 },
      { product_id: dive.id, quantity: 1 },
      { product_id: card.id, variant_id: card.variant, quantity: 1 },
    ],
  })
  const api = await request.newContext()
  expect(await payOverHttp(api, redirects.checkout_url, giver)).toBeGreaterThan(0)
  await api.dispose()
  await expect(async () => {
    const gifts = await callApi<{ data: { product_id: number; collected: number }[] }>(
      url,
      '/registry/show/products',
      { registry_id: id },
    )
    const { collected } = gifts.data.find(gift => gift.product_id === glasses.id) ?? {}
    expect(collected).toBe(shareCents / 100)
  }).toPass()
}
