import { expect, test } from 'vitest'
import { aHost, aRegistry } from '../../test/builders.ts'
import { newAddress, setUpInvitations } from '../../test/invitations.ts'
import { deleteEmails } from '../server/email/outbox.ts'
import { eraseRowsOfCustomer } from '../server/postgres/life-data.ts'
import { findRows } from '../server/postgres/rows.ts'
import { importGuests, removeGuest } from './guests.contract.ts'
import { eraseCustomerInvitations } from './guests.ts'
import { sendReply } from './reply.contract.ts'
import { removeInvitation, resendInvitation } from './sending.contract.ts'

const t = setUpInvitations()

test('phones are stored in E.164, and an address belongs to one guest', async () => {
  const email = newAddress()
  const { data } = await t.saveGuest({ name: 'Άννα', email, phone: '694 400 0000' })
  expect(await t.listGuests()).toMatchObject([
    { id: data.id, phone: '+306944000000', language: 'el', people: 1 },
  ])
  const again = await t.saveGuest({ name: 'Άλλη', email: email.toUpperCase() })
  expect([again.status, again.data.keys]).toEqual([422, { email: 'guest_email_twice' }])
  expect((await t.saveGuest({ id: data.id, name: 'Άννα Μαρία', email })).status).toBe(200)
  expect((await t.saveGuest({ people: 3 })).data.keys).toEqual({ name: 'guest_nobody' })
})

test('an import adds the valid lines, and nobody twice', async () => {
  const [one, two] = [newAddress(), newAddress()]
  const list = `Άννα;${one}\nΝίκος;${two};χ@\n;κακό@`
  const importList = () => t.callAsHost<object>(importGuests, { list })
  expect((await importList()).data).toEqual({ added: 2, known: 0, wrong: 1 })
  expect((await importList()).data).toEqual({ added: 0, known: 2, wrong: 1 })
})

test('another host can’t reach a guest', async () => {
  const { data } = await t.saveGuest({ name: 'Άννα' })
  const other = await aHost(t.app)
  const theirs = await aRegistry(t.app, other)
  for (const endpoint of [removeGuest, resendInvitation, removeInvitation]) {
    const answer = await t.app.call(endpoint, { registry_id: theirs.code, id: data.id }, { as: other.token })
    expect(answer.status).toBe(404)
  }
  expect(await t.listGuests()).toHaveLength(1)
})

test('erasing an account deletes its guests and the unsent e-mails to them', async () => {
  await t.sendInvitations(newAddress())
  const [{ token } = { token: '' }] = await t.listGuests()
  await t.app.call(sendReply, { token, reply: 'not_coming' })
  const outbox = () =>
    findRows(t.app.db, 'outbox', {
      where: { state: 'waiting', template: { in: ['invitation', 'reply-kept'] } },
      columns: ['template'],
    })
  expect((await outbox()).map(({ template }) => template).sort()).toEqual(['invitation', 'reply-kept'])
  await eraseCustomerInvitations(t.app.db, { customerId: t.host.id }, { deleteEmails, now: t.app.clock.now })
  await eraseRowsOfCustomer(t.app.db, t.host.id)
  expect(await outbox()).toEqual([])
  const guests = t.app.db.selectFrom('guest').select('id').where('registry_id', '=', t.registry.id)
  expect(await guests.execute()).toEqual([])
})
