import { isDeepStrictEqual } from 'node:util'
import { orNotFound } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { findEventTypes, findRegistryById, type RegistryRow } from '../../registry/registry/data.ts'
import { hostNames } from '../../registry/registry/rules.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { loadInvitationContent } from '../content/api.ts'
import * as data from '../guests/data.ts'
import { verifyLinkToken } from '../sending/link-token-rules.ts'
import { suppressInvitationEmails } from '../unsubscribe/data.ts'
import * as contract from './contract.ts'
import { emailReplyConfirmation, emailReplyToHost } from './service.ts'

export const calls: Handler[] = [
  handle(contract.showGuestInvitation, showReply),
  handle(contract.recordInvitationOpened, openInvitation),
  handle(contract.sendReply, sendReply),
  handle(contract.unsubscribeFromInvitations, stopInvitations),
]

/** Links tried from one address, and replies of one guest, in an hour. */
const triesPerHour = 300
const repliesPerHour = 20

interface Invited {
  guest: data.GuestRow
  registry: RegistryRow
}

/** The guest of a link and his registry; a wrong link is as one that never was. */
async function invitedBy(token: string, ctx: RequestContext): Promise<Invited> {
  await ctx.rateLimit(`reply-link:${ctx.address}`, triesPerHour, 3600)
  const guest = orNotFound(
    await data.findGuestById(ctx.db, orNotFound(verifyLinkToken('reply', token, ctx.config.SECRET))),
  )
  return { guest, registry: orNotFound(await findRegistryById(ctx.db, guest.registry_id)) }
}

async function showReply(
  { token }: { token: string },
  ctx: RequestContext,
): Promise<contract.GuestInvitationView> {
  const { guest, registry } = await invitedBy(token, ctx)
  const types = await findEventTypes(ctx.db, ctx.language)
  return {
    guest: { ...guest, coming: guest.coming_count, word: guest.reply_message },
    look: await loadInvitationContent(ctx.db, registry.id),
    registry: {
      id: registry.code,
      registry_name: registry.registry_name,
      hosts: hostNames(registry),
      type: types.find(({ slug }) => slug === registry.event_type)?.name ?? '',
      registry_date: registry.event_day,
      event_place: registry.event_place,
      shown: registry.privacy !== 'private',
    },
  }
}

async function openInvitation({ token }: { token: string }, ctx: RequestContext) {
  const { guest } = await invitedBy(token, ctx)
  await data.markInvitationOpened(ctx.db, guest.id, ctx.now)
  return {}
}

async function sendReply({ token, ...asked }: ParsedOf<typeof contract.sendReply>, ctx: RequestContext) {
  const { guest, registry } = await invitedBy(token, ctx)
  await ctx.rateLimit(`reply:${guest.id}`, repliesPerHour, 3600)
  const coming = asked.reply === 'coming' ? (asked.coming ?? 0) : 0
  const reply = { reply: asked.reply, coming, word: asked.word ?? null }
  await ctx.db.transaction().execute(async tx => {
    const before = orNotFound(await data.lockGuest(tx, guest.id))
    const times = { replied_at: ctx.now, opened_at: before.opened_at ?? ctx.now }
    await data.updateGuest(tx, registry.id, guest.id, {
      reply: reply.reply,
      coming_count: coming,
      reply_message: reply.word,
      ...times,
    })
    // The same answer once more is no news to anybody.
    if (
      isDeepStrictEqual(reply, {
        reply: before.reply,
        coming: before.coming_count,
        word: before.reply_message,
      })
    )
      return
    await emailReplyToHost(tx, { guest, registry, reply }, ctx)
    await emailReplyConfirmation(tx, { guest, registry, reply }, ctx)
  })
  return {}
}

async function stopInvitations({ token }: { token: string }, ctx: RequestContext) {
  await ctx.rateLimit(`reply-link:${ctx.address}`, triesPerHour, 3600)
  const id = orNotFound(verifyLinkToken('stop', token, ctx.config.SECRET))
  await ctx.db.transaction().execute(tx => suppressInvitationEmails(tx, id, ctx.now))
  return {}
}
