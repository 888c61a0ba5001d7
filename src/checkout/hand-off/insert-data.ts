import { type Insertable, sql } from 'kysely'
import { insertRow } from '../../server/postgres/rows.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import type { MarkedLine, MarkedOrigin } from './mark-rules.ts'

/** Stores a hand-off that staff make, which reserves nothing, with its one line; answers its id. */
export async function insertStaffHandoff(
  tx: Db,
  handoff: Pick<
    Insertable<Tables['handoff']>,
    | 'reference'
    | 'idempotency_key'
    | 'registry_id'
    | 'language'
    | 'channel_id'
    | 'giver_name'
    | 'giver_email'
    | 'message'
  > & { created_at: Date },
  line: Omit<Insertable<Tables['handoff_line']>, 'handoff_id'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('handoff')
    .values({
      ...handoff,
      fingerprint: '',
      customer_id: null,
      visibility: 'full',
      cart_id: null,
      state: 'ordered',
      reserved_until: handoff.created_at,
      reserves: false,
      made_by_staff: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRow(tx, 'handoff_line', { ...line, handoff_id: id })
  return id
}

/**
 * Makes a hand-off again, with the cart of the order that names it; its reservation is over. One that was stored before
 * its cart gets the cart. Nothing happens when another process was faster.
 */
export async function insertRecoveredHandoff(
  tx: Db,
  origin: MarkedOrigin,
  lines: MarkedLine[],
  handoff: {
    reference: string
    registryId: number
    cartId: string | null
    channelId: number
    giver: { id: number; erased_at: Date | null } | undefined
  },
  now: Date,
): Promise<void> {
  const { reference, registryId, cartId, giver } = handoff
  const row = await tx
    .insertInto('handoff')
    .values({
      reference,
      idempotency_key: `recovered ${reference}`,
      fingerprint: '',
      registry_id: registryId,
      customer_id: giver && !giver.erased_at ? giver.id : null,
      erased: Boolean(giver?.erased_at),
      language: origin.language,
      channel_id: handoff.channelId,
      giver_name: null,
      giver_email: null,
      visibility: giver?.erased_at ? 'anonymous' : origin.visibility,
      message: null,
      cart_id: cartId,
      state: 'expired',
      created_at: origin.createdAt,
      reserved_until: origin.createdAt,
      recovered_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return attachCart(tx, reference, cartId)
  await tx
    .insertInto('handoff_line')
    .values(
      lines.map(({ kind, giftId, productId, variantId, cents }) => ({
        ...{ handoff_id: row.id, registry_id: registryId, gift_id: giftId, kind, units: 1, cents },
        ...{ product_id: productId, variant_id: variantId, message: null },
      })),
    )
    .execute()
}

async function attachCart(tx: Db, reference: string, cartId: string | null): Promise<void> {
  await sql`
    update handoff set cart_id = ${cartId}, cart_creation_until = null
    where reference = ${reference} and cart_id is null
      and not exists (select from handoff other where other.cart_id = ${cartId})`.execute(tx)
}
