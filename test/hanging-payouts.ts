import { expect } from 'vitest'
import type { PayoutRow } from '../src/money/payout/payout.sql.ts'
import type { HostWithMoney } from './money.ts'
import type { ActionPages } from './staff-actions.ts'
import type { TestApp } from './test-app.ts'

type Certificate = Record<string, unknown>
let count = 0

/** What tests of payouts that the shop did not make at once need. */
export function hangingPayoutTools(current: () => { app: TestApp; host: HostWithMoney }) {
  /** A payout that the shop doesn't answer. */
  async function aHangingPayout(cents = 4000) {
    const { app, host } = current()
    const gift = await host.fundedGift(cents, cents + 5000)
    app.shop.faults.routes = [{ path: '/stores/:hash/v2/gift_certificates', answer: '500' }]
    const { data } = await host.collect({ id: gift.id })
    app.shop.faults.routes = []
    const row = app.db.selectFrom('payout').selectAll().where('id', '=', data.id)
    return { id: data.id, giftId: gift.id, read: () => row.executeTakeFirstOrThrow() }
  }

  /** Somebody makes the certificate in the shop by hand. */
  async function makeByHand(code: string, cents: number): Promise<number> {
    const { app, host } = current()
    const person = { to_name: 'Host', to_email: host.email, from_name: 'Shop', from_email: 'shop@shop.gr' }
    const amount = (cents / 100).toFixed(2)
    const fields = { ...person, code, amount, balance: amount, status: 'active' }
    const answer = await app.staff('POST', '/v2/gift_certificates', fields)
    expect(answer.status).toBeLessThan(300)
    return ((await answer.json()) as { id: number }).id
  }

  /** A payout that waits, and a certificate that was made for it by hand. */
  async function aHandmadeCard() {
    const code = `7KQM-X3PA-9TRB-X${String(count++).padStart(3, '0')}`
    const payout = await aHangingPayout()
    current().app.later(2)
    return { ...payout, code, cardId: await makeByHand(code, 4000), before: await payout.read() }
  }

  /** Somebody pays with it; that much is left. */
  async function spend(certificateId: number, balance: string): Promise<void> {
    const { app } = current()
    const path = `/v2/gift_certificates/${certificateId}`
    const answer = await app.staff('GET', path)
    const { id, order_id, purchase_date, expiry_date, ...fields } = (await answer.json()) as Certificate
    expect((await app.staff('PUT', path, { ...fields, balance })).status).toBe(200)
  }

  return { aHangingPayout, makeByHand, aHandmadeCard, spend }
}

/** What tests of payouts that are certificates made by hand do. */
export function handmadeTools(current: () => { pages: ActionPages; host: HostWithMoney }) {
  const openForm = ({ id, code }: { id: number; code: string }) => {
    const { pages } = current()
    return pages.look(pages.manager, 'payout_finished', { payout: id, code })
  }
  return {
    openForm,
    async finish(card: { id: number; code: string }) {
      const { pages } = current()
      return pages.send(pages.manager, 'payout_finished', (await openForm(card)).hidden)
    },
    /** The payout is as a backup of before has it: it waits, and nobody was told. */
    async restore({ id, ...before }: PayoutRow): Promise<void> {
      const { db } = current().pages.app
      const set = { ...before, modifiers: JSON.stringify(before.modifiers) }
      await db.updateTable('payout').set(set).where('id', '=', id).execute()
      await db.deleteFrom('outbox').where('cause', '=', `giftcard-issued:${id}`).execute()
    },
    /** Two processes at once, until nothing waits that could be done. */
    async tryPayouts(): Promise<void> {
      const { app } = current().pages
      for (let round = 0; round < 3; round++) {
        app.later(5)
        await Promise.all([app.job('payouts', 'A'), app.job('payouts', 'B')])
      }
    },
    /** The payout is that certificate, once: the shop has made no other, and the host has one letter with its code. */
    async expectPaidOnce(card: { code: string; cardId: number; read: () => Promise<PayoutRow> }) {
      const { host } = current()
      expect(await card.read()).toMatchObject({ state: 'done', code: card.code, shop_id: card.cardId })
      expect((await host.certificates()).map(({ code }) => code)).toEqual([card.code])
      expect(await host.emails('giftcard-issued')).toMatchObject([{ props: { certificate: card.code } }])
    },
  }
}
