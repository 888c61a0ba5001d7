import type { ParsedOf } from '../base/endpoint.ts'
import { noteChange } from '../registry/history-data.ts'
import { type Served, serve } from '../server/serve.ts'
import type { Db } from '../server/tables.ts'
import type { CustomerVisit } from '../server/visit.ts'
import { backgroundOf } from './background.ts'
import * as data from './content-data.ts'
import * as said from './contract.ts'
import { hosted } from './hosted.ts'
import { firstLook } from './look-rules.ts'

export const calls: Served[] = [serve(said.showContent, showContent), serve(said.saveContent, saveContent)]

/** Where the picture around an invitation is served. */
const pictureAt = (name: string) => `/invitation-picture/${name}.jpg`

/** How a registry's invitation looks; its words are empty until they are saved: readers then see the first ones. */
export async function lookOf(db: Db, registryId: number): Promise<said.InvitationLook> {
  const content = await data.contentOf(db, registryId)
  if (!content) return { ...firstLook, subject: '', message: '' }
  const { background_image } = content
  return { ...content, background_image: background_image && pictureAt(background_image) }
}

async function showContent({ registry }: { registry: string }, visit: CustomerVisit) {
  return lookOf(visit.db, (await hosted(registry, visit)).id)
}

/** Pictures that one host may send in an hour: each one costs work. */
const picturesPerHour = 30

async function saveContent(content: ParsedOf<typeof said.saveContent>, visit: CustomerVisit) {
  const { registry_id, background_image, remove_background, ...words } = content
  const registry = await hosted(registry_id, visit)
  if (background_image) await visit.limit(`invitation-picture:${visit.customer.id}`, picturesPerHour, 3600)
  const picture = await backgroundOf(background_image, visit.config.SECRET)
  return visit.db.transaction().execute(async tx => {
    const before = await data.contentOf(tx, registry.id)
    if (picture) await data.keepBackground(tx, picture.name, picture.bytes, visit.now)
    const kept = remove_background ? null : (before?.background_image ?? null)
    await data.keepContent(tx, {
      ...words,
      registry_id: registry.id,
      background_image: picture?.name ?? kept,
      changed_at: visit.now,
    })
    const change = { registryId: registry.id, customerId: visit.customer.id, what: 'invitation' as const }
    await noteChange(tx, { ...change, at: visit.now })
    return lookOf(tx, registry.id)
  })
}

/** The picture of that name, for letters and pages; its name is its right to be seen. */
export async function showBackground(name: string, db: Db): Promise<Response> {
  const bytes = await data.backgroundNamed(db, name)
  if (!bytes) return new Response(null, { status: 404 })
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' },
  })
}
