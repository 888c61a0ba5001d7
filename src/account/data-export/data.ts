import { type Selectable, sql } from 'kysely'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import { findFactorRecord } from '../second-factor/data.ts'

type Registry = Selectable<Tables['registry']>

/**
 * Everything that is stored about a person (R123); where a column has been renamed, the file keeps the older name. Of
 * other people it has only what they showed the person: a giver's name when it was given in full, never an e-mail, and
 * nothing that was given to a registry for which `isSurprise` answers true.
 */
export async function collectPersonalData(
  db: Db,
  customerId: number,
  isSurprise: (registry: Registry) => boolean,
): Promise<Record<string, unknown>> {
  const account = await db
    .selectFrom('customer')
    .select(['id', 'email', 'name', 'surname', 'phone', 'language', 'shop_customer_id'])
    .select(['created_at', 'confirmed_at'])
    .select(['marketing_consent_at as marketing_at', 'deletion_requested_at as leaving_at'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const registries = await db
    .selectFrom('registry')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
  return {
    account,
    sessions: await exportSessions(db, customerId),
    devices: await exportDevices(db, customerId),
    second_factor: await findFactorRecord(db, customerId),
    registries: await exportRegistries(db, registries, isSurprise),
    email_changes: await exportEmailChanges(db, customerId),
    security: await exportSecurityEvents(db, customerId),
    co_hosting: await exportCoHostedRegistries(db, customerId),
    given: await exportGivenGifts(db, customerId),
    // The letters to an address are its owner's, who is yet to show up where it is not confirmed (R1221).
    letters: account.confirmed_at === null ? [] : await exportEmails(db, account.email),
  }
}

function exportEmailChanges(db: Db, customerId: number) {
  return db
    .selectFrom('email_change')
    .select(['old_email', 'new_email', 'requested_at', 'confirmed_at', 'stopped_at'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
}

/** What the security log has of the person, without the digests of networks. */
function exportSecurityEvents(db: Db, customerId: number) {
  return db
    .selectFrom('security_event')
    .select(['kind', 'about', 'cents', 'count', 'first_at', 'last_at'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
}

/** The registries with what belongs to each, one query a table. */
async function exportRegistries(db: Db, rows: Registry[], isSurprise: (registry: Registry) => boolean) {
  const ids = rows.map(({ id }) => id)
  const shownIds = rows.filter(row => !isSurprise(row)).map(({ id }) => id)
  const gifts = await exportGifts(db, ids)
  const guests = await exportGuests(db, ids)
  const invitations = await exportInvitations(db, ids)
  const changes = await exportChanges(db, ids)
  const purchases = await exportPurchases(db, shownIds)
  const ledger = await exportLedger(db, shownIds)
  const payouts = await exportPayouts(db, shownIds)
  const returned = await exportReturnedUnits(db, shownIds)
  return rows.map(row => {
    const { id, customer_id, search_indexed, version, photo, last_closed_day, ...columns } = row
    const registry = {
      id,
      ...columns,
      portrait: photo,
      closed_day: last_closed_day,
      gifts: gifts.get(id) ?? [],
      guests: guests.get(id) ?? [],
      invitation: invitations.get(id)?.[0] ?? null,
      changes: changes.get(id) ?? [],
    }
    if (isSurprise(row)) return registry
    return {
      ...registry,
      version,
      purchases: purchases.get(id) ?? [],
      ledger: ledger.get(id) ?? [],
      payouts: payouts.get(id) ?? [],
      returned: returned.get(id) ?? [],
    }
  })
}

/** Rows by their registry, without its id. */
function byRegistry<Row extends { registry_id: number }>(rows: Row[]) {
  const groups = new Map<number, Omit<Row, 'registry_id'>[]>()
  for (const { registry_id, ...row } of rows) {
    const group = groups.get(registry_id)
    if (group) group.push(row)
    else groups.set(registry_id, [row])
  }
  return groups
}

async function exportGuests(db: Db, registryIds: number[]) {
  const rows = await db
    .selectFrom('guest')
    .selectAll()
    .where('registry_id', '=', anyOf(registryIds))
    .orderBy('id')
    .execute()
  const guests = rows.map(({ coming_count, reply_message, ...guest }) => ({
    ...guest,
    coming: coming_count,
    word: reply_message,
  }))
  return Map.groupBy(guests, guest => guest.registry_id)
}

async function exportInvitations(db: Db, registryIds: number[]) {
  const rows = await db
    .selectFrom('invitation_content')
    .selectAll()
    .where('registry_id', '=', anyOf(registryIds))
    .execute()
  return Map.groupBy(rows, row => row.registry_id)
}

async function exportChanges(db: Db, registryIds: number[]) {
  const rows = await db
    .selectFrom('registry_change')
    .select(['registry_id', 'what', 'about', 'at'])
    .where('registry_id', '=', anyOf(registryIds))
    .orderBy('id')
    .execute()
  return byRegistry(rows)
}

function exportCoHostedRegistries(db: Db, customerId: number) {
  return db
    .selectFrom('registry')
    .select(['code', 'registry_name'])
    .where('co_host_id', '=', customerId)
    .orderBy('id')
    .execute()
}

function exportSessions(db: Db, customerId: number) {
  return db
    .selectFrom('session')
    .select(['id', 'agent', 'created_at', 'seen_at', 'expires_at'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
}

function exportDevices(db: Db, customerId: number) {
  return db.selectFrom('known_device').select('seen_at').where('customer_id', '=', customerId).execute()
}

async function exportGifts(db: Db, registryIds: number[]) {
  const rows = await db
    .selectFrom('gift')
    .selectAll()
    .where('registry_id', '=', anyOf(registryIds))
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, row => row.registry_id)
}

async function exportPurchases(db: Db, registryIds: number[]) {
  const rows = await db
    .selectFrom('purchase')
    .select(['registry_id', 'gift_id', 'kind', 'state', 'units', 'cents', 'giver_name', 'visibility'])
    .select(['message', 'thanked_at', 'ordered_at'])
    .select(sql<string | null>`(select number from till_receipt where id = -order_id)`.as('receipt'))
    .where('registry_id', '=', anyOf(registryIds))
    .orderBy('ordered_at')
    .execute()
  const purchases = rows.map(({ giver_name, ...row }) => ({
    ...row,
    giver_name: row.visibility === 'full' ? giver_name : null,
  }))
  return byRegistry(purchases)
}

async function exportLedger(db: Db, registryIds: number[]) {
  const rows = await db
    .selectFrom('ledger')
    .select(['registry_id', 'gift_id', 'kind', 'cents', 'created_at'])
    .where('registry_id', '=', anyOf(registryIds))
    .orderBy('id')
    .execute()
  return byRegistry(rows)
}

/** The gift cards and orders that the registries' money became. */
async function exportPayouts(db: Db, registryIds: number[]) {
  const rows = await db
    .selectFrom('payout')
    .select(['registry_id', 'method as way', 'reason', 'cents', 'code', 'gift_id', 'units', 'to_name'])
    .select(['to_surname', 'to_email', 'expires_on', 'state', 'balance_cents', 'created_at', 'done_at'])
    .where('registry_id', '=', anyOf(registryIds))
    .orderBy('id')
    .execute()
  return byRegistry(rows)
}

async function exportReturnedUnits(db: Db, registryIds: number[]) {
  const rows = await db
    .selectFrom('returned_unit')
    .select(['registry_id', 'gift_id', 'units', 'cents', 'returned_at'])
    .where('registry_id', '=', anyOf(registryIds))
    .orderBy('transfer_id')
    .execute()
  return byRegistry(rows)
}

/** One parameter, however many ids. */
const anyOf = (ids: number[]) => sql<number>`any(${ids}::bigint[])`

/** What the person took to the shop's checkout for others while signed in. */
async function exportGivenGifts(db: Db, customerId: number) {
  const rows = await db
    .selectFrom('handoff')
    .innerJoin('handoff_line', 'handoff_line.handoff_id', 'handoff.id')
    .select(['handoff.created_at', 'giver_name', 'giver_email', 'visibility', 'handoff.message'])
    .select(['state', 'kind', 'product_id', 'variant_id', 'units', 'cents'])
    .where('customer_id', '=', customerId)
    .orderBy('handoff_line.id')
    .execute()
  return rows.map(row => ({ ...row, state: row.state === 'expired' ? 'lapsed' : row.state }))
}

function exportEmails(db: Db, email: string) {
  return db
    .selectFrom('outbox')
    .select(['template', 'language', 'created_at', 'sent_at', 'state'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
}
