import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openHostPages, pageProducts } from '../../test/host-pages.ts'
import { opened } from '../../test/opened.ts'
import { consoleOn, staffClient, staffCookieOf } from '../../test/staff-client.ts'

const giver = 'Zinovia@Example.gr'
const typed = 'zinovia@example.gr'
const reason = 'asked by letter, identity seen'

const pages = opened(() => openHostPages(consoleOn))
let manager: string
beforeAll(async () => {
  manager = await staffCookieOf(pages.app, 'manager')
})
beforeEach(() => pages.startOver())

const staff = staffClient(() => pages.app)
const post = async (fields: Record<string, string>, path = '/staff/people') => {
  const answer = await staff.send(path, fields, { cookie: manager })
  return { status: answer.status, text: await answer.text() }
}
const find = (email: string) => post({ intent: 'find', email })

/** Somebody who gave a gift with a message, is on the guest list, and wrote to the shop. */
async function aPerson() {
  const { db, clock } = pages.app
  const orderId = await pages.give(await pages.insertGift(pageProducts.teapot), 'units', {
    giver_email: giver,
  })
  await db
    .updateTable('handoff')
    .set({ giver_email: giver, giver_name: 'Ζηνοβία', message: 'Χρόνια πολλά' })
    .where('registry_id', '=', pages.registry.id)
    .execute()
  const { id: guestId } = await db
    .insertInto('guest')
    .values({
      registry_id: pages.registry.id,
      name: 'Ζηνοβία',
      email: giver,
      email_key: typed,
      phone: '+306941234567',
      language: 'el',
      people: 1,
      notes: 'θεία',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const message = { name: 'Ζηνοβία', email: giver, message: 'Πότε έρχεται;', created_at: clock.now }
  await db
    .insertInto('contact_message')
    .values({ cause: `test:${guestId}`, ...message })
    .execute()
  await db
    .insertInto('outbox')
    .values({
      cause: `gift-thanks:order:${orderId}:x`,
      template: 'gift-thanks',
      channel: 'mail',
      language: 'el',
      recipient: giver,
      recipient_key: typed,
      props: '{}',
      message_id: `<${guestId}@test>`,
      state: 'waiting',
      next_attempt_at: clock.now,
      created_at: clock.now,
    })
    .execute()
  return { orderId, guestId }
}

const auditLines = async () =>
  (
    await pages.app.db
      .selectFrom('staff_audit')
      .leftJoin('staff_audit_value', 'audit_id', 'id')
      .select(['action', 'before', 'after', 'reason'])
      .where('action', 'like', 'person_%')
      .orderBy('id')
      .execute()
  ).map(line => JSON.stringify(line))

describe('a person by e-mail', () => {
  test('is found in every part, however the address is spelled, and downloaded; both are audited', async () => {
    await aPerson()
    const { text } = await find(typed)
    for (const words of [
      'Gifts given (1)',
      'On guest lists (1)',
      'Messages to us (1)',
      'Letters (1)',
      pages.registry.code,
    ])
      expect(text).toContain(words)
    const file = await post({ email: typed }, '/staff/people/file')
    expect(JSON.parse(file.text)).toMatchObject({
      host: null,
      given: [{ registry: pages.registry.code, name: 'Ζηνοβία', message: 'Χρόνια πολλά' }],
      invited: [{ name: 'Ζηνοβία', notes: 'θεία' }],
      wrote: [{ message: 'Πότε έρχεται;' }],
      letters: [{ template: 'gift-thanks' }],
    })
    expect((await find('nobody@example.gr')).text).toContain('Nothing is kept of this e-mail.')
    expect((await find('zinovia')).status).toBe(422)
    const lines = await auditLines()
    expect(lines.map(line => JSON.parse(line).action)).toEqual([
      'person_looked_up',
      'person_exported',
      'person_looked_up',
    ])
    expect(lines.join()).not.toContain(typed)
  })

  test('is erased everywhere at once, twice or by two at a time; what was given stays counted', async () => {
    const { db } = pages.app
    const { orderId } = await aPerson()
    expect((await post({ intent: 'erase', email: typed, reason })).status).toBe(422)
    expect((await post({ intent: 'erase', email: typed, reason: '', sure: 'on' })).status).toBe(422)
    const erase = () => post({ intent: 'erase', email: typed, reason, sure: 'on' })
    const answers = await Promise.all([erase(), erase()])
    expect(answers.map(({ status }) => status)).toEqual([302, 302])
    const [purchase] = await db.selectFrom('purchase').selectAll().where('order_id', '=', orderId).execute()
    expect(purchase).toMatchObject({
      giver_name: '',
      giver_email: null,
      message: null,
      state: 'paid',
      cents: 4000,
    })
    const [handoff] = await db
      .selectFrom('handoff')
      .selectAll()
      .where('registry_id', '=', pages.registry.id)
      .execute()
    expect(handoff).toMatchObject({ giver_name: '', giver_email: null, message: null, erased: true })
    for (const table of ['guest', 'contact_message', 'outbox'] as const)
      expect([table, JSON.stringify(await db.selectFrom(table).selectAll().execute())]).toEqual([
        table,
        expect.not.stringMatching(/zinovia|Ζηνοβία/i),
      ])
    expect((await find(typed)).text).toContain('Nothing is kept of this e-mail.')
    const erasures = (await auditLines()).filter(line => line.includes('person_erased'))
    expect(erasures).toHaveLength(2)
    expect(erasures.join()).not.toContain(typed)
    expect(erasures[0]).toContain(reason)
  })

  test('with an account leaves by the rules of hosts; their letters stay until then', async () => {
    const { db } = pages.app
    const { email, id } = pages.host
    const { text } = await find(email)
    expect(text).toContain(`/staff/hosts/${id}`)
    expect((await post({ intent: 'erase', email, reason, sure: 'on' })).status).toBe(302)
    const host = await db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(host).toMatchObject({ erased_at: null, deletion_requested_at: expect.any(Date) })
    const letters = await db.selectFrom('outbox').select('template').where('recipient', '=', email).execute()
    expect(letters).toEqual([{ template: 'account-leaving' }])
  })
})
