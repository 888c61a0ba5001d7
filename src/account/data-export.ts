import { type Selectable, sql } from 'kysely'
import { dayInAthens } from '../base/dates.ts'
import { isSurpriseActive } from '../registry/surprise.rules.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext } from '../server/context/request-context.ts'
import { exportRowsOf } from '../server/postgres/life-data.ts'
import { findRows } from '../server/postgres/rows.ts'
import type { Db, Tables } from '../server/postgres/tables.ts'
import { tellOfProtectedAct } from './email-change/email-change.ts'
import { requireFreshProof } from './proof/proof.ts'
import * as contract from './settings.contract.ts'

export const calls: Handler[] = [handle(contract.exportPersonalData, exportPersonalData)]

async function exportPersonalData(_: object, ctx: CustomerContext) {
  const { db, customer, now } = ctx
  await requireFreshProof(ctx)
  await db.transaction().execute(async tx => {
    await tellOfProtectedAct(tx, { owner: customer, act: 'data_downloaded' }, ctx)
    await ctx.recordSecurityEvent({ kind: 'data_exported' }, tx)
  })
  return collectPersonalData(db, customer.id, registry => isSurpriseActive(registry, dayInAthens(now)))
}

type Registry = Selectable<Tables['registry']>

/**
 * Everything that is stored about a person (R123): the rows of each table that its `life` declares as exported, and
 * those that need a join. Of other people it has only what they showed the person: a giver's name when it was given
 * in full, never an e-mail, and nothing that was given to a registry for which `isSurprise` is true.
 */
export async function collectPersonalData(
  db: Db,
  customerId: number,
  isSurprise: (registry: Registry) => boolean,
): Promise<Record<string, unknown>> {
  const account = await db
    .selectFrom('customer')
    .select(['id', 'email', 'name', 'surname', 'phone', 'language', 'shop_customer_id'])
    .select(['created_at', 'confirmed_at', 'marketing_consent_at', 'deletion_requested_at'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const rows = await findRows(db, 'registry', { where: { customer_id: customerId }, orderBy: ['id'] })
  const registries = []
  for (const row of rows) registries.push(await exportRegistry(db, row, !isSurprise(row)))
  return {
    account,
    ...(await exportRowsOf(db, { by: 'customer_id', id: customerId, withSurprises: true })),
    registries,
    co_hosting: await findRows(db, 'registry', {
      where: { co_host_id: customerId },
      columns: ['code', 'registry_name'],
      orderBy: ['id'],
    }),
    given: await exportGivenGifts(db, customerId),
    // An unconfirmed address may be somebody else's, and so may be its e-mails (R123, R1221).
    letters:
      account.confirmed_at === null
        ? []
        : await findRows(db, 'outbox', {
            where: { recipient: account.email },
            columns: ['template', 'language', 'created_at', 'sent_at', 'state'],
            orderBy: ['id'],
          }),
  }
}

async function exportRegistry(db: Db, registry: Registry, withSurprises: boolean) {
  const { customer_id, search_indexed, version, ...columns } = registry
  const parts = await exportRowsOf(db, { by: 'registry_id', id: registry.id, withSurprises })
  if (!withSurprises) return { ...columns, ...parts }
  return { ...columns, version, ...parts, purchases: await exportPurchases(db, registry.id) }
}

function exportPurchases(db: Db, registryId: number) {
  return db
    .selectFrom('purchase')
    .select([
      'gift_id',
      'kind',
      'state',
      'units',
      'cents',
      'visibility',
      'message',
      'thanked_at',
      'ordered_at',
    ])
    .select(sql<string | null>`case when visibility = 'full' then giver_name end`.as('giver_name'))
    .select(sql<string | null>`(select number from till_receipt where id = -order_id)`.as('receipt'))
    .where('registry_id', '=', registryId)
    .orderBy('ordered_at')
    .execute()
}

/** What the person took to the shop's checkout while signed in. */
function exportGivenGifts(db: Db, customerId: number) {
  return db
    .selectFrom('handoff')
    .innerJoin('handoff_line', 'handoff_line.handoff_id', 'handoff.id')
    .select(['handoff.created_at', 'giver_name', 'giver_email', 'visibility', 'handoff.message'])
    .select(['state', 'kind', 'product_id', 'variant_id', 'units', 'cents'])
    .select('handoff_line.message as gift_message')
    .where('customer_id', '=', customerId)
    .orderBy('handoff_line.id')
    .execute()
}
