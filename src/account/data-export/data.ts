import type { Selectable } from 'kysely'
import type { Db, RegistryTable } from '../../server/postgres/tables.ts'

/**
 * Everything that is kept about a person, as the download tells it. Of others only what they showed him: a giver's
 * name when it was given in full, never an e-mail, and nothing of what was given to a registry that `isSecret` to its hosts.
 */
export async function collectPersonalData(
  db: Db,
  customerId: number,
  isSecret: (registry: Selectable<RegistryTable>) => boolean,
): Promise<Record<string, unknown>> {
  const account = await db
    .selectFrom('customer')
    .select(['id', 'email', 'name', 'surname', 'phone', 'language', 'shop_customer_id'])
    .select([
      'created_at',
      'confirmed_at',
      'marketing_consent_at as marketing_at',
      'deletion_requested_at as leaving_at',
    ])
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
    sessions: await sessionsOf(db, customerId),
    devices: await devicesOf(db, customerId),
    registries: await Promise.all(
      registries.map(async row => {
        const { customer_id, search_indexed, version, ...registry } = row
        const told = {
          ...registry,
          gifts: await giftsOf(db, registry.id),
          ...(await wordsOf(db, registry.id)),
        }
        if (isSecret(row)) return told
        const purchases = await purchasesOf(db, registry.id)
        return { ...told, version, purchases, ...(await moneyOf(db, registry.id)) }
      }),
    ),
    co_hosting: await coHostedBy(db, customerId),
    given: await givenBy(db, customerId),
    letters: await lettersTo(db, account.email),
  }
}

/** Whom he invited and how, and who changed what. */
async function wordsOf(db: Db, registryId: number) {
  const guests = await guestsOf(db, registryId)
  const invitation = await invitationOf(db, registryId)
  return { guests, invitation, changes: await changesOf(db, registryId) }
}

function guestsOf(db: Db, registryId: number) {
  return db.selectFrom('guest').selectAll().where('registry_id', '=', registryId).orderBy('id').execute()
}

async function invitationOf(db: Db, registryId: number) {
  const written = db.selectFrom('invitation_content').selectAll().where('registry_id', '=', registryId)
  return (await written.executeTakeFirst()) ?? null
}

function changesOf(db: Db, registryId: number) {
  return db
    .selectFrom('registry_change')
    .select(['what', 'about', 'at'])
    .where('registry_id', '=', registryId)
    .orderBy('id')
    .execute()
}

function coHostedBy(db: Db, customerId: number) {
  return db
    .selectFrom('registry')
    .select(['code', 'registry_name'])
    .where('co_host_id', '=', customerId)
    .orderBy('id')
    .execute()
}

function sessionsOf(db: Db, customerId: number) {
  return db
    .selectFrom('session')
    .select(['id', 'agent', 'created_at', 'seen_at', 'expires_at'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
}

function devicesOf(db: Db, customerId: number) {
  return db.selectFrom('known_device').select('seen_at').where('customer_id', '=', customerId).execute()
}

function giftsOf(db: Db, registryId: number) {
  return db.selectFrom('gift').selectAll().where('registry_id', '=', registryId).orderBy('id').execute()
}

async function purchasesOf(db: Db, registryId: number) {
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

/** Money that came and went, and the gift cards and orders that it became. */
async function moneyOf(db: Db, registryId: number) {
  const payouts = await db
    .selectFrom('payout')
    .select([
      'method as way',
      'reason',
      'cents',
      'code',
      'gift_id',
      'units',
      'to_name',
      'to_surname',
      'to_email',
    ])
    .select(['expires_on', 'state', 'balance_cents', 'created_at', 'done_at'])
    .where('registry_id', '=', registryId)
    .orderBy('id')
    .execute()
  return { ledger: await ledgerOf(db, registryId), payouts }
}

function ledgerOf(db: Db, registryId: number) {
  return db
    .selectFrom('ledger')
    .select(['gift_id', 'kind', 'cents', 'created_at'])
    .where('registry_id', '=', registryId)
    .orderBy('id')
    .execute()
}

/** What he set out to give to others while signed in. */
function givenBy(db: Db, customerId: number) {
  return db
    .selectFrom('handoff')
    .innerJoin('handoff_line', 'handoff_line.handoff_id', 'handoff.id')
    .select(['handoff.created_at', 'giver_name', 'giver_email', 'visibility', 'handoff.message'])
    .select(['state', 'kind', 'product_id', 'variant_id', 'units', 'cents'])
    .where('customer_id', '=', customerId)
    .orderBy('handoff_line.id')
    .execute()
}

function lettersTo(db: Db, email: string) {
  return db
    .selectFrom('outbox')
    .select(['template', 'language', 'created_at', 'sent_at', 'state'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
}
