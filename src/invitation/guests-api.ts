import { emailKey } from '../account/rules.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { found, Refusal } from '../base/refusal.ts'
import { noteChange } from '../registry/history-data.ts'
import { type Served, serve } from '../server/serve.ts'
import type { Db } from '../server/tables.ts'
import type { CustomerVisit } from '../server/visit.ts'
import * as said from './guest-contract.ts'
import * as data from './guest-data.ts'
import { keptPhone } from './guest-rules.ts'
import { hosted } from './hosted.ts'
import { readGuests } from './import-rules.ts'
import { linkToken } from './links.ts'

export const calls: Served[] = [
  serve(said.listGuests, listGuests),
  serve(said.saveGuest, saveGuest),
  serve(said.removeGuest, removeGuest),
  serve(said.importGuests, importGuests),
]

async function listGuests({ registry_id }: { registry_id: string }, visit: CustomerVisit) {
  const { id } = await hosted(registry_id, visit)
  const guests = await data.guestsOf(visit.db, id)
  return guests.map(guest => ({
    ...guest,
    replied_at: guest.replied_at?.toISOString() ?? null,
    token: linkToken('reply', guest.id, visit.config.SECRET),
  }))
}

/** What is kept of a guest's fields. */
function kept({ name, email, phone, language, people, notes }: said.GuestLine) {
  return {
    name: name ?? '',
    email: email ?? null,
    email_key: email ? emailKey(email) : null,
    phone: phone ? keptPhone(phone) : null,
    language,
    people,
    notes: notes ?? null,
  }
}

async function saveGuest(guest: ParsedOf<typeof said.saveGuest>, visit: CustomerVisit) {
  const registry = await hosted(guest.registry_id, visit)
  const { db } = visit
  return db.transaction().execute(async tx => {
    const values = kept(guest)
    const namesake = values.email_key && (await data.guestByEmail(tx, registry.id, values.email_key))
    if (namesake && namesake.id !== guest.id) throw twice()
    if (guest.id === undefined) {
      await roomFor(tx, registry.id, 1)
      const added = await data.addGuest(tx, { ...values, registry_id: registry.id })
      if (!added) throw twice()
      await noteGuests(tx, registry.id, visit)
      return { id: added.id }
    }
    found((await data.changeGuest(tx, registry.id, guest.id, values)) || null)
    await noteGuests(tx, registry.id, visit)
    return { id: guest.id }
  })
}

const twice = () => new Refusal('refused_fields', 422, { fields: { email: 'guest_email_twice' } })

async function roomFor(tx: Db, registryId: number, more: number): Promise<void> {
  const total = await data.countGuests(tx, registryId)
  if (total + more > said.guestsMost) throw new Refusal('guests_too_many', 409)
}

async function noteGuests(tx: Db, registryId: number, { customer, now }: CustomerVisit): Promise<void> {
  await noteChange(tx, { registryId, customerId: customer.id, what: 'guests', at: now })
}

async function removeGuest({ registry_id, id }: ParsedOf<typeof said.removeGuest>, visit: CustomerVisit) {
  const registry = await hosted(registry_id, visit)
  await visit.db.transaction().execute(async tx => {
    found((await data.dropGuest(tx, registry.id, id)) || null)
    await noteGuests(tx, registry.id, visit)
  })
  return {}
}

async function importGuests({ registry_id, list }: ParsedOf<typeof said.importGuests>, visit: CustomerVisit) {
  const registry = await hosted(registry_id, visit)
  const lines = readGuests(list)
  const guests = lines.flatMap(({ guest }) => (guest ? [guest] : []))
  return visit.db.transaction().execute(async tx => {
    await roomFor(tx, registry.id, guests.length)
    let added = 0
    for (const guest of guests)
      if (await data.addGuest(tx, { ...kept(guest), registry_id: registry.id })) added++
    if (added > 0) await noteGuests(tx, registry.id, visit)
    return { added, known: guests.length - added, wrong: lines.length - guests.length }
  })
}
