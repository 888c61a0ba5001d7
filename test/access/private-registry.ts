import { sql } from 'kysely'
import { createSessionToken } from '../../src/server/context/session.ts'
import { insertRow, updateRows } from '../../src/server/postgres/rows.ts'
import { type AGift, aGift, aHost, aRegistry, lineOf } from '../builders.ts'
import { giveGifts } from '../money.ts'
import type { TestApp } from '../test-app.ts'

/** Written into what belongs to the owner alone, and into a registry that nobody else may see. */
export const secrets = {
  street: 'Αμυγδαλεώνος 77',
  phone: '+306900000077',
  email: 'zumaia@owner.example',
  word: 'Ζουμάγια',
}
/** The owner's own address, made of the secrets. */
export const secretAddress = {
  street: secrets.street,
  country: 'GR',
  region: 'GR-J',
  city: 'Ναύπλιο',
  postcode: '21100',
  phone: secrets.phone,
}

/** A private registry full of secrets, with its owner and what belongs to it. */
export interface PrivateRegistry {
  owner: Awaited<ReturnType<typeof aHost>>
  registry: Awaited<ReturnType<typeof aRegistry>>
  gift: Awaited<ReturnType<typeof aGift>>
  /** A group gift with money. */
  funded: Awaited<ReturnType<typeof aGift>>
  /** The order that gave it. */
  orderId: number
  /** A group gift that could take some. */
  target: Awaited<ReturnType<typeof aGift>>
  guest: { id: number }
  /** The token of a session of the owner that has ended. */
  expiredToken: string
}

/** How money came to a gift of a registry. */
type Giving = (
  app: TestApp,
  registry: { id: number; code: string },
  gift: AGift,
  cents: number,
) => Promise<number>

/** Creates the owner, the registry with a gift, money and a guest, and an ended session. */
export async function aPrivateRegistry(
  app: TestApp,
  give: Giving = insertContribution,
): Promise<PrivateRegistry> {
  const owner = await aHost(app)
  await updateRows(app.db, 'customer', {
    set: { email: secrets.email, phone: secrets.phone },
    where: { id: owner.id },
  })
  const registry = await aRegistry(app, owner, { privacy: 'private' })
  await updateRows(app.db, 'registry', {
    set: {
      registry_name: secrets.word,
      message: secrets.word,
      greeting: secrets.word,
      home_address: JSON.stringify(secretAddress),
      shipping_address: JSON.stringify(secretAddress),
    },
    where: { id: registry.id },
  })
  const gift = await aGift(app, registry, { quantity: 3 })
  const funded = await aGift(app, registry, { group: true, cents: 9000 })
  const target = await aGift(app, registry, { group: true, cents: 9000 })
  const orderId = await give(app, registry, funded, 4000)
  const guest = await app.db
    .insertInto('guest')
    .values({
      registry_id: registry.id,
      name: secrets.word,
      email: secrets.email,
      email_key: secrets.email,
      phone: secrets.phone,
      language: 'el',
      people: 2,
      notes: secrets.street,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const details = { registry_id: registry.id, venue: secrets.street, transport: secrets.word }
  await app.db.insertInto('event_details').values(details).execute()
  await app.job('search-index')
  const { token, hash } = createSessionToken()
  const expires_at = new Date(app.clock.now.getTime() - 1000)
  await app.db.insertInto('session').values({ token_hash: hash, customer_id: owner.id, expires_at }).execute()
  return { owner, registry, gift, funded, orderId, target, guest, expiredToken: token }
}

/** Money towards a group gift, as a paid order leaves it. */
async function insertContribution(
  app: TestApp,
  { id: registryId }: { id: number },
  { id: giftId }: AGift,
  cents: number,
): Promise<number> {
  const order = { order_id: giftId, line_id: 1, registry_id: registryId, gift_id: giftId }
  const { id: handoff_id } = await app.db
    .insertInto('handoff')
    .values({
      reference: createSessionToken().token,
      idempotency_key: 'given',
      fingerprint: '',
      registry_id: registryId,
      language: 'el',
      channel_id: 1,
      giver_name: secrets.word,
      giver_email: secrets.email,
      visibility: 'full',
      message: secrets.word,
      state: 'ordered',
      reserved_until: app.clock.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const giver = { giver_name: secrets.word, giver_email: secrets.email, message: secrets.word }
  await insertRow(app.db, 'purchase', {
    ...order,
    ...giver,
    handoff_id,
    kind: 'contribution',
    is_money: true,
    state: 'paid',
    units: 1,
    cents,
    credited_units: 1,
    credited_cents: cents,
    visibility: 'full',
    ordered_at: app.clock.now,
  })
  const paid = { status: 'captured', method: 'card', is_paid: true, paid_at: app.clock.now }
  await insertRow(app.db, 'order_payment', { order_id: giftId, first_paid_at: app.clock.now, ...paid })
  const cause = `order ${giftId} line 1`
  await insertRow(app.db, 'ledger', { ...order, kind: 'contribution', account: 'gift', cents, cause })
  return giftId
}

/** The same by an order of the shop, so that the money can leave again. */
export async function payContribution(
  app: TestApp,
  registry: { id: number; code: string },
  gift: AGift,
  cents: number,
): Promise<number> {
  await app.job('webhook-registration')
  await setPrivacy(app, registry, 'public')
  const orderId = await giveGifts(app, registry, [lineOf(gift, { cents })])
  const giver = { giver_name: secrets.word, giver_email: secrets.email, message: secrets.word }
  for (const table of ['purchase', 'handoff'] as const)
    await app.db.updateTable(table).set(giver).where('registry_id', '=', registry.id).execute()
  await setPrivacy(app, registry, 'private')
  return orderId
}

const setPrivacy = (app: TestApp, { id }: { id: number }, privacy: 'public' | 'private') =>
  app.db.updateTable('registry').set({ privacy }).where('id', '=', id).execute()

/** The token of a customer who asked for their deletion and whose session was left behind. */
export async function aLeavingCustomer(app: TestApp): Promise<string> {
  const { id, token } = await aHost(app)
  await updateRows(app.db, 'customer', { set: { deletion_requested_at: app.clock.now }, where: { id } })
  return token
}

/** The tables whose rows of a registry are its owner's. */
const ofRegistry = ['event_details', 'guest', 'gift', 'handoff', 'purchase', 'ledger', 'payout', 'slug']

/**
 * Every row that belongs to the owner or the registry, to compare before and after: in one statement, as each call and
 * page asks. Without the version, which a search raises when the catalogue reads a product of theirs anew, and without
 * sessions that have ended, which may be deleted at any time.
 */
export async function readOwnedRows(app: TestApp, { owner, registry }: PrivateRegistry) {
  const { now } = app.clock
  const parts = [
    sql`select 'registry' as "table", to_jsonb(one) - 'version' as columns
      from registry as one where customer_id = ${owner.id}`,
    ...ofRegistry.map(
      table => sql`select ${table}, to_jsonb(one)
        from ${sql.table(table)} as one where registry_id = ${registry.id}`,
    ),
    sql`select 'link', to_jsonb(one) from link as one where kind = 'co_host' and subject_id = ${registry.id}`,
    sql`select 'customer', to_jsonb(one) from customer as one where id = ${owner.id}`,
    sql`select 'session', jsonb_build_object('customer_id', customer_id)
      from session where customer_id = ${owner.id} and expires_at > ${now}`,
    sql`select 'outbox', jsonb_build_object('cause', cause) from outbox where recipient = ${secrets.email}`,
  ]
  const { rows } = await sql<{ table: string; columns: object }>`
    ${sql.join(parts, sql` union all `)} order by 1, 2`.execute(app.db)
  return rows
}
