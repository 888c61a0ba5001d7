import { aGift, lineOf } from './builders.ts'
import { giveGifts, type HostWithMoney, listAllCertificates } from './money.ts'
import type { TestApp } from './test-app.ts'

/** What tests of lowered certificates do with a host's money; `current` answers the app and the host of the moment. */
export function loweringTools(current: () => { app: TestApp; host: HostWithMoney }) {
  const certificate = async (code: string) => {
    const found = (await listAllCertificates(current().app)).find(one => one.code === code)
    if (!found) throw new Error(`no certificate ${code}`)
    return found
  }
  return {
    certificate,
    balanceOf: async (code: string) => (await certificate(code)).balance,
    /** A group gift whose contributions, an order each, were collected as one certificate. */
    async paidOut(...amounts: number[]) {
      const { app, host } = current()
      const gift = await aGift(app, host.registry, { group: true, cents: 100_000 })
      const orders: number[] = []
      for (const cents of amounts) orders.push(await giveGifts(app, host.registry, [lineOf(gift, { cents })]))
      const { data } = await host.collect({ id: gift.id })
      return { gift, orders, code: data.code }
    },
    async refund(order: number | undefined) {
      const { app } = current()
      await app.shop.actions.refund(order ?? 0)
      await app.deliver()
    },
    /** Both processes look for work, so many times, with minutes in between. */
    async lower(times = 1) {
      const { app } = current()
      for (let time = 0; time < times; time++) {
        await Promise.all([app.job('certificate-lowerings', 'A'), app.job('certificate-lowerings', 'B')])
        app.later(2)
      }
    },
    /** What staff were told that the registry lacks. */
    async lackLetters() {
      const { app, host } = current()
      const letters = app.db.selectFrom('outbox').select('props')
      return letters.where('cause', 'like', `money-owed:${host.registry.id}:%`).execute()
    },
  }
}
