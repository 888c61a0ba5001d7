import { expect, test } from 'vitest'
import { aGift, lineOf } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney, giveGifts, listAllCertificates, spendCertificate } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { purchasesOf } from '../../../test/orders.ts'
import { openActionPages } from '../../../test/staff-actions.ts'

const pages = opened(() => openActionPages())

test('what was spent of a returned unit that is refunded all the same is owed, and no other guest pays for it', async () => {
  const { app } = pages
  const host = await aHostWithMoney(app)
  const gift = await aGift(app, host.registry, { quantity: 4, cents: 1500 })
  const give = () => giveGifts(app, host.registry, [lineOf(gift, { units: 1 })])
  const returned = await give()
  await give()
  const [{ line_id: line } = { line_id: 0 }] = await purchasesOf(app, gift)
  await pages.act(pages.manager, 'unit_returned', { order: returned, line, units: 1 })
  await host.collect({ id: gift.id, type: 'change' })
  const [card] = (await listAllCertificates(app)).filter(one => one.to === host.email)
  await spendCertificate(app, card!.id, 1500)
  await app.shop.actions.refund(returned)
  await app.deliver()
  for (let turn = 0; turn < 2; turn++) {
    await app.job('certificate-lowerings')
    app.later(1)
  }
  await give()
  expect(await purchasesOf(app, gift)).toMatchObject([
    { state: 'void' },
    { units: 1, credited_units: 1 },
    { units: 1, credited_units: 1 },
  ])
  expect(await host.collected()).toMatchObject({ open: 0, owed: 15 })
  await expectInvariants(app.db, host.registry.id)
})
