import { orNotFound } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { findGuestById } from '../../invitation/guests/data.ts'
import { findLatestHistoryEntries } from '../../registry/history/data.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { findAuditLines } from '../audit/data.ts'
import { formatCursor, parseCursor } from '../audit/rules.ts'
import { recordAudit, recordView } from '../audit/service.ts'
import { guestEmailFor, registryForStaff } from './access.ts'
import { formatAddressLines } from './address-rules.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import * as lists from './list-contract.ts'
import { readGifts, readLetters, readMoney, readOrders } from './list-service.ts'
import { describeHosts, describeRegistry, describeWaiting, summarizeRegistry } from './service.ts'

export const calls: Handler[] = [
  handle(contract.showStaffRegistry, showRegistry),
  handle(lists.listStaffGifts, async ({ registry, page = 1 }, ctx) =>
    readGifts((await registryForStaff(ctx, registry)).id, page, ctx),
  ),
  handle(lists.listStaffOrders, async ({ registry, before, order }, ctx) =>
    readOrders((await registryForStaff(ctx, registry)).id, { before, order }, ctx),
  ),
  handle(lists.showStaffMoney, async ({ registry, before }, ctx) =>
    readMoney((await registryForStaff(ctx, registry)).id, before, ctx),
  ),
  handle(lists.listStaffLetters, async ({ registry, before }, ctx) =>
    readLetters(await registryForStaff(ctx, registry), before, ctx),
  ),
  handle(lists.listStaffGuests, listGuests),
  handle(contract.listStaffHistory, listHistory),
  handle(contract.addStaffNote, addNote),
  handle(contract.showGuestEmail, showEmail),
]

const maxNotes = 100
const rowsPerPage = 50
const maxElsewhere = 20
const maxWaiting = 20
/** Changes by hosts; two years of them are kept. */
const maxChanges = 100

async function showRegistry({ registry }: ParsedOf<typeof contract.showStaffRegistry>, ctx: StaffContext) {
  const row = await registryForStaff(ctx, registry)
  await recordView(ctx.db, ctx, { action: 'registry_opened', registryId: row.id })
  const notes = await data.findStaffNotes(ctx.db, row.id, maxNotes)
  return {
    head: await describeRegistry(row, ctx),
    home_address: row.home_address && formatAddressLines(row.home_address, ctx.language),
    shipping_address: row.shipping_address && formatAddressLines(row.shipping_address, ctx.language),
    sent_elsewhere: (await data.findUnsentElsewhere(ctx.db, row.id, maxElsewhere)).map(order => ({
      ...order,
      shop_url: ctx.shop.orderPageUrl(order.order_id),
    })),
    waiting_payouts: (await data.findWaitingPayouts(ctx.db, row.id, maxWaiting)).map(
      ({ id, method, cents, created_at, ...payout }) => ({
        ...{ id, method, cents, created_at: created_at.toISOString() },
        ...describeWaiting(payout),
      }),
    ),
    hosts: await describeHosts(row, ctx),
    ...(await summarizeRegistry(row.id, ctx)),
    notes: notes.map(({ created_at, ...note }) => ({ ...note, at: created_at.toISOString() })),
  }
}

async function listGuests(
  { registry, after = 0 }: ParsedOf<typeof lists.listStaffGuests>,
  ctx: StaffContext,
) {
  const { id } = await registryForStaff(ctx, registry)
  const rows = await data.findListedGuests(ctx.db, id, after, rowsPerPage + 1)
  const guests = rows.slice(0, rowsPerPage).map(row => ({
    id: row.id,
    name: row.name,
    ...guestEmailFor(ctx.staff.role, row.email),
    people: row.people,
    reply: row.reply,
    coming: row.coming_count,
    invited_at: row.invited_at?.toISOString() ?? null,
  }))
  return { guests, next: rows.length > rowsPerPage ? (guests.at(-1)?.id ?? null) : null }
}

/** What staff did goes on from page to page; what hosts changed is on the first. */
async function listHistory(
  { registry, before }: ParsedOf<typeof contract.listStaffHistory>,
  ctx: StaffContext,
) {
  const { id } = await registryForStaff(ctx, registry)
  const cursor = before === undefined ? null : parseCursor(before)
  const changes = cursor ? [] : await findLatestHistoryEntries(ctx.db, id, maxChanges, ctx.language)
  const lines = await findAuditLines(ctx.db, { registryId: id }, cursor, rowsPerPage + 1)
  const shown = lines.slice(0, rowsPerPage)
  const last = lines.length > rowsPerPage ? shown.at(-1) : undefined
  return {
    changes: changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })),
    acts: shown.map(({ at, ...line }) => ({ ...line, at: at.toISOString() })),
    next: last ? formatCursor(last) : null,
  }
}

async function addNote(
  { registry, body, draft_key }: ParsedOf<typeof contract.addStaffNote>,
  ctx: StaffContext,
) {
  const { id } = await registryForStaff(ctx, registry)
  await ctx.db.transaction().execute(async tx => {
    const note = { registry_id: id, person_id: ctx.staff.id, draft_key, body, created_at: ctx.now }
    if (!(await data.insertStaffNote(tx, note))) return
    await recordAudit(tx, ctx, { action: 'note_added', registryId: id })
  })
  return {}
}

async function showEmail(
  { registry, kind, id }: ParsedOf<typeof contract.showGuestEmail>,
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
