import fc from 'fast-check'
import { aGift, aGiftCard } from './builders.ts'
import { aHostWithMoney, anExperience } from './money.ts'
import { moneyActs, pick } from './money-acts.ts'
import { moneyReportModel } from './money-report-model.ts'
import { openActionPages } from './staff-actions.ts'

const often = ['give', 'give', 'give', 'collect', 'refund-units', 'wait'] as const
const sometimes = [
  ...['give-two', 'pay-late', 'refund', 'refund-amount', 'place-refund', 'unplace-refund'],
  ...['receipt', 'receipt-money', 'take-back', 'move', 'return', 'return', 'redeem'],
  ...['cancel-order', 'restore-order', 'spend', 'count'],
] as const

/** What somebody does: guests, hosts, or staff in the shop and in the console. */
export const anyMoneyStep = fc.record({
  act: fc.constantFrom<string>(...often, ...sometimes),
  which: fc.nat({ max: 9 }),
  cents: fc.integer({ min: 500, max: 4000 }),
})
export type MoneyStep = typeof anyMoneyStep extends fc.Arbitrary<infer S> ? S : never

/** A shop with its console, and the model that looks at the shop after everything that happens. */
export async function openMoneyHistories() {
  const pages = await openActionPages(1, { GIFT_CARD_YEARS: '1' })
  const { app } = pages

  /** Everything that the shop lists at that path, as its staff read it. */
  async function readShop<T>(path: string): Promise<T[]> {
    const all: T[] = []
    for (let page = 1; ; page++) {
      const answer = await app.staff('GET', path.startsWith('/v2') ? `${path}?limit=250&page=${page}` : path)
      const body = answer.status === 204 ? [] : ((await answer.json()) as T[] | { data: T[] })
      if (!Array.isArray(body)) return body.data
      all.push(...body)
      if (body.length < 250) return all
    }
  }
  const model = moneyReportModel(readShop)
  const { close } = pages
  return { pages, app, model, readShop, look: () => model.look(app.clock.now), close }
}
type MoneyHistories = Awaited<ReturnType<typeof openMoneyHistories>>

/** A registry of a host with a gift of every kind. */
export async function startHistory(shop: MoneyHistories) {
  const { app, model, pages } = shop
  const year = app.clock.now.getUTCFullYear() + 4
  const host = await aHostWithMoney(app, { event_day: `${year}-06-19`, closing_day: `${year}-07-19` })
  const gifts = {
    groups: [
      await aGift(app, host.registry, { group: true, cents: 9000 }),
      await aGift(app, host.registry, { group: true, cents: 3000 }),
    ] as const,
    goods: await aGift(app, host.registry, { quantity: 4, cents: 1111 }),
    /** One unit, of which guests who pay late buy more. */
    wanted: await aGift(app, host.registry, { quantity: 1, cents: 2345 }),
    experience: await anExperience(app, host.registry, 3),
    card: await aGiftCard(app, host.registry),
  }
  const goods = new Set([gifts.goods.productId, gifts.wanted.productId])
  model.registry({ code: host.registry.code, email: host.email, goods })
  return {
    ...shop,
    host,
    gifts,
    manager: await pages.newManager(),
    orders: [] as { id: number; lines: { id: number }[] }[],
    receipts: [] as { id: number; number: string }[],
    refunds: [] as { id: number; order: number; cents: number; isPlaced: boolean }[],
  }
}
export type MoneyHistory = Awaited<ReturnType<typeof startHistory>>

async function perform(history: MoneyHistory, step: MoneyStep): Promise<void> {
  const { app, pages, look } = history
  app.later(1)
  if (step.act === 'count') return app.job('held-money', step.which % 2 === 0 ? 'A' : 'B')
  if (step.act === 'wait') return app.later(24 * 60 * (pick([1, 9, 33, 40, 200], step.which) ?? 1))
  history.manager = await pages.newManager()
  await moneyActs[step.act]?.(history, step)
  await app.deliver()
  await look()
  await followUp(history)
}

/** What staff and shop did is followed up: payouts are made, gift cards lowered. */
export async function followUp({ app, look }: MoneyHistories): Promise<void> {
  for (let turn = 0; turn < 2; turn++) {
    for (const job of ['payouts', 'certificate-lowerings']) {
      await app.job(job)
      await look()
    }
    app.later(1)
  }
}

/** A registry's months; answers the registry. */
export async function playMoneyHistory(shop: MoneyHistories, steps: MoneyStep[]): Promise<{ id: number }> {
  const history = await startHistory(shop)
  for (const step of steps) await perform(history, step)
  return history.host.registry
}
