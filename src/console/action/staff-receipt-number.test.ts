import { afterEach, beforeAll, expect, test } from 'vitest'
import { aGift } from '../../../test/builders.ts'
import { expectInvariants } from '../../../test/invariants.ts'
import { aHostWithMoney, type HostWithMoney } from '../../../test/money.ts'
import { opened } from '../../../test/opened.ts'
import { openActionPages } from '../../../test/staff-actions.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { listReceivedGifts, type ReceivedGift } from '../../orders/received.contract.ts'

const pages = opened(() => openActionPages())
let app: TestApp
let host: HostWithMoney
beforeAll(async () => {
  app = pages.app
  host = await aHostWithMoney(app)
})
afterEach(() => expectInvariants(app.db, host.registry.id))

let number = 7000
const receiptsOf = () =>
  app.db.selectFrom('till_receipt').selectAll().where('registry_id', '=', host.registry.id).execute()
const received = async () =>
  (await app.call<ReceivedGift[]>(listReceivedGifts, { registry_id: host.registry.code }, host.token)).data

test('a number that was typed wrongly is corrected, with or without marks one and the same', async () => {
  const gift = await aGift(app, host.registry, { quantity: 3, cents: 2000 })
  const wrong = `A-${++number}`
  const right = `A-${++number}`
  const fields = { registry: host.registry.code, receipt: wrong, gift: gift.id, units: 1, giver: 'Άννα' }
  expect(await pages.act(pages.support, 'receipt_recorded', fields)).toMatchObject({ status: 302 })
  const { id } = (await receiptsOf())[0]!
  const bare = wrong.replace('-', '')
  for (const again of [bare, wrong.replace('-', '/'), wrong.replace('-', '.')])
    expect(
      (await pages.look(pages.support, 'receipt_recorded', { ...fields, receipt: again })).text,
    ).toContain('recorded already')
  const form = await pages.look(pages.support, 'receipt_renumbered', { receipt: id })
  expect(form.html).toContain(`value="${wrong}"`)
  expect(
    (await pages.look(pages.support, 'receipt_renumbered', { receipt: id, number: wrong })).text,
  ).toContain('This is the number already.')
  const taken = await pages.look(pages.support, 'receipt_recorded', { ...fields, receipt: right })
  expect(await pages.act(pages.support, 'receipt_renumbered', { receipt: id, number: right })).toMatchObject({
    status: 302,
  })
  // A form for that number that was opened before is refused, and a receipt can't get another's number.
  expect((await pages.send(pages.support, 'receipt_recorded', taken.hidden)).status).toBe(409)
  expect(await received()).toMatchObject([{ receipt: right, giver: 'Άννα', units: 1, state: 'paid' }])
  expect(await host.emails('gift-given')).toHaveLength(1)
  expect(await pages.audited('receipt_renumbered', host.registry)).toMatchObject([
    { before: { receipt: wrong }, after: { receipt: right } },
  ])
  expect(await pages.act(pages.support, 'receipt_recorded', fields)).toMatchObject({ status: 302 })
  const other = (await receiptsOf()).find(one => one.id !== id)!
  const refused = await pages.look(pages.support, 'receipt_renumbered', { receipt: other.id, number: right })
  expect(refused.text).toContain('Another receipt is recorded')
  expect(refused.hidden.version).toBeUndefined()
  // The same number in another spelling is no conflict.
  const spelled = { receipt: id, number: right.replace('-', ' ') }
  expect(await pages.act(pages.support, 'receipt_renumbered', spelled)).toMatchObject({ status: 302 })
  await pages.act(pages.support, 'receipt_reversed', { receipt: id })
  const late = await pages.look(pages.support, 'receipt_renumbered', { receipt: id, number: `A-${++number}` })
  expect(late.text).toContain('taken back already')
})
