import { sql } from 'kysely'
import { fillCatalogue } from '../bench/product-rows.ts'
import { giftsPerPage } from '../src/gift/gift.contract.ts'
import { maxGuestsPerRegistry } from '../src/invitation/guests.contract.ts'
import type { Db } from '../src/server/postgres/tables.ts'
import type { PrivateRegistry } from './access/private-registry.ts'
import { testStart } from './postgres.ts'

/** So many of each kind: more than any statement may answer with. */
const many = 1100
/** Up to the limit, less what the calls add. */
const gifts = giftsPerPage - 20
const guests = maxGuestsPerRegistry - 20
/** Ids of what is added here begin above. */
const base = 500_000_000

/**
 * Adds to a registry, and to what its owner has elsewhere, far more of everything than anybody has; and a catalogue of
 * 12,500 products. `db` has one connection without time-outs, as a superuser.
 */
export async function growRegistry(db: Db, owned: PrivateRegistry): Promise<void> {
  await growCatalogue(db)
  await db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const statement of grownRows(owned)) await sql.raw(statement).execute(tx)
  })
  await sql`analyze`.execute(db)
}

/** Copies of a row that another one is like, with other values in some columns, as pairs of name and SQL; `n` counts. */
function copiesOf(table: string, like: string, values: Record<string, string>, count = many): string {
  const changes = Object.entries(values).map(([column, value]) => `'${column}', ${value}`)
  return `insert into ${table} overriding system value select copy.* from
    (select * from ${table} where ${like} limit 1) source, generate_series(1, ${count}) n,
    jsonb_populate_record(null::${table}, to_jsonb(source) || jsonb_build_object(${changes.join(', ')})) copy`
}

const id = `${base} + n`
const now = `timestamptz '${testStart.toISOString()}'`

/** The statements that add the rows; the gifts before what was given towards them. */
function grownRows(owned: PrivateRegistry): string[] {
  const registry = String(owned.registry.id)
  return [
    copiesOf(
      'gift',
      `id = ${owned.funded.id}`,
      { id, product_id: `(1 + (n - 1) / 500) * 1000000 + 1 + n % 500` },
      gifts,
    ),
    ...givenRows(owned, 0, String(owned.funded.id), many - gifts),
    ...givenRows(owned, many, id, gifts),
    ...moneyRows(registry, owned.funded.id),
    ...guestRows(registry),
    ...hostRows(registry, owned.owner),
  ]
}

/** So many purchases, each of an order of its own. */
function givenRows({ registry, owner, funded }: PrivateRegistry, after: number, gift: string, count: number) {
  const number = `${base + after} + n`
  const [order_id, handoff_id] = [number, number]
  const name = `'many ' || ${number}`
  return [
    copiesOf(
      'handoff',
      `registry_id = ${registry.id}`,
      {
        id: number,
        reference: name,
        idempotency_key: name,
        customer_id: String(owner.id),
        cart_id: name,
      },
      count,
    ),
    `insert into handoff_line (handoff_id, registry_id, gift_id, kind, product_id, variant_id, units, cents)
      select ${number}, ${registry.id}, ${gift}, 'contribution', 1, 0, 1, 100 from generate_series(1, ${count}) n`,
    copiesOf('purchase', `gift_id = ${funded.id}`, { order_id, handoff_id, gift_id: gift }, count),
    copiesOf('order_payment', `order_id = ${funded.id}`, { order_id }, count),
    `insert into order_sync (order_id, version, shop_changed_at)
      select ${order_id}, 1, ${now} from generate_series(1, ${count}) n`,
    `insert into delivery (order_id, registry_id, for_hosts, ordered_at)
      select ${order_id}, ${registry.id}, true, ${now} from generate_series(1, ${count}) n`,
    copiesOf('ledger', `gift_id = ${funded.id}`, { id: number, order_id, gift_id: gift, cause: name }, count),
  ]
}

function moneyRows(registry_id: string, gift: number): string[] {
  const of = { registry_id }
  return [
    copiesOf('closing', 'settled_at is not null', { ...of, number: 'n' }),
    copiesOf('closing_notice', 'true', { ...of, day: `date '2020-01-01' + n` }),
    copiesOf('payout', `state = 'done'`, {
      ...of,
      id,
      reason: `'redeem'`,
      closing_number: 'null',
      gift_id: String(gift),
      idempotency_key: `'many ' || n`,
      code: `'MANY' || n`,
      shop_id: id,
    }),
    copiesOf('ledger', `kind = 'certificate'`, {
      ...of,
      id: `${base + 10 * many} + n`,
      gift_id: String(gift),
      payout_id: id,
      cents: '-1',
      cause: `'many payouts ' || n`,
    }),
    `insert into transfer (registry_id, idempotency_key, fingerprint, from_gift_id, to_gift_id, cents, created_at)
      select ${registry_id}, 'many ' || n, '', ${gift}, ${base + 1}, 1, ${now} from generate_series(1, ${many}) n`,
    `insert into till_receipt (number, number_key, registry_id, handoff_id, recorded_at)
      select 'MANY ' || n, 'many' || n, ${registry_id}, (select min(id) from handoff), ${now} from generate_series(1, ${many}) n`,
    `insert into returned_unit (transfer_id, order_id, line_id, gift_id, registry_id, units, cents, returned_at)
      select id, ${base} + row_number() over (order by id), 1, from_gift_id, registry_id, 1, 1, ${now}
      from transfer where idempotency_key like 'many %' and registry_id = ${registry_id}`,
    `insert into freed_unit (order_id, line_id, gift_id, registry_id, handoff_id, units, cents, freed_at)
      select ${base} + n, 1, ${gift}, ${registry_id}, ${base} + n, 1, 1, ${now} from generate_series(1, ${many}) n`,
    `insert into certificate_lowering (registry_id, payout_id, order_id, state, lacking_cents, next_attempt_at, created_at, done_at)
      select ${registry_id}, ${base} + n, ${base} + n, 'done', 1, ${now}, ${now}, ${now} from generate_series(1, ${many}) n`,
  ]
}

/** Guests, each with an invitation. */
function guestRows(registry_id: string): string[] {
  const address = `'g' || n || '@many.example'`
  return [
    copiesOf('guest', `registry_id = ${registry_id}`, { id, email: address, email_key: address }, guests),
    `insert into invitation (guest_id, cause, invited_at)
      select ${base} + n, 'many ' || n, ${now} from generate_series(1, ${guests}) n`,
    `insert into share_picture (key, jpeg, registry_id)
      select 'many ' || n, '', ${registry_id} from generate_series(1, ${many}) n`,
    `insert into picture (name, use, bytes, registry_id)
      select lpad(to_hex(n), 40, '0'), 'background', '', ${registry_id} from generate_series(1, ${many}) n`,
  ]
}

/** What the owner has: registries of their own and as a co-host, devices, letters. */
function hostRows(registry_id: string, owner: PrivateRegistry['owner']): string[] {
  const customer_id = String(owner.id)
  const own = { customer_id }
  const registryLike = (first: string, values: Record<string, string>) =>
    copiesOf('registry', `id = ${registry_id}`, {
      id: `${base} + ${first} + n`,
      code: `'Y' || translate(lpad((${first} + n)::text, 11, '0'), '0128', 'ABEH')`,
      draft_key: 'null',
      slug: 'null',
      ...values,
    })
  return [
    registryLike('0', { co_host_id: 'null' }),
    registryLike(String(many), { customer_id: '1000001', co_host_id: customer_id }),
    copiesOf('slug', 'true', { registry_id, slug: `'many-' || n`, folded: `'many' || n` }),
    copiesOf('registry_change', 'true', {
      ...own,
      id,
      registry_id,
      what: `'gift_added'`,
      about: `'many ' || n`,
    }),
    copiesOf('session', `customer_id = ${customer_id}`, { id, token_hash: `sha256(('many ' || n)::bytea)` }),
    copiesOf('known_device', 'true', { ...own, device_hash: `sha256(('many ' || n)::bytea)` }),
    copiesOf('security_event', 'customer_id is not null', { ...own, id, registry_id, about: `'many ' || n` }),
    `insert into staff_audit (at, action, registry_id, customer_id, subject)
      select ${now}, 'signed_in', ${registry_id}, ${customer_id}, 'gift ' || n from generate_series(1, ${many}) n`,
    `insert into staff_person (name, email, email_key, role, language, invited_at)
      values ('Somebody', 'somebody@many.example', 'somebody@many.example', 'support', 'en', ${now})`,
    `insert into staff_work (kind, key, version, registry_id, changed_by, changed_at)
      select 'call', 'many ' || n, 1, ${registry_id}, staff_person.id, ${now} from staff_person, generate_series(1, ${many}) n`,
    `insert into staff_note (registry_id, person_id, draft_key, body, created_at)
      select ${registry_id}, staff_person.id, 'many ' || n, 'A note.', ${now} from staff_person, generate_series(1, ${many}) n`,
    copiesOf('invitation_email', 'true', { ...own, cause: `'many ' || n`, sent_at: now }),
    copiesOf('email_change', `customer_id = ${customer_id}`, {
      id,
      confirmed_at: 'requested_at',
      stopped_at: 'requested_at',
    }),
    copiesOf('outbox', `state = 'sent'`, {
      id,
      cause: `'many ' || n`,
      message_id: `'many ' || n`,
      recipient: `'${owner.email}'`,
      recipient_key: `'${owner.email}'`,
      sender_id: customer_id,
    }),
  ]
}

/** 500 products of words that are spread as in a shop, and 24 copies of each. */
async function growCatalogue(db: Db): Promise<void> {
  await fillCatalogue(db, 500)
  const copy = (table: string, column: string) =>
    sql.raw(`insert into ${table} select copy.* from ${table} source, generate_series(1, 24) n,
      jsonb_populate_record(null::${table}, to_jsonb(source) || jsonb_build_object('${column}', source.${column} + n * 1000000)) copy
      where source.${column} <= 500`)
  await db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const [table, column] of [
      ['product', 'id'],
      ['product_text', 'product_id'],
      ['product_listing', 'product_id'],
    ] as const)
      await copy(table, column).execute(tx)
    await sql`update category_set set products = products * 25`.execute(tx)
    await sql`
      insert into demand_line (dimension, key, brand, category_ids, price_from, wished, open, given, swapped, due_30, due_60, due_90)
      select 'product', id::text, brand, category_ids,
        (select max(low) from unnest('{0, 2000, 5000, 10000, 20000, 50000}'::int[]) as low where low <= price_cents),
        id % 90, id % 70, id % 50, id % 3, id % 11, id % 13, id % 17
      from product`.execute(tx)
    await sql`
      insert into demand_month_line (dimension, key, month, brand, category_ids, price_from, wished, open, given, due_30, due_60, due_90)
      select dimension, key, to_char('2025-01-01'::date + n * interval '1 month', 'YYYY-MM'), brand, category_ids, price_from,
        (wished + n) % 90, (open + n) % 70, (given + n) % 50, due_30, due_60, due_90
      from demand_line cross join generate_series(1, 6) as n`.execute(tx)
  })
}
