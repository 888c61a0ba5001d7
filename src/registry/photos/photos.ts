import { orNotFound } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { paths } from '../../base/paths.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext, RequestContext } from '../../server/context/request-context.ts'
import { findRows, insertNewRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { SizedPicture } from '../decoding.ts'
import { addToHistory } from '../history.sql.ts'
import { maxBandSide, maxLetterPhotoSide, photosPerHour, settingsChangesPerHour } from '../photo.rules.ts'
import {
  deletePicturesIfUnused,
  guardKeptPictures,
  pictureError,
  processSizedPhoto,
  processUpload,
  savePicture,
} from '../photo.ts'
import { lockRegistryFor, registryFor } from '../registry.ts'
import * as contract from './photos.contract.ts'
import { deletePhotos, findPhotos, orderPhotos, type PhotoRow, updatePhoto } from './photos.sql.ts'

export const calls: Handler[] = [
  handle(contract.addPhoto, addPhoto),
  handle(contract.changePhoto, changePhoto),
]

/** Throws `refused_fields` 409 with the field `picture`: `photos_many`, `photos_twice`; and what `processUpload` throws. */
async function addPhoto(
  { id: address, role, picture, alt = '' }: ParsedOf<typeof contract.addPhoto>,
  ctx: CustomerContext,
) {
  const { id } = await registryFor(ctx, address, 'edit')
  // Checked after access to the registry, so that others learn nothing about it.
  if (!picture) throw pictureError('picture_type', 422)
  await ctx.rateLimit(`registry-settings:${ctx.customer.id}`, settingsChangesPerHour, 3600)
  const sized = await processUpload(
    {
      field: 'picture',
      key: 'picture',
      perHour: photosPerHour,
      process: () => processSizedPhoto(picture, role === 'letter' ? maxLetterPhotoSide : maxBandSide),
      sizeOf: sizeOfVersions,
    },
    ctx,
  )
  await ctx.db.transaction().execute(async tx => {
    const registry = await lockRegistryFor(tx, ctx, id, 'edit')
    const shown = await findPhotos(tx, id, role)
    const isFull = role === 'letter' && shown.length >= contract.maxLetterPhotos
    if (isFull) throw pictureError('photos_many', 409)
    const dropped = role === 'afterwards' ? await deletePhotos(tx, [id], { role }) : []
    const position = (shown.at(-1)?.position ?? -1) + 1
    if (!(await insertPhoto(tx, { registry_id: id, role, position, alt }, sized, ctx)))
      throw pictureError('photos_twice', 409)
    await deletePicturesIfUnused(tx, dropped, ctx.now)
    await guardKeptPictures(tx, registry.customer_id, 'picture')
    await recordChange(tx, id, ctx)
  })
  return {}
}

const sizeOfVersions = ({ large, small }: SizedPicture) => large.length + small.length

/** Saves both versions under a role; false when the registry has this picture in that role already. */
async function insertPhoto(
  tx: Db,
  row: Pick<PhotoRow, 'registry_id' | 'role' | 'position' | 'alt'>,
  { large, small, width, height }: SizedPicture,
  ctx: Pick<RequestContext, 'config' | 'now'>,
): Promise<boolean> {
  const { registry_id } = row
  const save = (bytes: Buffer) => savePicture(tx, { use: 'photo', bytes, registry_id }, ctx)
  const names = { large: await save(large), small: await save(small) }
  return insertNewRow(tx, 'page_photo', { ...row, ...names, width, height })
}

/** Throws `refused_missing` 404 for a photograph that the registry does not have. */
async function changePhoto(
  { id: address, photo, alt, act }: ParsedOf<typeof contract.changePhoto>,
  ctx: CustomerContext,
) {
  const { id } = await registryFor(ctx, address, 'edit')
  await ctx.rateLimit(`registry-settings:${ctx.customer.id}`, settingsChangesPerHour, 3600)
  await ctx.db.transaction().execute(async tx => {
    await lockRegistryFor(tx, ctx, id, 'edit')
    const { role, large } = orNotFound(await findPhotoAt(tx, id, photo))
    if (act === 'remove')
      await deletePicturesIfUnused(tx, await deletePhotos(tx, [id], { role, large }), ctx.now)
    else if (act) await orderPhotos(tx, moved(await findPhotos(tx, id, role), large, act))
    if (alt !== undefined && act !== 'remove')
      await updatePhoto(tx, { registry_id: id, role, large }, { alt })
    await recordChange(tx, id, ctx)
  })
  return {}
}

async function findPhotoAt(tx: Db, registryId: number, path: string): Promise<PhotoRow | undefined> {
  const photos = await findRows(tx, 'page_photo', { where: { registry_id: registryId } })
  return photos.find(({ large }) => paths.image(large) === path)
}

/** Moves one photograph by a place; unchanged at the end of the list. */
function moved(photos: PhotoRow[], large: string, act: 'earlier' | 'later'): PhotoRow[] {
  const from = photos.findIndex(photo => photo.large === large)
  const to = from + (act === 'earlier' ? -1 : 1)
  return to < 0 || to >= photos.length ? photos : photos.with(from, photos[to]!).with(to, photos[from]!)
}

async function recordChange(tx: Db, registryId: number, ctx: CustomerContext): Promise<void> {
  await addToHistory(tx, registryId, 'picture', ctx)
  await ctx.registryChanged(tx, registryId)
}

/** Replaces the cover's band, or deletes it for null; returns the names of the replaced pictures. */
export async function replaceCoverBand(
  tx: Db,
  registry_id: number,
  band: SizedPicture | null,
  ctx: Pick<RequestContext, 'config' | 'now'>,
): Promise<string[]> {
  const dropped = await deletePhotos(tx, [registry_id], { role: 'cover' })
  if (band) await insertPhoto(tx, { registry_id, role: 'cover', position: 0, alt: '' }, band, ctx)
  return dropped
}
