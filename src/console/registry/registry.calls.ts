import { sql } from 'kysely'
import * as z from 'zod/mini'
import { findCustomerById, findCustomersByIds } from '../../account/customer/customer.sql.ts'
import { authorize, orNotFound } from '../../base/app-error.ts'
import { boundedText, positiveId } from '../../base/fields.ts'
import { findListedGifts } from '../../gift/gift.ts'
import { maskCardCode } from '../../money/payout/payout.rules.ts'
import { findPayouts } from '../../money/payout/payout.sql.ts'
import { findStatementRows } from '../../money/statement.ts'
import { findLatestHistoryEntries } from '../../registry/history.sql.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { staffCall, staffRead } from '../../server/context/staff-call.ts'
import { findRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { formatAuditCursor, parseAuditCursor } from '../audit.rules.ts'
import { findAuditLines } from '../audit.sql.ts'
import { recordAudit, recordView } from '../audit.ts'
import { type SeenAs, seenAs } from '../console.rules.ts'
import { cutPage } from '../paging.rules.ts'
import type { OutboxLetter } from './orders.ts'
import { staffRegistryAddress as registry } from './registry.rules.ts'
import * as data from './registry.sql.ts'
import {
  describeHosts,
  describeRegistry,
  describeWaiting,
  formatAddressLines,
  guestEmailFor,
  recipientFor,
  registryForStaff,
  summarizeRegistry,
} from './registry.ts'

const id = z.optional(positiveId)
const body = boundedText({
  min: 1,
  max: 2000,
  required: 'staff_note_empty',
  short: 'staff_note_empty',
  long: 'staff_note_long',
})
const draft_key = boundedText({ min: 8, max: 64 })

export const calls = {
  seenRegistry: staffCall('support', { registry, as: z.enum(seenAs) }, see),
  registry: staffCall('support', { registry }, showRegistry),
  registryGifts: staffRead('support', { registry, page: id }, listRegistryGifts),
  registryMoney: staffRead('support', { registry, before: id }, listMoney),
  registryLetters: staffRead('support', { registry, before: id }, listLetters),
  registryGuests: staffRead('support', { registry, after: id }, listGuests),
  registryHistory: staffRead('support', { registry, before: z.optional(z.string()) }, listHistory),
  addNote: staffCall('support', { registry, body, draft_key }, addNote),
  guestEmail: staffCall('support', { registry, kind: z.enum(['guest', 'order']), id: positiveId }, showEmail),
}

const maxNotes = 100
const rowsPerPage = 50
const maxElsewhere = 20
const maxWaiting = 20
/** Changes by hosts; two years of them are kept. */
const maxChanges = 100

/** State, hosts and their sessions, money, and notes of staff; audited once an hour (R961). */
async function showRegistry({ registry }: { registry: string }, ctx: StaffContext) {
  const row = await registryForStaff(ctx, registry)
  await recordView(ctx.db, ctx, { action: 'registry_opened', registryId: row.id })
  return {
    head: await describeRegistry(row, ctx),
    home_address: row.home_address && formatAddressLines(row.home_address, ctx.language),
    shipping_address: row.shipping_address && formatAddressLines(row.shipping_address, ctx.language),
    /** Paid orders that have not left and go to their buyers, the newest first. */
    sent_elsewhere: (await data.findUnsentElsewhere(ctx.db, row.id, maxElsewhere)).map(order => ({
      ...order,
      shop_url: ctx.shop.orderPageUrl(order.order_id),
    })),
    /** Payouts that the shop has not made yet, the oldest first. */
    waiting_payouts: (await data.findWaitingPayouts(ctx.db, row.id, maxWaiting)).map(
      ({ id, method, cents, ...payout }) => ({ id, method, cents, ...describeWaiting(payout) }),
    ),
    hosts: await describeHosts(row, ctx),
    ...(await summarizeRegistry(row.id, ctx)),
    notes: await data.findStaffNotes(ctx.db, row.id, maxNotes),
  }
}

/**
 * Whom a registry's page is rendered for when staff look at it as its host or a guest does; audited. Throws
 * `refused_missing` 404 for a deleted registry, and for one whose host is erased.
 */
async function see({ registry, as }: { registry: string; as: SeenAs }, ctx: StaffContext) {
  const row = await registryForStaff(ctx, registry)
  authorize(row.removed_at === null)
  const host = as === 'host' ? orNotFound(await findCustomerById(ctx.db, row.customer_id)) : null
  authorize(host === null || host.erased_at === null)
  const action = as === 'host' ? 'seen_as_host' : 'seen_as_guest'
  await recordView(ctx.db, ctx, { action, registryId: row.id })
  const { code, slug, registry_name } = row
  if (host === null) return { code, slug, registry_name, customer: null }
  const { id, email, name, surname, language, confirmed_at, shop_customer_id } = host
  const confirmed = confirmed_at !== null
  const shopCustomerId = confirmed ? shop_customer_id : null
  const customer = { id, email, name, surname, language, confirmed, shopCustomerId }
  return { code, slug, registry_name, customer }
}

/** In the order in which they were added. */
async function listGuests(
  { registry, after = 0 }: { registry: string; after?: number | undefined },
  ctx: StaffContext,
) {
  const { id } = await registryForStaff(ctx, registry)
  const rows = await data.findListedGuests(ctx.db, id, after, rowsPerPage + 1)
  const { shown, next } = cutPage(rows, rowsPerPage, guest => guest.id)
  return { guests: shown.map(row => ({ ...row, ...guestEmailFor(ctx.staff.role, row.email) })), next }
}

/** What hosts changed, on the first page only, and what staff did; newest first. */
async function listHistory(
  { registry, before }: { registry: string; before?: string | undefined },
  ctx: StaffContext,
) {
  const { id } = await registryForStaff(ctx, registry)
  const cursor = before === undefined ? null : parseAuditCursor(before)
  const changes = cursor ? [] : await findLatestHistoryEntries(ctx.db, id, maxChanges, ctx.language)
  const lines = await findAuditLines(ctx.db, { registryId: id }, cursor, rowsPerPage + 1)
  const { shown, next } = cutPage(lines, rowsPerPage, formatAuditCursor)
  return {
    changes,
    // Less than the audit shows to managers.
    acts: shown.map(line => {
      const { at, person, action, subject, receipt, before: was, after, reason } = line
      return { id: line.id, at, person, action, subject, receipt, before: was, after, reason }
    }),
    next,
  }
}

/** Adds a note for the other staff; a form that is sent twice adds one. */
async function addNote(
  { registry, body, draft_key }: { registry: string; body: string; draft_key: string },
  ctx: StaffContext,
) {
  const { id } = await registryForStaff(ctx, registry)
  await ctx.db.transaction().execute(async tx => {
    const note = { registry_id: id, person_id: ctx.staff.id, draft_key, body, created_at: ctx.now }
    if (!(await data.insertStaffNote(tx, note))) return
    await recordAudit(tx, ctx, { action: 'note_added', registryId: id })
  })
}

/** The e-mail of a guest or giver, which support sees masked (R962); audited. */
async function showEmail(
  { registry, kind, id }: { registry: string; kind: 'guest' | 'order'; id: number },
  ctx: StaffContext,
) {
  const { id: registryId } = await registryForStaff(ctx, registry)
  return ctx.db.transaction().execute(async tx => {
    const email = orNotFound(
      kind === 'guest'
        ? (await findRow(tx, 'guest', { id, registry_id: registryId }, ['email']))?.email
        : await data.findGiverEmail(tx, registryId, id),
    )
    await recordAudit(tx, ctx, { action: 'email_shown', registryId, subject: `${kind} ${id}` })
    return { email }
  })
}

const maxReservations = 100

async function listRegistryGifts(
  { registry, page = 1 }: { registry: string; page?: number | undefined },
  ctx: StaffContext,
) {
  const { db, now, language } = ctx
  const { id: registryId } = await registryForStaff(ctx, registry)
  const gifts = await findListedGifts(db, registryId, { language, now })
  const most = { now, max: maxReservations, language }
  const reservations = await data.findOpenReservations(db, registryId, most)
  return {
    gifts: gifts
      .slice((page - 1) * rowsPerPage, page * rowsPerPage)
      .map(({ id, name, sku, price, quantity, is_group, available, given }) => ({
        id,
        name,
        sku,
        price,
        quantity,
        is_group,
        given,
        is_available: available,
      })),
    page,
    last_page: Math.max(1, Math.ceil(gifts.length / rowsPerPage)),
    reservations,
  }
}

interface BeforeInput {
  registry: string
  before?: number | undefined
}

/** Lines of money with an id below `before`, newest first, with the balance after each; and all payouts. */
async function listMoney({ registry, before }: BeforeInput, ctx: StaffContext) {
  const { db, language } = ctx
  const { id: registryId } = await registryForStaff(ctx, registry)
  let balance = 0
  const all = (await findStatementRows(db, registryId, language)).map(row => {
    balance += row.cents
    return {
      id: row.id,
      at: row.created_at,
      kind: row.kind,
      /** Whether a payout has taken it that still waits. */
      is_waiting: row.isWaiting,
      gift: row.gift,
      giver: row.giver ?? '',
      order_id: row.order_id,
      receipt: row.receipt,
      amount: row.cents,
      balance,
    }
  })
  const older = all.reverse().filter(({ id }) => before === undefined || id < before)
  const { shown, next } = cutPage(older, rowsPerPage, ({ id }) => id)
  return {
    lines: shown,
    next,
    payouts: (await findPayouts(db, registryId)).map(
      ({ id, method, reason, cents, state, created_at, done_at, ...payout }) => ({
        id,
        method,
        reason,
        cents,
        state,
        created_at,
        done_at,
        code: maskCardCode(payout.code),
        order_id: method === 'order' ? payout.shop_id : null,
        left: payout.balance_cents,
        returned: payout.refunded_cents,
        ...describeWaiting(payout),
      }),
    ),
  }
}

/** Letters and text messages of a registry: to hosts, givers and guests; newest first. */
async function listLetters({ registry, before }: BeforeInput, ctx: StaffContext) {
  const { db, staff } = ctx
  const { id, code, customer_id, co_host_id } = await registryForStaff(ctx, registry)
  const hosts = await findCustomersByIds(db, [customer_id, co_host_id])
  const hostEmails = hosts.map(({ email }) => email)
  const source = { registryId: id, code, hostEmails, before, max: rowsPerPage + 1 }
  const rows = await findRegistryLetters(db, source)
  const { shown, next } = cutPage(rows, rowsPerPage, letter => letter.id)
  const letters = shown.map(({ recipient, ...row }) => ({
    ...row,
    recipient: recipientFor(staff.role, recipient, hostEmails),
  }))
  return { letters, next }
}

/** Templates whose cause is the name and the registry's code. */
const byCode = [
  'registry-created',
  'registry-closing',
  'registry-closed',
  'registry-revealed',
  'guest-list-ends',
]
/** Templates for givers whose cause is the name, `order`, the order's id and the registry's code. */
const byOrder = ['gift-thanks', 'gift-refunded']
/** So many of the newest orders and invitations are looked at for their letters. */
const maxCauses = 2000

/**
 * Letters and text messages with an id below `before`, newest first: those to hosts by their e-mails, while the outbox
 * has these (30 days), others by their cause.
 */
async function findRegistryLetters(
  db: Db,
  source: { registryId: number; code: string; hostEmails: string[]; before: number | undefined; max: number },
): Promise<OutboxLetter[]> {
  const { registryId, code, hostEmails, before, max } = source
  const prefixes = [...byCode.map(name => `${name}:${code}`), `sms:${registryId}:`]
  const { rows } = await sql<OutboxLetter>`
    select id, template, channel, recipient, state, attempts, error, created_at, sent_at,
      props <> '{}' as has_contents from outbox
    where id = any(array(
      select id from outbox where recipient = any(${hostEmails}) and recipient <> ''
      union
      select outbox.id from unnest(${prefixes}::text[]) as prefix (start)
        join outbox on cause >= start and cause < start || '~'
      union
      select outbox.id from (
        select order_id from purchase where registry_id = ${registryId}
        order by order_id desc limit ${maxCauses}) as given
        cross join unnest(${byOrder}::text[]) as name
        cross join lateral (select name || ':order:' || order_id || ':' || ${code} as start) as prefix
        join outbox on cause >= start and cause < start || '~'
      union
      select outbox.id from (
        select 'withdrawal-received:' || ${code} || ':' || handoff_id as cause from purchase
        where registry_id = ${registryId} order by order_id desc limit ${maxCauses}) as withdrawn
        join outbox on outbox.cause = withdrawn.cause
      union
      select outbox.id from (
        select invitation.cause from guest join invitation on guest_id = guest.id
        where registry_id = ${registryId} order by guest.id desc limit ${maxCauses}) as invited
        join outbox on outbox.cause = invited.cause))
      and (${before ?? null}::bigint is null or id < ${before ?? null})
    order by id desc limit ${max}`.execute(db)
  return rows
}
