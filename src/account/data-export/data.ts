import type { Selectable } from 'kysely'
import type { Db, RegistryTable } from '../../server/postgres/tables.ts'

type Registry = Selectable<RegistryTable>

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
    registries: await Promise.all(registries.map(row => exportRegistry(db, row, isSurprise(row)))),
    email_changes: await exportEmailChanges(db, customerId),
    security: await exportSecurityEvents(db, customerId),
    co_hosting: await exportCoHostedRegistries(db, customerId),
    given: await exportGivenGifts(db, customerId),
    letters: await exportEmails(db, account.email),
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

async function exportRegistry(db: Db, row: Registry, isSurprise: boolean) {
  const { customer_id, search_indexed, version, photo, last_closed_day, ...columns } = row
  const registry = {
    ...columns,
    portrait: photo,
    closed_day: last_closed_day,
    gifts: await exportGifts(db, row.id),
    guests: await exportGuests(db, row.id),
    invitation: await exportInvitation(db, row.id),
    changes: await exportChanges(db, row.id),
  }
  if (isSurprise) return registry
  return {
    ...registry,
    version,
    purchases: await exportPurchases(db, row.id),
    ledger: await exportLedger(db, row.id),
    payouts: await exportPayouts(db, row.id),
  }
}

async function exportGuests(db: Db, registryId: number) {
  const rows = await db
    .selectFrom('guest')
    .selectAll()
    .where('registry_id', '=', registryId)
    .orderBy('id')
    .execute()
  return rows.map(({ coming_count, reply_message, ...guest }) => ({
    ...guest,
    coming: coming_count,
    word: reply_message,
  }))
}

async function exportInvitation(db: Db, registryId: number) {
  const content = db.selectFrom('invitation_content').selectAll().where('registry_id', '=', registryId)
  return (await content.executeTakeFirst()) ?? null
}

function exportChanges(db: Db, registryId: number) {
  return db
    .selectFrom('registry_change')
    .select(['what', 'about', 'at'])
    .where('registry_id', '=', registryId)
    .orderBy('id')
    .execute()
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

function exportGifts(db: Db, registryId: number) {
  return db.selectFrom('gift').selectAll().where('registry_id', '=', registryId).orderBy('id').execute()
}

async function exportPurchases(db: Db, registryId: number) {
  const rows = await db
    .selectFrom('purchase')
    .select(['gift_id', 'kind', 'state', 'units', 'cents', 'giver_name', 'visibility'])
    .select(['message', 'thanked_at', 'ordered_at'])
    .where('registry_id', '=', registryId)
    .orderBy('ordered_at')
    .execute()
  return rows.map(({ giver_name, ...row }) => ({
    ...row,
    giver_name: row.visibility === 'full' ? giver_name : null,
  }))
}

function exportLedger(db: Db, registryId: number) {
  return db
    .selectFrom('ledger')
    .select(['gift_id', 'kind', 'cents', 'created_at'])
    .where('registry_id', '=', registryId)
    .orderBy('id')
    .execute()
}

/** The gift cards and orders that the registry's money became. */
function exportPayouts(db: Db, registryId: number) {
  return db
    .selectFrom('payout')
    .select(['method as way', 'reason', 'cents', 'code', 'gift_id', 'units', 'to_name', 'to_surname'])
    .select(['to_email', 'expires_on', 'state', 'balance_cents', 'created_at', 'done_at'])
    .where('registry_id', '=', registryId)
    .orderBy('id')
    .execute()
}

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
