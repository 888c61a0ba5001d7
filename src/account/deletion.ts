import { sql } from 'kysely'
import { AppError } from '../base/app-error.ts'
import { dayMs } from '../base/durations.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import type { Language } from '../base/language.ts'
import type { Erasure, RevokedRight } from '../server/backup/erasure-log.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext, JobContext } from '../server/context/request-context.ts'
import { findRow, findRows, updateRows } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import { emailKey } from './customer/customer.rules.ts'
import { findCustomerByEmail, lockCustomer } from './customer/customer.sql.ts'
import { confirmationCause, writeToOwner } from './email-change/email-change.ts'
import { deleteLinksOfAccount } from './link.ts'
import { requirePasswordAndFactor } from './proof/proof.ts'
import { revokeRights } from './revocation.ts'
import { lockSession } from './session.ts'
import * as contract from './settings.contract.ts'
import { deletionGraceDays, deletionGraceEnd } from './settings.contract.ts'

export const calls: Handler[] = [handle(contract.deactivateAccount, deactivateAccount)]

async function deactivateAccount(proof: ParsedOf<typeof contract.deactivateAccount>, ctx: CustomerContext) {
  await requirePasswordAndFactor(ctx, proof)
  await ctx.db.transaction().execute(async tx => {
    await lockSession(tx, ctx)
    await requestDeletion(tx, ctx.customer, ctx)
  })
  return {}
}

/**
 * Erases accounts again that were erased after the backup that the database was restored from (R523). The person gets no
 * second letter. Returns how many were erased, and a sentence for each that can't be yet. Repeating it changes nothing.
 */
export async function repeatErasures(
  erasures: Erasure[],
  ctx: JobContext,
): Promise<{ repeated: number; waiting: string[] }> {
  const erased = await findErased(
    ctx.db,
    erasures.map(({ customer }) => customer),
  )
  const waiting: string[] = []
  let repeated = 0
  for (const erasure of erasures.filter(({ customer }) => !erased.has(customer))) {
    const problem = await repeatErasure(erasure, ctx)
    if (problem === null) repeated++
    else waiting.push(`account ${erasure.customer}, erased on ${erasure.at}: ${problem}`)
  }
  return { repeated, waiting }
}

/** Why it can't be repeated yet; null when it is done. */
async function repeatErasure(erasure: Erasure, ctx: JobContext): Promise<string | null> {
  const { customer: id, at, created } = erasure
  const requestedAt = new Date(new Date(at).getTime() - deletionGraceDays * dayMs)
  try {
    const found = await ctx.db.transaction().execute(async tx => {
      const account = await lockCustomer(tx, id)
      if (!account) await insertErasedCustomer(tx, id, { createdAt: new Date(created), now: ctx.now })
      if (!account || account.created_at.toISOString() !== created) return account
      if (!account.deletion_requested_at) {
        await updateRows(tx, 'customer', { set: { deletion_requested_at: requestedAt }, where: { id } })
        await revokeRights(tx, { customerId: id, act: 'deactivation' }, ctx)
        await ctx.emit('accountDeactivated', tx, { customerId: id })
      }
      return account
    })
    if (!found) return null
    if (found.created_at.toISOString() !== created) return 'its number is that of another account now'
    const isErased = await eraseAccount(id, ctx.now, ctx, { isRepeated: true })
    return isErased
      ? null
      : 'the shop’s newsletter has to let go of it first; the job account-deadlines goes on'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return 'some of its money is open or under way; the job account-deadlines goes on'
  }
}

/**
 * A restored backup forgets who left and who came back since (R1261): accounts leave, or stay, as their owners chose last,
 * and registries that were closed by leaving are closed again.
 */
export async function repeatDeactivations(tx: Db, rights: RevokedRight[], ctx: JobContext): Promise<void> {
  const choices = rights
    .filter(({ kind }) => kind === 'account_deactivated' || kind === 'account_returned')
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  for (const [id, chosen] of Map.groupBy(choices, ({ customer }) => customer)) {
    const left = chosen.findLast(({ kind }) => kind === 'account_deactivated')
    const account = id === undefined ? undefined : await lockCustomer(tx, id)
    if (!account || account.erased_at) continue
    const deletion_requested_at = left && left === chosen.at(-1) ? new Date(left.at) : null
    await updateRows(tx, 'customer', { set: { deletion_requested_at }, where: { id: account.id } })
    if (left) await ctx.emit('accountDeactivated', tx, { customerId: account.id, isRepeated: true })
  }
}

/** Starts the grace period (R124): every session ends, the registries close, an e-mail says how to come back. */
export async function requestDeletion(
  tx: Db,
  { id, email, language }: { id: number; email: string; language: Language },
  ctx: JobContext,
): Promise<void> {
  const { now } = ctx
  await updateRows(tx, 'customer', { set: { deletion_requested_at: now }, where: { id } })
  await revokeRights(tx, { customerId: id, act: 'deactivation' }, ctx)
  await ctx.emit('accountDeactivated', tx, { customerId: id })
  await ctx.recordSecurityEvent({ kind: 'account_deactivated', customerId: id }, tx)
  const cause = `leaving:${id}:${now.getTime()}`
  const props = { until: deletionGraceEnd(now).toISOString() }
  await writeToOwner(tx, { id, email, language }, { cause, template: 'account-leaving', props }, ctx)
}

/**
 * Erases the account in one transaction if its deletion was requested at or before `until`; false otherwise. Throws
 * AppError when another feature has something left to settle.
 */
async function eraseAccount(
  customerId: number,
  until: Date,
  ctx: JobContext,
  { isRepeated = false } = {},
): Promise<boolean> {
  return ctx.db.transaction().execute(async tx => {
    const customer = await dueDeletions(tx, until).where('id', '=', customerId).forUpdate().executeTakeFirst()
    if (!customer) return false
    await deleteLettersOfChanges(tx, customerId, ctx)
    await deleteLinksOfAccount(tx, customerId)
    await ctx.emit('accountErased', tx, { customerId })
    const { email, language } = customer
    await ctx.deleteEmailsTo(tx, email)
    await eraseCustomer(tx, customerId, ctx.now)
    await ctx.recordSecurityEvent({ kind: 'account_erased', customerId }, tx)
    if (isRepeated) return true
    const cause = `erased:${customerId}`
    await ctx.enqueueEmail(tx, { cause, template: 'account-erased', language, to: email, props: {} })
    ctx.recordErasure(customerId, customer.created_at)
    return true
  })
}

/**
 * Deletes the letters to addresses that the account had before, unless another account has them now. Of those to one
 * that was only asked for, our question alone: others may be a stranger's.
 */
async function deleteLettersOfChanges(tx: Db, customerId: number, ctx: JobContext): Promise<void> {
  const changes = await findRows(tx, 'email_change', { where: { customer_id: customerId } })
  for (const { id, old_email, new_email, confirmed_at } of changes) {
    const question = await findRow(tx, 'link', { kind: 'email_change', subject_id: id }, ['hash'])
    if (question) await ctx.deleteEmails(tx, [confirmationCause(question.hash)])
    for (const email of confirmed_at ? [old_email, new_email] : [old_email]) {
      const owner = await findCustomerByEmail(tx, emailKey(email))
      if (!owner || owner.id === customerId) await ctx.deleteEmailsTo(tx, email)
    }
  }
}

/** So many accounts are erased in one run; those that wait take no place of others. */
const maxErased = 50

/**
 * Erases the accounts whose grace period is over, and the e-mails about earlier erasures (R125). An account for which
 * another feature has something left to settle waits for the next run. Answers how many were erased.
 */
export async function eraseDueAccounts(ctx: JobContext): Promise<number> {
  const { db, now } = ctx
  const until = new Date(now.getTime() - deletionGraceDays * dayMs)
  let erased = 0
  let failure: unknown
  for (const { id } of await dueDeletions(db, until).orderBy('deletion_requested_at').execute()) {
    if (erased === maxErased) break
    try {
      if (await eraseAccount(id, until, ctx)) erased++
    } catch (error) {
      // An AppError is a feature's reason to wait; anything else is a bug, told when the others are done.
      if (!(error instanceof AppError)) failure ??= error
    }
  }
  // The e-mail about an erasure contains an address, too: it goes once it is sent.
  await ctx.deleteSentEmails(db, 'account-erased')
  if (failure) throw failure
  return erased
}

/**
 * Customers who asked for their deletion at or before `until`. Leaves out people who still get the shop's newsletter:
 * without the e-mail nobody could unsubscribe them.
 */
function dueDeletions(db: Db, until: Date) {
  return db
    .selectFrom('customer')
    .select(['id', 'email', 'language', 'created_at'])
    .where('deletion_requested_at', '<=', until)
    .where('erased_at', 'is', null)
    .where('newsletter_synced', '=', false)
}

/** Erases what identifies the person; the row stays, because counts and orders refer to it (R125). */
async function eraseCustomer(db: Db, id: number, now: Date): Promise<void> {
  const placeholder = `erased-${id}`
  await updateRows(db, 'customer', {
    set: {
      email: placeholder,
      email_key: placeholder,
      name: '',
      surname: '',
      phone: null,
      password_hash: '',
      shop_customer_id: null,
      shop_link_due_at: null,
      confirmed_at: null,
      marketing_consent_at: null,
      erased_at: now,
    },
    where: { id },
  })
}

async function findErased(db: Db, ids: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('customer')
    .select('id')
    .where(sql<boolean>`id = any(${ids})`)
    .where('erased_at', 'is not', null)
    .execute()
  return new Set(rows.map(row => row.id))
}

/** The row that an erasure leaves, for a customer missing in the restored database: orders may refer to the id. */
async function insertErasedCustomer(
  tx: Db,
  id: number,
  { createdAt, now }: { createdAt: Date; now: Date },
): Promise<void> {
  const placeholder = `erased-${id}`
  await sql`
    insert into customer (id, email, email_key, name, surname, password_hash, language, created_at, erased_at)
    overriding system value
    values (${id}, ${placeholder}, ${placeholder}, '', '', '', 'en', ${createdAt}, ${now})
    on conflict do nothing`.execute(tx)
}
