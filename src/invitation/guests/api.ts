import { emailKey } from '../../account/customer/rules.ts'
import { AppError, orNotFound } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { addHistoryEntry } from '../../registry/history/data.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { createLinkToken } from '../sending/link-token-rules.ts'
import { invitationRegistry } from './access.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import { parseGuestList } from './import-rules.ts'
import { normalizeGuestPhone } from './rules.ts'

export const calls: Handler[] = [
  handle(contract.listGuests, listGuests),
  handle(contract.saveGuest, saveGuest),
  handle(contract.removeGuest, removeGuest),
  handle(contract.importGuests, importGuests),
]

async function listGuests({ registry_id }: { registry_id: string }, ctx: CustomerContext) {
  const { id } = await invitationRegistry(registry_id, ctx)
  const guests = await data.findGuests(ctx.db, id)
  return guests.map(guest => ({
    ...guest,
    coming: guest.coming_count,
    word: guest.reply_message,
    replied_at: guest.replied_at?.toISOString() ?? null,
    token: createLinkToken('reply', guest.id, ctx.config.SECRET),
  }))
}

/** What is kept of a guest's fields. */
function kept({ name, email, phone, language, people, notes }: contract.GuestInput) {
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

async function saveGuest(guest: ParsedOf<typeof contract.saveGuest>, ctx: CustomerContext) {
  const registry = await invitationRegistry(guest.registry_id, ctx)
  const { db } = ctx
  return db.transaction().execute(async tx => {
    const values = kept(guest)
    const namesake = values.email_key && (await data.findGuestByEmail(tx, registry.id, values.email_key))
    if (namesake && namesake.id !== guest.id) throw twice()
    if (guest.id === undefined) {
      await roomFor(tx, registry.id, 1)
      const added = await data.insertGuest(tx, { ...values, registry_id: registry.id })
      if (!added) throw twice()
      await noteGuests(tx, registry.id, ctx)
      return { id: added.id }
    }
    orNotFound((await data.updateGuest(tx, registry.id, guest.id, values)) || null)
    await noteGuests(tx, registry.id, ctx)
    return { id: guest.id }
  })
}

const twice = () => new AppError('refused_fields', 422, { fields: { email: 'guest_email_twice' } })

async function roomFor(tx: Db, registryId: number, more: number): Promise<void> {
  const total = await data.countGuests(tx, registryId)
  if (total + more > contract.maxGuestsPerRegistry) throw new AppError('guests_too_many', 409)
}

async function noteGuests(tx: Db, registryId: number, { customer, now }: CustomerContext): Promise<void> {
  await addHistoryEntry(tx, { registryId, customerId: customer.id, what: 'guests', at: now })
}

async function removeGuest({ registry_id, id }: ParsedOf<typeof contract.removeGuest>, ctx: CustomerContext) {
  const registry = await invitationRegistry(registry_id, ctx)
  await ctx.db.transaction().execute(async tx => {
    orNotFound((await data.deleteGuest(tx, registry.id, id)) || null)
    await noteGuests(tx, registry.id, ctx)
  })
  return {}
}

async function importGuests(
  { registry_id, list }: ParsedOf<typeof contract.importGuests>,
  ctx: CustomerContext,
) {
  const registry = await invitationRegistry(registry_id, ctx)
  const lines = parseGuestList(list)
  const guests = lines.flatMap(({ guest }) => (guest ? [guest] : []))
  return ctx.db.transaction().execute(async tx => {
    await roomFor(tx, registry.id, guests.length)
    let added = 0
    for (const guest of guests)
      if (await data.insertGuest(tx, { ...kept(guest), registry_id: registry.id })) added++
    if (added > 0) await noteGuests(tx, registry.id, ctx)
    return { added, known: guests.length - added, wrong: lines.length - guests.length }
  })
}
