import * as z from 'zod/mini'
import { orNotFound } from '../../base/app-error.ts'
import { boundedText, positiveId, programNumber } from '../../base/fields.ts'
import { findGuestById } from '../../invitation/guests/data.ts'
import { findLatestHistoryEntries } from '../../registry/history/data.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { staffCall, staffRead } from '../../server/context/staff-call.ts'
import { findAuditLines } from '../audit/data.ts'
import { formatCursor, parseCursor } from '../audit/rules.ts'
import { recordAudit, recordView } from '../audit/service.ts'
import { guestEmailFor, registryForStaff } from './access.ts'
import { formatAddressLines } from './address-rules.ts'
import * as data from './data.ts'
import { readGifts, readLetters, readMoney, readOrders } from './list-service.ts'
import { staffRegistryAddress as registry } from './rules.ts'
import { describeHosts, describeRegistry, describeWaiting, summarizeRegistry } from './service.ts'

const id = z.optional(positiveId)
const number = z.optional(programNumber)
const body = boundedText({
  ...{ min: 1, max: 2000 },
  ...{ required: 'staff_note_empty', short: 'staff_note_empty', long: 'staff_note_long' },
})
const draft_key = boundedText({ min: 8, max: 64 })

export const calls = {
  registry: staffCall('support', { registry }, showRegistry),
  /** The gifts of a registry with counts, and what guests at the checkout have reserved. */
  registryGifts: staffRead('support', { registry, page: id }, async ({ registry: typed, page = 1 }, ctx) =>
    readGifts((await registryForStaff(ctx, typed)).id, page, ctx),
  ),
  /**
   * The orders of a registry with their lines, payment and refunds, newest first. `order` has to be among them: where it
   * is not among the newest, the page begins with it (R1120).
   */
  registryOrders: staffRead(
    'support',
    { registry, before: number, order: number },
    async ({ registry: typed, before, order }, ctx) =>
      readOrders((await registryForStaff(ctx, typed)).id, { before, order }, ctx),
  ),
  /** Every line of a registry's money with the balance after it, and its payouts; newest first. */
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

/** A registry as staff see it: state, hosts and their sessions, money, and the notes of staff; audited once an hour. */
async function showRegistry({ registry }: { registry: string }, ctx: StaffContext) {
  const row = await registryForStaff(ctx, registry)
  await recordView(ctx.db, ctx, { action: 'registry_opened', registryId: row.id })
  return {
    head: await describeRegistry(row, ctx),
    home_address: row.home_address && formatAddressLines(row.home_address, ctx.language),
    shipping_address: row.shipping_address && formatAddressLines(row.shipping_address, ctx.language),
    /** Paid orders that have not left, and go to whoever bought them; the newest of them. */
    sent_elsewhere: (await data.findUnsentElsewhere(ctx.db, row.id, maxElsewhere)).map(order => ({
      ...order,
      shop_url: ctx.shop.orderPageUrl(order.order_id),
    })),
    /** What the shop has not made yet, the oldest first. */
    waiting_payouts: (await data.findWaitingPayouts(ctx.db, row.id, maxWaiting)).map(
      ({ id, method, cents, ...payout }) => ({ id, method, cents, ...describeWaiting(payout) }),
    ),
    hosts: await describeHosts(row, ctx),
    ...(await summarizeRegistry(row.id, ctx)),
    notes: await data.findStaffNotes(ctx.db, row.id, maxNotes),
  }
}

/** The guests on a registry's list, in the order they were added. */
async function listGuests(
  { registry, after = 0 }: { registry: string; after?: number | undefined },
  ctx: StaffContext,
) {
  const { id } = await registryForStaff(ctx, registry)
  const rows = await data.findListedGuests(ctx.db, id, after, rowsPerPage + 1)
  const guests = rows
    .slice(0, rowsPerPage)
    .map(row => ({ ...row, ...guestEmailFor(ctx.staff.role, row.email) }))
  return { guests, next: rows.length > rowsPerPage ? (guests.at(-1)?.id ?? null) : null }
}

/** What hosts changed, and what staff did, newest first: the changes on the first page, what staff did on each. */
async function listHistory(
  { registry, before }: { registry: string; before?: string | undefined },
  ctx: StaffContext,
) {
  const { id } = await registryForStaff(ctx, registry)
  const cursor = before === undefined ? null : parseCursor(before)
  const changes = cursor ? [] : await findLatestHistoryEntries(ctx.db, id, maxChanges, ctx.language)
  const lines = await findAuditLines(ctx.db, { registryId: id }, cursor, rowsPerPage + 1)
  const shown = lines.slice(0, rowsPerPage)
  const last = lines.length > rowsPerPage ? shown.at(-1) : undefined
  return {
    changes,
    // Less than the audit shows to managers.
    acts: shown.map(line => {
      const { at, person, action, subject, receipt, before: was, after, reason } = line
      return { id: line.id, at, person, action, subject, receipt, before: was, after, reason }
    }),
    next: last ? formatCursor(last) : null,
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

/** The e-mail of a guest or of an order's giver, which support sees masked; the look is audited. */
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
