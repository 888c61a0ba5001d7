import { sql } from 'kysely'
import * as z from 'zod/mini'
import { findCustomersByIds } from '../../account/customer/customer.sql.ts'
import { orNotFound } from '../../base/app-error.ts'
import { boundedText, positiveId, programNumber } from '../../base/fields.ts'
import { findListedGifts } from '../../gift/gift.ts'
import { findGuestById } from '../../invitation/guests.ts'
import { maskCardCode } from '../../money/payout/payout.rules.ts'
import { findPayouts } from '../../money/payout/payout.sql.ts'
import { findStatementRows } from '../../money/statement.ts'
import { findLatestHistoryEntries } from '../../registry/history.sql.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { staffCall, staffRead } from '../../server/context/staff-call.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { formatAuditCursor, parseAuditCursor } from '../audit.rules.ts'
import { findAuditLines } from '../audit.sql.ts'
import { recordAudit, recordView } from '../audit.ts'
import { cutPage } from '../paging.rules.ts'
import { formatAddressLines } from './address.rules.ts'
import type { OutboxLetter } from './order.sql.ts'
import { readOrders } from './orders.ts'
import { staffRegistryAddress as registry } from './registry.rules.ts'
import * as data from './registry.sql.ts'
import {
  describeHosts,
  describeRegistry,
  describeWaiting,
  guestEmailFor,
  recipientFor,
  registryForStaff,
  summarizeRegistry,
} from './registry.ts'

const id = z.optional(positiveId)
const number = z.optional(programNumber)
const body = boundedText({
  ...{ min: 1, max: 2000 },
  ...{ required: 'staff_note_empty', short: 'staff_note_empty', long: 'staff_note_long' },
})
const draft_key = boundedText({ min: 8, max: 64 })

export const calls = {
  registry: staffCall('support', { registry }, showRegistry),
  registryGifts: staffRead('support', { registry, page: id }, async ({ registry: typed, page = 1 }, ctx) =>
    readGifts((await registryForStaff(ctx, typed)).id, page, ctx),
  ),
  /** Newest first. `order` has to be among them: where it is not among the newest, the page begins with it (R1120). */
  registryOrders: staffRead(
    'support',
    { registry, before: number, order: number },
    async ({ registry: typed, before, order }, ctx) =>
      readOrders((await registryForStaff(ctx, typed)).id, { before, order }, ctx),
  ),
  /** Payouts, and the lines of the registry's money with the balance after each; newest first. */
  registryMoney: staffRead('support', { registry, before: id }, async ({ registry: typed, before }, ctx) =>
    readMoney((await registryForStaff(ctx, typed)).id, before, ctx),
  ),
  /** Letters and text messages of a registry: to hosts, givers and guests; newest first. */
  registryLetters: staffRead('support', { registry, before: id }, async ({ registry: typed, before }, ctx) =>
    readLetters(await registryForStaff(ctx, typed), before, ctx),
  ),
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
    const guest = kind === 'guest' ? await findGuestById(tx, id) : undefined
    const ofGuest = guest?.registry_id === registryId ? guest.email : undefined
    const email = orNotFound(kind === 'guest' ? ofGuest : await data.findGiverEmail(tx, registryId, id))
    await recordAudit(tx, ctx, { action: 'email_shown', registryId, subject: `${kind} ${id}` })
    return { email }
  })
}

const giftsPerPage = 50
const linesPerPage = 50
const maxReservations = 100

async function readGifts(registryId: number, page: number, ctx: StaffContext) {
  const { db, now, language } = ctx
  const gifts = await findListedGifts(db, registryId, { language, now })
  const most = { now, max: maxReservations, language }
  const reservations = await data.findOpenReservations(db, registryId, most)
  return {
    gifts: gifts
      .slice((page - 1) * giftsPerPage, page * giftsPerPage)
      .map(({ id, name, sku, price, quantity, is_group, available, given }) => ({
        ...{ id, name, sku, price, quantity, is_group, given },
        is_available: available,
      })),
    page,
    last_page: Math.max(1, Math.ceil(gifts.length / giftsPerPage)),
    reservations,
  }
}

/** Lines of money with an id below `before`, newest first, with the balance after each; and all payouts. */
async function readMoney(registryId: number, before: number | undefined, { db, language }: StaffContext) {
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
  const { shown, next } = cutPage(older, linesPerPage, ({ id }) => id)
  return {
    lines: shown,
    next,
    payouts: (await findPayouts(db, registryId)).map(payout => ({
      id: payout.id,
      method: payout.method,
      reason: payout.reason,
      code: maskCardCode(payout.code),
      order_id: payout.method === 'order' ? payout.shop_id : null,
      cents: payout.cents,
      left: payout.balance_cents,
      returned: payout.refunded_cents,
      state: payout.state,
      ...describeWaiting(payout),
      created_at: payout.created_at,
      done_at: payout.done_at,
    })),
  }
}

async function readLetters(
  { id, code, customer_id, co_host_id }: data.StaffRegistry,
  before: number | undefined,
  { db, staff }: StaffContext,
) {
  const hosts = await findCustomersByIds(db, [customer_id, co_host_id])
  const hostEmails = hosts.map(({ email }) => email)
  const source = { registryId: id, code, hostEmails }
  const rows = await findRegistryLetters(db, source, { before, max: linesPerPage + 1 })
  const { shown, next } = cutPage(rows, linesPerPage, letter => letter.id)
  const letters = shown.map(({ recipient, ...row }) => ({
    ...row,
    recipient: recipientFor(staff.role, recipient, hostEmails),
  }))
  return { letters, next }
}

/** Where a registry's letters are found: those to hosts by e-mail, others by their cause. */
interface LetterSource {
  registryId: number
  code: string
  hostEmails: string[]
}

/** Templates whose cause is the name and the registry's code. */
const byCode = [
  'registry-created',
  'registry-closing',
  'registry-closed',
  'registry-revealed',
  'guest-list-ends',
]
/** So many of the newest orders and invitations are looked at for their letters. */
const maxCauses = 2000

/**
 * Letters and text messages with an id below `before`, newest first. Those to hosts are found while the outbox has
 * their addresses (30 days).
 */
async function findRegistryLetters(
  db: Db,
  source: LetterSource,
  { before, max }: { before: number | undefined; max: number },
): Promise<OutboxLetter[]> {
  const { registryId, code, hostEmails } = source
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
        select 'gift-thanks:order:' || order_id || ':' || ${code} as cause from purchase
        where registry_id = ${registryId} order by order_id desc limit ${maxCauses}) as thanks
        join outbox on outbox.cause = thanks.cause
      union
      select outbox.id from (
        select invitation.cause from guest join invitation on guest_id = guest.id
        where registry_id = ${registryId} order by guest.id desc limit ${maxCauses}) as invited
        join outbox on outbox.cause = invited.cause))
      and (${before ?? null}::bigint is null or id < ${before ?? null})
    order by id desc limit ${max}`.execute(db)
  return rows
}
