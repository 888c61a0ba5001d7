import { emailKey } from '../../account/customer/rules.ts'
import { AppError, orNotFound } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { createWorkLimit } from '../../base/work-limit.ts'
import { addHistoryEntry } from '../../registry/history/data.ts'
import { lockRegistryFor, registryFor } from '../../registry/registry/access.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { deleteRows, findRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { createLinkToken } from '../sending/link-token-service.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import { parseGuestList } from './import-rules.ts'
import { normalizeGuestPhone } from './rules.ts'
import { checkGuestCapacity, deleteQueuedInvitation } from './service.ts'

export const calls: Handler[] = [
  handle(contract.listGuests, listGuests),
  handle(contract.saveGuest, saveGuest),
  handle(contract.removeGuest, removeGuest),
  handle(contract.importGuests, importGuests),
]

async function listGuests({ registry_id }: { registry_id: string }, ctx: CustomerContext) {
  const { id } = await registryFor(ctx, registry_id, 'edit')
  const guests = await data.findGuests(ctx.db, id)
  return guests.map(guest => ({
    ...guest,
    coming: guest.coming_count,
    word: guest.reply_message,
    replied_at: guest.replied_at?.toISOString() ?? null,
    token: createLinkToken('reply', guest.id, ctx.config, ctx.now),
  }))
}

async function saveGuest(input: ParsedOf<typeof contract.saveGuest>, ctx: CustomerContext) {
  const registry = await registryFor(ctx, input.registry_id, 'edit')
  return ctx.db.transaction().execute(async tx => {
    const columns = toGuestColumns(input)
    const sameEmail =
      columns.email_key &&
      (await findRow(tx, 'guest', { registry_id: registry.id, email_key: columns.email_key }))
    if (sameEmail && sameEmail.id !== input.id) throw duplicateEmail()
    if (input.id === undefined) {
      await checkGuestCapacity(tx, registry.id, 1)
      const added = await data.insertGuest(tx, { ...columns, registry_id: registry.id })
      if (!added) throw duplicateEmail()
      await addGuestsToHistory(tx, registry.id, ctx)
      return { id: added.id }
    }
    orNotFound((await data.updateGuest(tx, registry.id, input.id, columns)) || null)
    await addGuestsToHistory(tx, registry.id, ctx)
    return { id: input.id }
  })
}

const duplicateEmail = () => new AppError('refused_fields', 422, { fields: { email: 'guest_email_twice' } })

function toGuestColumns({ name, email, phone, language, people, notes }: contract.GuestInput) {
  return {
    name: name ?? '',
    email: email ?? null,
    email_key: email ? emailKey(email) : null,
    phone: phone ? normalizeGuestPhone(phone) : null,
    language,
    people,
    notes: notes ?? null,
  }
}

async function addGuestsToHistory(
  tx: Db,
  registryId: number,
  { customer, now }: CustomerContext,
): Promise<void> {
  await addHistoryEntry(tx, { registryId, customerId: customer.id, what: 'guests', at: now })
}

async function removeGuest({ registry_id, id }: ParsedOf<typeof contract.removeGuest>, ctx: CustomerContext) {
  const registry = await registryFor(ctx, registry_id, 'edit')
  await ctx.db.transaction().execute(async tx => {
    await deleteQueuedInvitation(tx, id, ctx)
    orNotFound((await deleteRows(tx, 'guest', { id, registry_id: registry.id })) > 0 || null)
    await addGuestsToHistory(tx, registry.id, ctx)
  })
  return {}
}

const importWork = createWorkLimit({ concurrent: 2, waiting: 10 })

async function importGuests(
  { registry_id, list }: ParsedOf<typeof contract.importGuests>,
  ctx: CustomerContext,
) {
  const registry = await registryFor(ctx, registry_id, 'edit')
  const lines = await importWork(() => parseGuestList(list))
  const guests = lines.flatMap(({ guest }) => (guest ? [guest] : []))
  return ctx.db.transaction().execute(async tx => {
    // Two imports at once would both find room for their guests.
    await lockRegistryFor(tx, ctx, registry.id, 'edit')
    await checkGuestCapacity(tx, registry.id, guests.length)
    const rows = guests.map(guest => ({ ...toGuestColumns(guest), registry_id: registry.id }))
    const added = await data.insertGuests(tx, rows)
    if (added > 0) await addGuestsToHistory(tx, registry.id, ctx)
    return { added, known: guests.length - added, wrong: lines.length - guests.length }
  })
}
