import { dayInAthens } from '../src/base/dates.ts'
import { m } from '../src/paraglide/messages.js'
import { signsIn } from './hosting-gifts.ts'
import { desk, expect, passes, phone, test } from './journey.ts'
import {
  aMoneyRegistry,
  asksToCollect,
  card,
  collects,
  dive,
  giver,
  givesMoney,
  glasses,
  moves,
  opensMoney,
  paysTheRest,
  printsCard,
  readsPayout,
  readsStatement,
  redeems,
  rowOf,
} from './money.ts'
import { startSite } from './site.ts'

for (const [language, viewport] of [
  ['el', phone],
  ['en', desk],
] as const)
  test(`a host turns collected money into what it is for, in ${language}`, async ({ site, visitor }) => {
    const registry = await aMoneyRegistry(site.url, language)
    const keeping = { page: await visitor({ viewport, refused: true }), language, registry }
    await signsIn(keeping)
    await opensMoney(keeping)
    await expect(keeping.page.getByText(m.giftcard_empty({}, { locale: language }))).toBeVisible()
    await passes(keeping.page, language, 'money-empty')
    await givesMoney(await visitor({ viewport }), language, site.url, registry.id, giver)
    await opensMoney(keeping)
    await passes(keeping.page, language, 'money-full')
    const code = await collects(keeping)
    await printsCard(keeping, code)
    await redeems(keeping)
    await moves(keeping)
    await readsStatement(keeping, code)
  })

test('the host pays the rest of a gift himself; the registry closes, and its host and its guests read so', async ({
  visitor,
}) => {
  const at = { locale: 'en' } as const
  const site = await startSite()
  try {
    const today = dayInAthens(new Date())
    const registry = await aMoneyRegistry(site.url, 'en', { registry_date: today, end_date: today })
    await givesMoney(await visitor({ baseURL: site.url }), 'en', site.url, registry.id, giver)
    const before = await visitor({ viewport: desk, baseURL: site.url })
    await signsIn({ page: before, language: 'en', registry })
    await paysTheRest({ page: before, language: 'en', registry }, { ...giver, email: registry.host.email })
    await before.close()
    await site.later(2)
    const guest = await visitor({ viewport: phone, baseURL: site.url })
    await guest.goto(`/registry/${registry.id}?lang=en`)
    await expect(guest.getByText(m.registry_closed_note({}, at)).first()).toBeVisible()
    await expect(guest.getByRole('link', { name: new RegExp(m.gift_give({}, at)) })).toHaveCount(0)
    await passes(guest, 'en', 'money-closed-guest')
    await guest.close()
    const page = await visitor({ viewport: desk, baseURL: site.url })
    const keeping = { page, language: 'en' as const, registry }
    await signsIn(keeping)
    await opensMoney(keeping)
    await expect(page.getByText(m.giftcard_closed_note({}, at))).toBeVisible()
    await readsPayout(keeping, dive.cents + card.cents)
    await page.close()
  } finally {
    await site.stop()
  }
})

test('money is collected without JavaScript, by plain forms', async ({ site, visitor }) => {
  const registry = await aMoneyRegistry(site.url, 'el')
  await givesMoney(await visitor(), 'el', site.url, registry.id, giver)
  const page = await visitor({ viewport: phone, javaScriptEnabled: false })
  const keeping = { page, language: 'el' as const, registry }
  await signsIn(keeping)
  await opensMoney(keeping)
  await asksToCollect(keeping)
  await expect(page.getByText(m.giftcard_done_collected({}, { locale: 'el' }))).toBeVisible()
  await expect(rowOf(keeping, glasses)).toContainText(m.giftcard_state_issued({}, { locale: 'el' }))
})
