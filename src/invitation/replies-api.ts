import { isDeepStrictEqual } from 'node:util'
import type { ParsedOf } from '../base/endpoint.ts'
import { found } from '../base/refusal.ts'
import { eventTypes, type RegistryRow, registryById } from '../registry/data.ts'
import { hostsOf } from '../registry/rules.ts'
import { type Served, serve } from '../server/serve.ts'
import type { Visit } from '../server/visit.ts'
import { lookOf } from './content.ts'
import * as data from './guest-data.ts'
import { idOfToken } from './links.ts'
import * as said from './reply-contract.ts'
import { confirmReply, tellHost } from './reply-letters.ts'
import { stopWriting } from './stop-data.ts'

export const calls: Served[] = [
  serve(said.showReply, showReply),
  serve(said.openInvitation, openInvitation),
  serve(said.sendReply, sendReply),
  serve(said.stopInvitations, stopInvitations),
]

/** Links tried from one address, and replies of one guest, in an hour. */
const triesPerHour = 300
const repliesPerHour = 20

interface Invited {
  guest: data.GuestRow
  registry: RegistryRow
}

/** The guest of a link and his registry; a wrong link is as one that never was. */
async function invitedBy(token: string, visit: Visit): Promise<Invited> {
  await visit.limit(`reply-link:${visit.address}`, triesPerHour, 3600)
  const guest = found(await data.guestById(visit.db, found(idOfToken('reply', token, visit.config.SECRET))))
  return { guest, registry: found(await registryById(visit.db, guest.registry_id)) }
}

async function showReply({ token }: { token: string }, visit: Visit): Promise<said.ReplyView> {
  const { guest, registry } = await invitedBy(token, visit)
  const types = await eventTypes(visit.db, visit.language)
  return {
    guest,
    look: await lookOf(visit.db, registry.id),
    registry: {
      id: registry.code,
      registry_name: registry.registry_name,
      hosts: hostsOf(registry),
      type: types.find(({ slug }) => slug === registry.event_type)?.name ?? '',
      registry_date: registry.event_day,
      event_place: registry.event_place,
      shown: registry.privacy !== 'private',
    },
  }
}

async function openInvitation({ token }: { token: string }, visit: Visit) {
  const { guest } = await invitedBy(token, visit)
  await data.noteOpened(visit.db, guest.id, visit.now)
  return {}
}

async function sendReply({ token, ...asked }: ParsedOf<typeof said.sendReply>, visit: Visit) {
  const { guest, registry } = await invitedBy(token, visit)
  await visit.limit(`reply:${guest.id}`, repliesPerHour, 3600)
  const coming = asked.reply === 'coming' ? (asked.coming ?? 0) : 0
  const reply = { reply: asked.reply, coming, word: asked.word ?? null }
  await visit.db.transaction().execute(async tx => {
    const before = found(await data.lockedGuest(tx, guest.id))
    const times = { replied_at: visit.now, opened_at: before.opened_at ?? visit.now }
    await data.changeGuest(tx, registry.id, guest.id, { ...reply, ...times })
    // The same answer once more is no news to anybody.
    if (isDeepStrictEqual(reply, { reply: before.reply, coming: before.coming, word: before.word })) return
    await tellHost(tx, { guest, registry, reply }, visit)
    await confirmReply(tx, { guest, registry, reply }, visit)
  })
  return {}
}

async function stopInvitations({ token }: { token: string }, visit: Visit) {
  await visit.limit(`reply-link:${visit.address}`, triesPerHour, 3600)
  const id = found(idOfToken('stop', token, visit.config.SECRET))
  await visit.db.transaction().execute(tx => stopWriting(tx, id, visit.now))
  return {}
}
