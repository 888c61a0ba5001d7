import type { ParsedOf } from '../../base/endpoint.ts'
import { addHistoryEntry } from '../../registry/history/data.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { invitationRegistry } from '../guests/access.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import { defaultInvitationDesign } from './rules.ts'
import { prepareBackgroundImage } from './service.ts'

export const calls: Handler[] = [
  handle(contract.showInvitationContent, showContent),
  handle(contract.saveInvitationContent, saveContent),
]

/** Where the picture around an invitation is handler. */
const pictureAt = (name: string) => `/invitation-picture/${name}.jpg`

/** How a registry's invitation looks; its words are empty until they are saved: readers then see the first ones. */
export async function loadInvitationContent(db: Db, registryId: number): Promise<contract.InvitationContent> {
  const content = await data.findInvitationContent(db, registryId)
  if (!content) return { ...defaultInvitationDesign, subject: '', message: '' }
  const { background_image } = content
  return { ...content, background_image: background_image && pictureAt(background_image) }
}

async function showContent({ registry }: { registry: string }, ctx: CustomerContext) {
  return loadInvitationContent(ctx.db, (await invitationRegistry(registry, ctx)).id)
}

/** Pictures that one host may send in an hour: each one costs work. */
const picturesPerHour = 30

async function saveContent(content: ParsedOf<typeof contract.saveInvitationContent>, ctx: CustomerContext) {
  const { registry_id, background_image, remove_background, ...words } = content
  const registry = await invitationRegistry(registry_id, ctx)
  if (background_image) await ctx.rateLimit(`invitation-picture:${ctx.customer.id}`, picturesPerHour, 3600)
  const picture = await prepareBackgroundImage(background_image, ctx.config.SECRET)
  return ctx.db.transaction().execute(async tx => {
    const before = await data.findInvitationContent(tx, registry.id)
    if (picture) await data.saveBackgroundImage(tx, picture.name, picture.bytes, ctx.now)
    const kept = remove_background ? null : (before?.background_image ?? null)
    await data.upsertInvitationContent(tx, {
      ...words,
      registry_id: registry.id,
      background_image: picture?.name ?? kept,
      changed_at: ctx.now,
    })
    const change = { registryId: registry.id, customerId: ctx.customer.id, what: 'invitation' as const }
    await addHistoryEntry(tx, { ...change, at: ctx.now })
    return loadInvitationContent(tx, registry.id)
  })
}

/** The picture of that name, for letters and pages; its name is its right to be seen. */
export async function serveBackgroundImage(name: string, db: Db): Promise<Response> {
  const bytes = await data.findBackgroundImage(db, name)
  if (!bytes) return new Response(null, { status: 404 })
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' },
  })
}
