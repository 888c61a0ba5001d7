import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountClient, laptop } from '../../test/account-client.ts'
import { type SingleTestApp, testApp } from '../../test/test-app.ts'
import { life, type TableName } from '../server/postgres/life.ts'

let site: SingleTestApp
beforeAll(async () => {
  site = await testApp({ shop: 'none' })
})
afterAll(() => site.close())

const { register, registerConfirmed } = accountClient(() => site)

/** Tables with a column of one of these names are about a person: exported, or left out for a reason. */
const personalColumns = [
  'registry_id',
  'customer_id',
  'guest_id',
  'email',
  'recipient',
  'to_email',
  'giver_email',
]
const tableNames = Object.keys(life) as TableName[]
const exportedTables = [
  ...tableNames.filter(table => life[table].person?.export),
  // Together with others.
  ...['customer', 'handoff', 'handoff_line', 'outbox', 'purchase', 'registry', 'till_receipt'],
]
const omittedTables = [
  // Digests of codes that open something once.
  'link',
  // Bookkeeping of what is exported: addresses, indexes, and how far an e-mail or a closing is.
  ...[
    'certificate_lowering',
    'closing',
    'closing_notice',
    'delivery',
    'freed_unit',
    'guest_list_notice',
    'late_money',
    // Somebody without an account bought it in the shop; the e-mail is gone once the gift card is made.
    'line_certificate',
    'unclaimed_money',
    'search_change',
    'search_entry',
    'search_mention',
    'invitation',
    'invitation_email',
    'transfer',
    'negative_balance',
    'slug',
  ],
  // Pictures, which the registry's page and the invitation show.
  ...['picture', 'share_picture'],
  // The merchant's staff, who are no customers, and what they did and noted; the shop answers for that when it is asked.
  ...['staff_audit', 'staff_money_act', 'staff_note', 'staff_person', 'staff_work'],
  // Written without an account, under an e-mail that nobody has proved; gone after 30 days.
  ...['contact_message'],
  // The demonstration's own mailboxes.
  ...['mailbox', 'text_message'],
]

test('a table about people is in the download, or is left out for a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in (${sql.join(personalColumns)})`.execute(site.db)
  expect(rows.map(({ name }) => name).sort()).toEqual([...exportedTables, ...omittedTables].sort())
})

describe('the personal data', () => {
  test('contains everything about the person, and nothing that gives access', async () => {
    const token = await registerConfirmed('exported@example.gr')
    await register('stranger@example.gr')
    const { body } = await site.post('/me/data', {}, { token })
    expect(body.data).toMatchObject({
      account: { email: 'exported@example.gr', name: 'Ελένη' },
      sessions: [{ agent: laptop }],
      email_changes: [],
      security: expect.arrayContaining([expect.objectContaining({ kind: 'registered' })]),
      registries: [],
      letters: [{ template: 'welcome' }, { template: 'protected-act' }],
    })
    const json = JSON.stringify(body)
    for (const secret of ['hash', 'argon2', token, 'stranger@']) expect(json).not.toContain(secret)
  })
})
