import { beforeAll, describe, expect, test } from 'vitest'
import { accountClient, person } from '../../../test/account-client.ts'
import { aRegistry } from '../../../test/builders.ts'
import { opened } from '../../../test/opened.ts'
import { consoleOn, staffClient } from '../../../test/staff-client.ts'
import { testApp } from '../../../test/test-app.ts'

const site = opened(() => testApp({ shop: 'none', pages: true, env: consoleOn }))
let support: string
let manager: string
let second: string
beforeAll(async () => {
  support = await staff.sessionOf('support@shop.gr', 'support')
  manager = await staff.sessionOf('manager@shop.gr', 'manager')
  second = await staff.sessionOf('second@shop.gr', 'owner')
})

const staff = staffClient(() => site)
const { post, register, isSignedIn, emailsTo } = accountClient(() => site)
const path = '/staff/actions/email_corrected'
const reason = 'They called from the number on file; the old mailbox is gone.'

async function aConfirmedHost(email: string) {
  const token = await register(email)
  const { id } = await site.db
    .updateTable('customer')
    .set({ confirmed_at: site.clock.now })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token, email }
}

/** Types the address; answers the page, and what its confirmation would send. */
async function type(host: number, email: string, cookie = manager, language = 'en') {
  const fields = { step: 'look', host: String(host), email }
  const answer = await staff.send(`${path}?host=${host}&lang=${language}`, fields, { cookie })
  const html = await answer.text()
  const form = html.slice(html.indexOf('method="post"', html.indexOf('<h1'))).split('</form>', 1)[0] ?? ''
  const hidden = Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, key, value]) => [
      key ?? '',
      value ?? '',
    ]),
  )
  return { status: answer.status, html, hidden }
}

const confirmAsStaff = (hidden: Record<string, string>, cookie = manager, why = reason) =>
  staff.send(`${path}?host=${hidden.host}`, { ...hidden, reason: why }, { cookie })

const codeTo = async (email: string, template: string) =>
  String((await emailsTo(email, template)).at(-1)?.props.code)
const pendingOf = async (token: string) => (await site.get('/me/email-change', { token })).body.data.email
const auditOf = (customerId: number) =>
  site.db
    .selectFrom('staff_audit')
    .innerJoin('staff_audit_value', 'audit_id', 'id')
    .select(['reason', 'before', 'after'])
    .where('customer_id', '=', customerId)
    .where('action', '=', 'email_corrected')
    .execute()

describe('the e-mail of a host', () => {
  test('is corrected by a manager: both addresses are told, and it counts once the host confirms it', async () => {
    const host = await aConfirmedHost('old-mailbox@example.gr')
    const registry = await aRegistry(site, host)
    for (const page of [`/staff/hosts/${host.id}`, `/staff/registries/${registry.code}`]) {
      const link = `href="${path}?host=${host.id}&amp;lang=en"`
      expect(await (await staff.view(page, manager)).text()).toContain(link)
      expect(await (await staff.view(page, support)).text()).not.toContain(link)
    }
    const shown = await type(host.id, 'new-mailbox@example.gr')
    expect(shown.html).toContain('E-mail that waits to be confirmed')
    // Without a reason nothing is done and what was typed is kept; it never stands in the URL.
    const empty = await confirmAsStaff(shown.hidden, manager, '')
    expect([empty.status, (await empty.text()).includes('new-mailbox@example.gr')]).toEqual([422, true])
    const done = await confirmAsStaff(shown.hidden)
    expect([done.status, done.headers.get('location')]).toEqual([302, `/staff/hosts/${host.id}?lang=en`])
    expect(await pendingOf(host.token)).toBe('new-mailbox@example.gr')
    expect(await (await staff.view(`/staff/hosts/${host.id}`, support)).text()).toContain(
      'new-mailbox@example.gr',
    )
    const [notice] = await emailsTo(host.email, 'email-correction-requested')
    expect(notice?.props).toMatchObject({ email: 'n…@example.gr', device: null })

    const code = await codeTo('new-mailbox@example.gr', 'email-change-confirm')
    expect((await post('/email-change/confirm', { code })).status).toBe(403)
    expect((await post('/email-change/confirm', { code, password: person.password })).status).toBe(200)
    const proof = (await site.get('/me/proof', { token: host.token })).body.data
    expect(proof.hold_until).toBe(new Date(site.clock.now.getTime() + 72 * 3_600_000).toISOString())
    expect(await emailsTo(host.email, 'email-changed')).toHaveLength(1)

    const name = `${person.name} ${person.surname}`
    const facts = { name, email: host.email }
    expect(await auditOf(host.id)).toEqual([
      {
        reason,
        before: { ...facts, waiting_email: null },
        after: { ...facts, waiting_email: 'new-mailbox@example.gr' },
      },
    ])
    const history = site.db.selectFrom('registry_change').select(['what', 'customer_id', 'about'])
    expect(
      await history.where('registry_id', '=', registry.id).where('what', '=', 'shop_email').execute(),
    ).toEqual([{ what: 'shop_email', customer_id: null, about: null }])
  })

  test('is stopped from the old address, which ends whoever misled the staff', async () => {
    const host = await aConfirmedHost('misled@example.gr')
    await confirmAsStaff((await type(host.id, 'thief@example.gr')).hidden)
    expect(
      (await post('/email-change/stop', { code: await codeTo(host.email, 'email-correction-requested') }))
        .status,
    ).toBe(200)
    const code = await codeTo('thief@example.gr', 'email-change-confirm')
    expect((await post('/email-change/confirm', { code, password: person.password })).status).toBe(422)
    expect(await isSignedIn(host.token)).toBe(false)
  })

  test('shows beside the field what is wrong, in both languages, and is no way around the rules', async () => {
    const host = await aConfirmedHost('careful-host@example.gr')
    await aConfirmedHost('somebody-else@example.gr')
    for (const [email, en, el] of [
      ['', 'Field is required', 'Το πεδίο είναι υποχρεωτικό'],
      ['no address', 'Invalid email', 'δεν είναι έγκυρο'],
      ['Careful-Host@example.gr', 'has this e-mail already', 'έχει ήδη αυτό το'],
      ['somebody-ELSE@example.gr', 'already an account with this e-mail', 'Υπάρχει ήδη λογαριασμός'],
    ] as const)
      for (const [language, words] of [
        ['en', en],
        ['el', el],
      ] as const) {
        const { status, html, hidden } = await type(host.id, email, manager, language)
        expect([email, status, hidden.version]).toEqual([email, 422, undefined])
        expect(/aria-invalid="true".*?_error"[^>]*>.*?<\/svg>([^<]*)/.exec(html)?.[1]).toContain(words)
      }
    expect((await type(host.id, 'x@example.gr', support)).status).toBe(403)
    expect((await type(99_999_999, 'x@example.gr')).status).toBe(404)
    await site.db
      .updateTable('customer')
      .set({ deletion_requested_at: site.clock.now })
      .where('id', '=', host.id)
      .execute()
    const leaving = await type(host.id, 'x@example.gr')
    expect([leaving.status, leaving.html.includes('asked to be deleted')]).toEqual([409, true])
    expect(await emailsTo(host.email, 'email-correction-requested')).toEqual([])
  })

  test('is asked for once by two at the same moment; who comes second sees what the first did', async () => {
    const host = await aConfirmedHost('raced@example.gr')
    const forms = await Promise.all(
      ['one@example.gr', 'two@example.gr', 'three@example.gr', 'four@example.gr'].map((email, index) =>
        type(host.id, email, index % 2 ? second : manager),
      ),
    )
    const sent = await Promise.all(
      [...forms, ...forms].map(({ hidden }, index) => confirmAsStaff(hidden, index % 2 ? second : manager)),
    )
    // The winning form was sent twice and was done once.
    expect(sent.map(({ status }) => status).sort()).toEqual([302, 302, ...Array(6).fill(409)])
    const refused = await sent.find(({ status }) => status === 409)?.text()
    expect(refused).toMatch(/Person (manager|owner): Asked for another e-mail of the host/)
    expect(await auditOf(host.id)).toHaveLength(1)
    expect(await emailsTo(host.email, 'email-correction-requested')).toHaveLength(1)
    const waiting = site.db.selectFrom('email_change').select('new_email').where('customer_id', '=', host.id)
    expect(await waiting.where('expires_at', '>', site.clock.now).execute()).toHaveLength(1)
  })

  test('is no way to write to strangers without end', async () => {
    const host = await aConfirmedHost('often@example.gr')
    const statuses: number[] = []
    for (let i = 0; i < 6; i++)
      statuses.push((await confirmAsStaff((await type(host.id, `stranger${i}@example.gr`)).hidden)).status)
    expect(statuses).toEqual([302, 302, 302, 302, 302, 409])
  })
})
