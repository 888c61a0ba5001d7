import type { ParsedOf } from '../../base/endpoint.ts'
import { addHistoryEntry } from '../../registry/history/data.ts'
import { registryFor } from '../../registry/registry/access.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import { loadInvitationContent, prepareBackgroundImage } from './service.ts'

export const calls: Handler[] = [
  handle(contract.showInvitationContent, showInvitationContent),
  handle(contract.saveInvitationContent, saveInvitationContent),
]

async function showInvitationContent({ registry }: { registry: string }, ctx: CustomerContext) {
  return loadInvitationContent(ctx.db, (await registryFor(ctx, registry, 'edit')).id)
}

/** Uploads of one host (R702): each is decoded and encoded again. */
const maxUploadsPerHour = 30

async function saveInvitationContent(
  input: ParsedOf<typeof contract.saveInvitationContent>,
  ctx: CustomerContext,
) {
  const { registry_id, background_image: upload, remove_background, ...content } = input
  const { customer, config, now } = ctx
  const registry = await registryFor(ctx, registry_id, 'edit')
  if (upload) await ctx.rateLimit(`invitation-picture:${customer.id}`, maxUploadsPerHour, 3600)
  const image = await prepareBackgroundImage(upload, config)
  return ctx.db.transaction().execute(async tx => {
    const before = await data.findInvitationContent(tx, registry.id)
    if (image) await data.saveBackgroundImage(tx, image.name, image.bytes, now)
    const previousImage = remove_background ? null : (before?.background_image ?? null)
    await data.upsertInvitationContent(tx, {
      ...content,
      registry_id: registry.id,
      background_image: image?.name ?? previousImage,
      changed_at: now,
    })
    await addHistoryEntry(tx, {
      registryId: registry.id,
      customerId: customer.id,
      what: 'invitation',
      at: now,
    })
    return loadInvitationContent(tx, registry.id)
  })
}
