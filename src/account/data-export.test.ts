import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { accountClient, laptop } from '../../test/account-client.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { life, type TableName } from '../server/postgres/life.ts'
import { personOf } from '../server/postgres/life-data.ts'

const site = opened(() => testApp({ shop: 'none' }))

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
  ...tableNames.filter(table => personOf(table)?.export),
  // Exported as parts of other entries, without an entry of their own in `life`.
  ...['customer', 'handoff', 'handoff_line', 'outbox', 'purchase', 'registry', 'till_receipt'],
]
const omittedTables = [
  // Hashes of single-use codes.
  'link',
  // Addresses, search indexes and the progress of e-mails and closings, all derived from tables that are exported.
  ...[
    'certificate_lowering',
    'closing',
    'closing_notice',
    'delivery',
    'freed_unit',
    'guest_list_notice',
    'late_money',
    // Belongs to a buyer without an account; the e-mail is deleted once the gift card is made.
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
  // Shown by the registry's page and the invitation.
  ...['picture', 'share_picture'],
  // About the merchant's staff, who are no customers; the shop itself answers their requests.
  ...['staff_audit', 'staff_money_act', 'staff_note', 'staff_person', 'staff_work'],
  // Written without an account, under an unconfirmed e-mail; deleted after 30 days.
  ...['contact_message'],
  // Exist only in a demonstration.
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
