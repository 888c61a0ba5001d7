import { type Selectable, sql } from 'kysely'
import { findCustomersByIds } from '../../account/customer/customer.sql.ts'
import { AppError } from '../../base/app-error.ts'
import type { Cents } from '../../base/money.ts'
import { findRegistryCode } from '../../money/payout/codes.ts'
import { findPurchasesByOrder } from '../../orders/orders.sql.ts'
import { foldSlug } from '../../registry/slug.rules.ts'
import type { OutgoingEmail, StaffContext } from '../../server/context/request-context.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import { isShopFailure, type ShopFailure } from '../../shop/port.ts'
import type { AuditSubject } from '../audit.rules.ts'
import { findLastAct } from '../audit.sql.ts'
import { findAnyRegistry, findAnyRegistryById } from '../registry/registry.sql.ts'
import { guestTemplates } from './action.rules.ts'
import { actionNames } from './declaration.rules.ts'
import { type ActionDeclaration, type LetterReader, letterReaders, type NamedReaders } from './look.rules.ts'

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
export async function findAimedRegistry(
  aim: ActionAim<AnyInput>,
  input: AnyInput,
  db: Db,
): Promise<string | null> {
  const id = await aim.findRegistryId?.(db, input)
  return id === undefined ? findTypedRegistry(input, db) : findRegistryCode(db, id)
}

async function findTypedRegistry({ registry }: AnyInput, db: Db): Promise<string | null> {
  if (typeof registry !== 'string') return null
  return (await findAnyRegistry(db, registry, foldSlug(registry)))?.code ?? null
}

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
  if (typeof input.registry !== 'string') return null
  const row = await findAnyRegistry(db, input.registry, foldSlug(input.registry))
  return row ? { registryId: row.id } : null
}

export type ActionLetter = Pick<OutgoingEmail, 'cause' | 'template' | 'to'>

/** The same context, and the letters that are enqueued through it (R1121, who gets a letter). */
export function collectLetters(ctx: StaffContext): { ctx: StaffContext; letters: ActionLetter[] } {
  const letters: ActionLetter[] = []
  const enqueueEmail: StaffContext['enqueueEmail'] = async (tx, letter) => {
    // A second letter with the same cause is not sent.
    const isNew = !(await isLetterKept(tx, letter.cause))
    const isEnqueued = await ctx.enqueueEmail(tx, letter)
    if (isNew && isEnqueued) letters.push(letter)
    return isEnqueued
  }
  return { ctx: { ...ctx, enqueueEmail }, letters }
}

interface LetterSource {
  registryId?: number | undefined
  customerId?: number
  later?: ActionLetter[]
  apply(): Promise<void>
}

/**
 * Finds out who would get a letter (R1121): applies the action and enqueues the letters that follow its commit, in a
 * transaction that is rolled back. Rate limits and security events, which outlast a rollback, are switched off.
 */
export async function tryLetters<Look extends LetterSource>(
  look: (tx: Db, ctx: StaffContext) => Promise<Look>,
  ctx: StaffContext,
): Promise<{ found: Look; readers: NamedReaders }> {
  const collected = collectLetters({
    ...ctx,
    rateLimit: async () => undefined,
    recordSecurityEvent: async () => undefined,
  })
  const tx = await ctx.db.startTransaction().execute()
  try {
    const found = await look(tx, collected.ctx)
    const { later = [] } = found
    await found.apply()
    for (const letter of later)
      await collected.ctx.enqueueEmail(tx, { ...letter, language: ctx.language, props: {} })
    return { found, readers: await nameReaders(tx, collected.letters, found) }
  } finally {
    await tx.rollback().execute()
  }
}

export async function findReaders(
  db: Db,
  letters: ActionLetter[],
  registryId: number | undefined,
): Promise<LetterReader[]> {
  return (await nameReaders(db, letters, { registryId })).map(({ reader }) => reader)
}

/**
 * The same with name and e-mail of hosts, so that whoever confirms sees whom a letter reaches (R1121); guests and
 * givers are not named.
 */
async function nameReaders(
  db: Db,
  letters: ActionLetter[],
  { registryId, customerId }: Pick<LetterSource, 'registryId' | 'customerId'>,
): Promise<NamedReaders> {
  const registry = registryId === undefined ? undefined : await findAnyRegistryById(db, registryId)
  const ids = [registry?.customer_id, registry?.co_host_id, customerId].flatMap(id => id ?? [])
  const hosts = ids.length > 0 ? await findCustomersByIds(db, ids) : []
  const coHost = hosts.find(({ id }) => id === registry?.co_host_id)
  const read = letters.map(letter => ({ reader: readerOf(letter, coHost?.email), to: letter.to }))
  const nameOf = (email: string) => {
    const host = hosts.find(one => one.email === email)
    return host ? `${host.name} ${host.surname}, ${email}` : email
  }
  return letterReaders
    .filter(reader => read.some(one => one.reader === reader))
    .map(reader => {
      const addresses = new Set(read.flatMap(one => (one.reader === reader ? one.to : [])))
      const isHost = reader === 'host' || reader === 'co_host'
      return { reader, people: isHost ? [...addresses].map(nameOf) : [] }
    })
}

/** A letter to an account counts as the hosts', also at an address that the account is to have. */
function readerOf({ template, to }: ActionLetter, coHostEmail: string | undefined): LetterReader {
  if (giverTemplates.has(template)) return 'giver'
  if (template === 'co-host-asked' || to === coHostEmail) return 'co_host'
  return guestTemplates.has(template) ? 'guest' : 'host'
}

const giverTemplates = new Set(['gift-thanks', 'withdrawal-received', 'line-card'])

/** Waits while the same form is handled at the same time. */
export async function lockForm(tx: Db, formKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${formKey}, 0))`.execute(tx)
}

/** Waits while the same certificate of the shop is taken for a payout at the same time. */
export async function lockCertificate(tx: Db, certificateId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`certificate ${certificateId}`}, 0))`.execute(tx)
}

export function findHandoffToRelease(tx: Db, id: number) {
  return tx
    .selectFrom('handoff')
    .select(['id', 'registry_id', 'state', 'reserves', 'reserved_until', 'giver_name'])
    .where('id', '=', id)
    .executeTakeFirst()
}

const letterColumns = [
  ...(['cause', 'template', 'channel', 'language', 'recipient', 'props', 'parts'] as const),
  ...(['state', 'attempts', 'sent_at', 'first_sent_at'] as const),
]
export type StoredLetter = Pick<Selectable<Tables['outbox']>, (typeof letterColumns)[number]>

/** Locks a letter; undefined when there is none. */
export function lockLetter(tx: Db, id: number): Promise<StoredLetter | undefined> {
  return tx.selectFrom('outbox').select(letterColumns).where('id', '=', id).forUpdate().executeTakeFirst()
}

async function isLetterKept(tx: Db, cause: string): Promise<boolean> {
  const kept = tx.selectFrom('outbox').select('id').where('cause', '=', cause)
  return (await kept.executeTakeFirst()) !== undefined
}

/** The registry that a letter is about, else the newest one of the host whom it goes to; undefined for none. */
export async function findRegistryOfLetter(db: Db, letter: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`
    select coalesce(
      (select id from registry where code = any(string_to_array(cause, ':')) limit 1),
      (select registry_id from invitation join guest on guest.id = guest_id
        where invitation.cause = outbox.cause limit 1),
      (select max(registry.id) from customer join registry on registry.customer_id = customer.id
        where email_key = lower(recipient) and recipient <> '')) as id
    from outbox where id = ${letter}`.execute(db)
  return rows[0]?.id ?? undefined
}

/** Cents of a registry that closing it would pay out. */
export async function sumOpenMoney(tx: Db, registryId: number): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select greatest(coalesce(sum(cents), 0), 0)::int as cents from ledger
    where registry_id = ${registryId} and account <> 'goods'`.execute(tx)
  return rows[0]?.cents ?? 0
}
