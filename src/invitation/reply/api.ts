import { isDeepStrictEqual } from 'node:util'
import { orNotFound } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { readEventTypes } from '../../registry/registry/access.ts'
import { hostNames } from '../../registry/registry/rules.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import { loadInvitationContent } from '../content/service.ts'
import * as guestData from '../guests/data.ts'
import { guestForReplyLink } from './access.ts'
import * as contract from './contract.ts'
import { emailReplyConfirmation, emailReplyToHost } from './service.ts'

export const calls: Handler[] = [
  handle(contract.showGuestInvitation, showGuestInvitation),
  handle(contract.recordInvitationOpened, recordInvitationOpened),
  handle(contract.sendReply, sendReply),
]

async function showGuestInvitation(
  { token }: { token: string },
  ctx: RequestContext,
): Promise<contract.GuestInvitationView> {
  const { guest, registry } = await guestForReplyLink(token, ctx)
  const types = await readEventTypes(ctx)
  const type = types.find(({ slug }) => slug === registry.event_type)
  return {
    guest: { ...guest, coming: guest.coming_count, word: guest.reply_message },
    look: await loadInvitationContent(ctx.db, registry.id),
    registry: {
      id: registry.code,
      registry_name: registry.registry_name,
      hosts: hostNames(registry),
      type: type?.name ?? '',
      ...(type && { host_kind: type.host_kind }),
      registry_date: registry.event_day,
      event_place: registry.event_place,
      shown: registry.privacy !== 'private',
    },
  }
}

async function recordInvitationOpened({ token }: { token: string }, ctx: RequestContext) {
  const { guest } = await guestForReplyLink(token, ctx)
  await updateRows(ctx.db, 'guest', { set: { opened_at: ctx.now }, where: { id: guest.id, opened_at: null } })
  return {}
}

/** Replies of one guest (R709). */
const maxRepliesPerHour = 20

async function sendReply({ token, ...input }: ParsedOf<typeof contract.sendReply>, ctx: RequestContext) {
  const { guest, registry } = await guestForReplyLink(token, ctx)
  await ctx.rateLimit(`reply:${guest.id}`, maxRepliesPerHour, 3600)
  const columns = {
    reply: input.reply,
    coming_count: input.reply === 'coming' ? (input.coming ?? 0) : 0,
    reply_message: input.word ?? null,
  }
  await ctx.db.transaction().execute(async tx => {
    const before = orNotFound(await guestData.lockGuest(tx, guest.id))
    await guestData.updateGuest(tx, registry.id, guest.id, {
      ...columns,
      replied_at: ctx.now,
      opened_at: before.opened_at ?? ctx.now,
    })
    const { reply, coming_count, reply_message } = before
    if (isDeepStrictEqual(columns, { reply, coming_count, reply_message })) return
    const replied = { guest: { ...before, ...columns, reply: input.reply }, registry }
    await emailReplyToHost(tx, replied, ctx)
    await emailReplyConfirmation(tx, replied, ctx)
  })
  return {}
}
