import type { Page } from '@playwright/test'
import { dayInAthens } from '../src/base/dates.ts'
import { m } from '../src/paraglide/messages.js'
import { checkPage, desktop, expect, phone, test } from './fixtures.ts'
import { signInByForm } from './hosting-steps.ts'
import { card, createMoneyRegistry, dive, giveMoney, giver, glasses } from './money-registry.ts'
import {
  collectGiftCard,
  confirmCollecting,
  giftRow,
  openMoney,
  payTheRest,
  printGiftCard,
  proveAndCollect,
  readPayout,
  readStatement,
  redeemGift,
  refuseWhileWorking,
  transferChange,
} from './money-steps.ts'
import { startSite } from './running-site.ts'
import { type HostSession, signIn } from './test-registry.ts'

/** The quick run takes the first one: the closing is walked in English on a desktop. */
const journeys = [
  ['el', phone],
  ['en', desktop],
] as const

for (const [language, viewport] of journeys)
  test(`a host collects, redeems and transfers money, in ${language}`, async ({ site, visitor }) => {
    const registry = await createMoneyRegistry(site.url, language)
    const part = { page: await visitor({ viewport, expectsRefusals: true }), language, registry }
    await signIn(part)
    await openMoney(part)
    await expect(part.page.getByText(m.giftcard_empty({}, { locale: language }))).toBeVisible()
    await giveMoney(registry, language, giver)
    await openMoney(part)
    await checkPage(part.page, language, 'money-full')
    const code = await collectGiftCard(part)
    await printGiftCard(part, code)
    await redeemGift(part)
    await transferChange(part)
    await readStatement(part, code)
  })

// The site is started anew twice, days later; over HTTP each step has a test of its own.
test('the host pays the rest of a gift; after the closing the host has the rest as a gift card, and guests see it closed', async ({
  visitor,
}) => {
  const at = { locale: 'en' } as const
  const site = await startSite()
  try {
    const today = dayInAthens(new Date())
    const registry = await createMoneyRegistry(site.url, 'en', { registry_date: today, end_date: today })
    await giveMoney(registry, 'en', giver)
    const pageBefore = await visitor({ viewport: desktop, baseURL: site.url })
    await signIn({ page: pageBefore, language: 'en', registry })
    await payTheRest({ page: pageBefore, language: 'en', registry }, { ...giver, email: registry.host.email })
    await pageBefore.close()
    const oldSignIn = await signInWithMoney(site.url, () => visitor({ viewport: desktop, baseURL: site.url }))
    await site.restartLater(2)
    await openMoney(oldSignIn)
    await proveAndCollect(oldSignIn)
    await oldSignIn.page.close()
    const guest = await visitor({ viewport: phone, baseURL: site.url })
    await guest.goto(`/registry/${registry.id}?lang=en`)
    await expect(guest.getByRole('heading', { name: m.registry_closed({}, at) })).toBeVisible()
    await expect(guest.getByText(m.registry_goodbye({}, at))).toBeVisible()
    await expect(guest.getByRole('link', { name: m.registry_share({}, at) })).toHaveCount(0)
    await expect(guest.getByRole('link', { name: new RegExp(m.gift_give({}, at)) })).toHaveCount(0)
    await checkPage(guest, 'en', 'money-closed-guest')
    await guest.close()
    const page = await visitor({ viewport: desktop, baseURL: site.url })
    const part = { page, language: 'en' as const, registry }
    await signInByForm(part)
    await openMoney(part)
    await expect(page.getByText(m.giftcard_closed_note({}, at))).toBeVisible()
    await readPayout(part, dive.cents + card.cents)
    await page.close()
  } finally {
    await site.stop()
  }
})

/** A host of another registry, which stays open, signed in; with money in it. */
async function signInWithMoney(url: string, open: () => Promise<Page>): Promise<HostSession> {
  const registry = await createMoneyRegistry(url, 'en')
  await giveMoney(registry, 'en', giver)
  const part = { page: await open(), language: 'en' as const, registry }
  await signIn(part)
  return part
}

test('a refusal and the key of its form stay while the page refreshes itself', async ({ site, visitor }) => {
  const part = await signInWithMoney(site.url, () => visitor({ viewport: desktop, expectsRefusals: true }))
  await openMoney(part)
  await refuseWhileWorking(part)
})

test('money is collected without JavaScript, by plain forms', async ({ site, visitor }) => {
  const registry = await createMoneyRegistry(site.url, 'el')
  await giveMoney(registry, 'el', giver)
  const page = await visitor({ viewport: phone, javaScriptEnabled: false })
  const part = { page, language: 'el' as const, registry }
  await signInByForm(part)
  await openMoney(part)
  await confirmCollecting(part)
  await expect(page.getByText(m.giftcard_done_collected({}, { locale: 'el' }))).toBeVisible()
  await expect(giftRow(part, glasses)).toContainText(m.giftcard_state_issued({}, { locale: 'el' }))
})
