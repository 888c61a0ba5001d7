import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aHost, aRegistry } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { testApp } from '../../test/test-app.ts'
import { eraseRegistriesOfCustomer } from '../registry/account-deletion.ts'
import { findRows, getRow } from '../server/postgres/rows.ts'

const app = opened(() => testApp())

/** The text columns of a registry that stay when its owner's account is erased, each with the reason. */
const keptColumns: Record<string, string> = {
  code: 'purchases, payouts and the shop’s orders refer to it, and it names nobody',
  event_type: 'one of the shop’s own types, for its statistics',
  privacy: 'set to private, which is checked below',
  terms_version: 'which terms were agreed to: the shop’s own version, kept as its proof',
}

interface Column {
  column_name: string
  data_type: string
}

async function textColumnsOfRegistry(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select column_name, data_type from information_schema.columns
    where table_schema = current_schema() and table_name = 'registry'
      and data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'ARRAY', 'USER-DEFINED')`.execute(
    app.db,
  )
  return rows
}

const marker = 'papadokimi'

test('erasing an account leaves no text of its registries, except in the columns that are listed', async () => {
  const host = await aHost(app)
  const registry = await aRegistry(app, host)
  const columns = await textColumnsOfRegistry()
  const names = columns.map(column => column.column_name)
  expect(names).toEqual(
    expect.arrayContaining(['name', 'message', 'home_address', ...Object.keys(keptColumns)]),
  )
  const personal = columns.filter(column => !(column.column_name in keptColumns))
  const filled = personal.map(column => sql`${sql.ref(column.column_name)} = ${markerFor(column)}`)
  await app.db.transaction().execute(async tx => {
    // Switches off foreign keys, because the marker is neither a picture's name nor a slug.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update registry set ${sql.join(filled)} where id = ${registry.id}`.execute(tx)
  })
  const marked = await getRow(app.db, 'registry', { id: registry.id })
  expect(columnsWithMarker(marked)).toEqual(personal.map(one => one.column_name).sort())

  await eraseRegistriesOfCustomer(app.db, host.id, app.clock.now)

  const erased = await getRow(app.db, 'registry', { id: registry.id })
  expect(columnsWithMarker(erased)).toEqual([])
  expect(erased).toMatchObject({ privacy: 'private', code: registry.code })
})

function markerFor({ data_type }: Column) {
  return data_type.startsWith('json') ? JSON.stringify({ street: marker }) : marker
}

function columnsWithMarker(row: object): string[] {
  return Object.entries(row)
    .filter(([, value]) => JSON.stringify(value)?.includes(marker))
    .map(([name]) => name)
    .sort()
}

test('a co-host who is erased leaves neither e-mail nor name in the history of the other’s registry', async () => {
  const [owner, coHost] = [await aHost(app), await aHost(app, 'Μοναδική')]
  const { id } = await aRegistry(app, owner)
  const entry = { registry_id: id, at: app.clock.now }
  await app.db
    .insertInto('registry_change')
    .values([
      { ...entry, customer_id: owner.id, what: 'co_host_asked', about: coHost.email },
      { ...entry, customer_id: coHost.id, what: 'co_host_joined', about: null },
      { ...entry, customer_id: owner.id, what: 'co_host_left', about: 'Μοναδική' },
      { ...entry, customer_id: owner.id, what: 'gift_added', about: 'Μοναδική τσαγιέρα' },
    ])
    .execute()
  const set = { deletion_requested_at: new Date(app.clock.now.getTime() - 30 * 86_400_000) }
  await app.db.updateTable('customer').set(set).where('id', '=', coHost.id).execute()
  await app.job('account-deadlines')
  const rows = await findRows(app.db, 'registry_change', { where: { registry_id: id }, orderBy: ['id'] })
  expect(rows.map(({ about }) => about)).toEqual([null, null, null, 'Μοναδική τσαγιέρα'])
})
