import { AppError } from '../../base/app-error.ts'
import { findRegistryCode } from '../../money/payout/codes.ts'
import { findPurchasesByOrder } from '../../orders/orders.sql.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { isShopFailure, type ShopFailure } from '../../shop/port.ts'
import type { AuditSubject } from '../audit.rules.ts'
import { findLastAct } from '../audit.sql.ts'
import { findAnyRegistry, findAnyRegistryById } from '../registry/registry.sql.ts'
import { actionNames } from './declaration.rules.ts'
import type { ActionDeclaration } from './look.rules.ts'

export interface ActionAim<Input> {
  /** The registry of an action whose fields name none. */
  findRegistryId?(db: Db, input: Partial<Input>): Promise<number | undefined>
}

interface AnyInput {
  registry?: unknown
}

type Subject = Pick<ActionDeclaration, 'subject'>

/** What an action is about, as the audit names it; null: a registry or an account. */
export function subjectOf({ subject }: Subject, input: object): AuditSubject | null {
  if (subject === undefined || subject === 'host') return null
  const id = Number((input as Record<string, unknown>)[subject])
  if (subject === 'handoff') return `hand-off ${id}`
  return id < 0 ? `receipt ${-id}` : `${subject} ${id}`
}

/** The code of the registry that an action is about, also where it can't be done; null for none. */
export async function findAimedRegistry(aim: ActionAim<AnyInput>, input: AnyInput, db: Db) {
  const id = await aim.findRegistryId?.(db, input)
  return id === undefined ? ((await findTypedRegistry(input, db))?.code ?? null) : findRegistryCode(db, id)
}

const findTypedRegistry = async ({ registry }: AnyInput, db: Db) =>
  typeof registry === 'string' ? findAnyRegistry(db, registry) : undefined

/** The registry that a line of an order or receipt counts for, else one of the order; undefined for none. */
export async function findRegistryOfOrder(
  db: Db,
  { order, line }: { order?: number | undefined; line?: number | undefined },
): Promise<number | undefined> {
  if (order === undefined) return undefined
  const rows = await findPurchasesByOrder(db, order)
  return (rows.find(one => one.line_id === line) ?? rows[0])?.registry_id
}

export async function countedAlready(
  db: Db,
  code: 'staff_line_counted' | 'staff_receipt_known' | 'staff_receipt_taken',
  { field, ...where }: { field: string; registryId: number | undefined; orderId: number },
): Promise<AppError> {
  const row = where.registryId === undefined ? undefined : await findAnyRegistryById(db, where.registryId)
  const counted = row && { code: row.code, name: row.registry_name, order: where.orderId }
  return new AppError(code, 409, { fields: { [field]: code }, ...(counted && { detail: { counted } }) })
}

/**
 * Adds to a refusal its registry, to which the page leads back, and who did something to the same thing last, so that
 * the second of two people sees what the first did. A failure of the shop becomes a refusal (R1040); any other error is
 * returned as it is.
 */
export async function toActionRefusal(
  error: unknown,
  aim: ActionAim<AnyInput> & Subject,
  input: AnyInput,
  ctx: StaffContext,
): Promise<unknown> {
  const known = isShopFailure(error) ? toShopRefusal(error) : error
  if (!(known instanceof AppError)) return error
  const isOfShop = shopRefusals.has(known.code)
  if (known.status !== 409 && !isOfShop) return error
  if (isOfShop) ctx.log.warn({ err: error }, 'the shop did not let an action of staff be done')
  const registry = await findAimedRegistry(aim, input, ctx.db)
  const last = isOfShop ? undefined : await findLastActOn(aim, input, ctx.db)
  const detail = {
    ...known.detail,
    registry,
    ...(last && { last: { ...last, at: last.at.toISOString() } }),
  }
  const status = isOfShop ? 502 : 409
  return new AppError(known.code, status, { ...(known.fields && { fields: known.fields }), detail })
}

function toShopRefusal({ kind, shopMessage }: ShopFailure): AppError {
  const code = kind === 'invalid' ? 'refused_by_shop' : 'refused_shop_away'
  return new AppError(code, 502, shopMessage ? { detail: { said: shopMessage } } : {})
}

const shopRefusals = new Set(['refused_shop_away', 'refused_by_shop'])

async function findLastActOn(aim: Subject, input: AnyInput, db: Db) {
  const about = await findAudited(aim, input, db)
  return about ? findLastAct(db, about, actionNames) : undefined
}

async function findAudited(aim: Subject, input: AnyInput, db: Db) {
  if (aim.subject === 'host') return { customerId: Number((input as { host?: unknown }).host) }
  const subject = subjectOf(aim, input)
  if (subject !== null) return { subject }
  const row = await findTypedRegistry(input, db)
  return row ? { registryId: row.id } : null
}
