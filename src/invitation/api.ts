import { emailKey } from '../account/rules.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { found, Refusal } from '../base/refusal.ts'
import { type Served, serve } from '../server/serve.ts'
import type { Db } from '../server/tables.ts'
import type { CustomerVisit } from '../server/visit.ts'
import { readAddresses } from './address-rules.ts'
import * as content from './content.ts'
import * as said from './contract.ts'
import { guestsMost } from './guest-contract.ts'
import * as guests from './guest-data.ts'
import * as guestList from './guests-api.ts'
import { hosted } from './hosted.ts'
import * as replies from './replies-api.ts'
import { propsOf, type Recipient, sendTo } from './sending.ts'
import * as data from './sending-data.ts'
import * as sms from './sms-api.ts'

export const calls: Served[] = [
  ...content.calls,
  serve(said.listInvitations, listInvitations),
  serve(said.sendInvitations, sendInvitations),
  serve(said.inviteGuests, inviteGuests),
  serve(said.testInvitation, testInvitation),
  serve(said.resendInvitation, resendInvitation),
  serve(said.removeInvitation, removeInvitation),
  ...guestList.calls,
  ...replies.calls,
  ...sms.calls,
]

/** Test letters of one host in an hour. */
const testsPerHour = 10

async function listInvitations({ registry_id }: { registry_id: string }, visit: CustomerVisit) {
  const registry = await hosted(registry_id, visit)
  const invited = await data.invitedOf(visit.db, registry.id)
  return invited.map(one => ({
    ...one,
    state: stateOf(one),
    reason: one.letter === 'failed' ? reasonOf(one.error) : null,
    invited_at: one.invited_at.toISOString(),
  }))
}

/** The furthest that is known of an invitation. */
function stateOf({ letter, reply, opened_at }: data.InvitedRow): said.InvitedView['state'] {
  if (reply !== null) return 'replied'
  if (opened_at !== null) return 'opened'
  return letter === 'waiting' ? 'queued' : letter
}

/** In words that a host can use: what a mail server says is for its operators. */
function reasonOf(error: string | null): string {
  if (error === 'stopped') return 'invitation_stopped'
  return /\b5\d\d\b|5\.\d\.\d/.test(error ?? '') ? 'invitation_refused' : 'invitation_undelivered'
}

async function sendInvitations(asked: ParsedOf<typeof said.sendInvitations>, visit: CustomerVisit) {
  const registry = await hosted(asked.registry_id, visit)
  const { good, wrong } = readAddresses(asked.emails)
  if (wrong.length > 0 || good.length === 0) throw wrongAddresses('invitation_emails_wrong', wrong)
  if (good.length > said.addressesMost) throw wrongAddresses('invitation_emails_many', [])
  const skipped: { email: string; reason: string }[] = []
  const list = async (tx: Db) => {
    const all: Recipient['guest'][] = []
    for (const email of good) {
      const guest = await guestOf(tx, registry.id, email, asked.language)
      if (guest.invited) skipped.push({ email, reason: 'invitation_already' })
      else all.push(guest)
    }
    return all
  }
  const answer = await sendTo(list, registry, visit)
  return { sent: answer.sent, skipped: [...skipped, ...answer.skipped] }
}

function wrongAddresses(key: string, wrong: string[]): Refusal {
  return new Refusal('refused_fields', 422, { fields: { emails: key }, detail: { wrong } })
}

/** The guest with that address, put on the list when he was not there. */
async function guestOf(tx: Db, registryId: number, email: string, language: 'en' | 'el') {
  const key = emailKey(email)
  const known = await guests.guestByEmail(tx, registryId, key)
  if (known) return { ...known, email, invited: await data.isInvited(tx, known.id) }
  if ((await guests.countGuests(tx, registryId)) >= guestsMost) throw new Refusal('guests_too_many', 409)
  const values = {
    registry_id: registryId,
    name: '',
    email,
    email_key: key,
    phone: null,
    language,
    people: 1,
  }
  const { id } = found(await guests.addGuest(tx, { ...values, notes: null }))
  return { id, name: '', language, email, invited: false }
}

async function inviteGuests({ registry_id }: { registry_id: string }, visit: CustomerVisit) {
  const registry = await hosted(registry_id, visit)
  const list = async (tx: Db) => {
    const all = await guests.guestsOf(tx, registry.id)
    return all.flatMap(({ email, invited, ...guest }) => (email && !invited ? [{ ...guest, email }] : []))
  }
  return sendTo(list, registry, visit)
}

async function resendInvitation(
  { registry_id, id }: ParsedOf<typeof said.resendInvitation>,
  visit: CustomerVisit,
) {
  const registry = await hosted(registry_id, visit)
  const guest = found(await guests.guestById(visit.db, id))
  if (guest.registry_id !== registry.id || guest.email === null) throw new Refusal('refused_missing', 404)
  const { email } = guest
  return sendTo(async () => [{ ...guest, email }], registry, visit)
}

async function removeInvitation(
  { registry_id, id }: ParsedOf<typeof said.removeInvitation>,
  visit: CustomerVisit,
) {
  const registry = await hosted(registry_id, visit)
  await visit.db.transaction().execute(async tx => {
    const guest = found(await guests.guestById(tx, id))
    if (guest.registry_id !== registry.id) throw new Refusal('refused_missing', 404)
    await guests.dropWaiting(tx, id)
    found((await data.dropInvitation(tx, registry.id, id)) || null)
  })
  return {}
}

/** To the host himself, in his language; its links are marked as a try and change nothing. */
async function testInvitation({ registry_id }: { registry_id: string }, visit: CustomerVisit) {
  const { customer, db, now } = visit
  const registry = await hosted(registry_id, visit)
  await visit.limit(`invitation-test:${customer.id}`, testsPerHour, 3600)
  const guest = { id: 0, language: visit.language }
  const props = await propsOf(db, guest, registry, { stopId: 0, secret: visit.config.SECRET })
  await db.transaction().execute(tx =>
    visit.post(tx, {
      cause: `invitation-test:${registry.id}:${now.getTime()}`,
      template: 'invitation',
      language: visit.language,
      to: customer.email,
      props: { ...props, reply: null, stop: null },
    }),
  )
  return {}
}
