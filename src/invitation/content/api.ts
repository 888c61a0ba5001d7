import { AppError } from '../../base/app-error.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { addHistoryEntry } from '../../registry/history/data.ts'
import { countPictures, deletePicturesIfUnused } from '../../registry/photo/data.ts'
import { savePicture } from '../../registry/photo/service.ts'
import { guardKeptPictures, processUpload } from '../../registry/photo/upload-service.ts'
import { lockRegistryFor, registryFor } from '../../registry/registry/access.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { findRow } from '../../server/postgres/rows.ts'
import * as contract from './contract.ts'
import { upsertInvitationContent } from './data.ts'
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
/** Images of one registry: the one in use, and those that e-mails of the last year show. */
const maxBackgroundImages = 10

async function saveInvitationContent(
  input: ParsedOf<typeof contract.saveInvitationContent>,
  ctx: CustomerContext,
) {
  const { registry_id, background_image: upload, remove_background, ...content } = input
  const { customer, now } = ctx
  const registry = await registryFor(ctx, registry_id, 'edit')
  const bytes = isFile(upload) ? await processBackgroundImage(upload, ctx) : null
  return ctx.db.transaction().execute(async tx => {
    // Two that save at once would both replace the same image, and one of theirs would stay.
    await lockRegistryFor(tx, ctx, registry.id, 'edit')
    const before = await findRow(tx, 'invitation_content', { registry_id: registry.id })
    const image =
      bytes && (await savePicture(tx, { use: 'background', bytes, registry_id: registry.id }, ctx))
    const previousImage = before?.background_image ?? null
    const background_image = image ?? (remove_background ? null : previousImage)
    await upsertInvitationContent(tx, {
      ...content,
      registry_id: registry.id,
      background_image,
      changed_at: now,
    })
    if (previousImage && previousImage !== background_image)
      await deletePicturesIfUnused(tx, [previousImage], now)
    if (image) await guardBackgroundImages(tx, registry)
    await addHistoryEntry(tx, {
      registryId: registry.id,
      customerId: customer.id,
      what: 'invitation',
      at: now,
    })
    return loadInvitationContent(tx, registry.id)
  })
}

/** Without a chosen file, a form sends an empty one without a name. */
function isFile(upload: unknown): upload is Blob {
  return upload instanceof Blob && (upload.size > 0 || (upload instanceof File && upload.name !== ''))
}

function processBackgroundImage(upload: Blob, ctx: CustomerContext): Promise<Buffer> {
  return processUpload(
    {
      field: 'background_image',
      key: 'invitation-picture',
      perHour: maxUploadsPerHour,
      process: () => prepareBackgroundImage(upload),
      sizeOf: ({ length }) => length,
    },
    ctx,
  )
}

/** Refuses an image when too many are kept for the registry, e-mailed ones too, or for its owner (R945). */
async function guardBackgroundImages(
  tx: CustomerContext['db'],
  registry: { id: number; customer_id: number },
): Promise<void> {
  await guardKeptPictures(tx, registry.customer_id, 'background_image')
  if ((await countPictures(tx, 'background', registry.id)) > maxBackgroundImages)
    throw new AppError('refused_fields', 409, { fields: { background_image: 'look_picture_many' } })
}
