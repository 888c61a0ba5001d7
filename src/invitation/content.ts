import { AppError } from '../base/app-error.ts'
import type { ParsedOf } from '../base/endpoint.ts'
import { addHistoryEntry } from '../registry/history.sql.ts'
import { detectImageType, maxPhotoBytes } from '../registry/photo.rules.ts'
import {
  countPictures,
  decodeApart,
  deletePicturesIfUnused,
  guardKeptPictures,
  processUpload,
  savePicture,
} from '../registry/photo.ts'
import { lockRegistryFor, registryFor } from '../registry/registry.ts'
import { type Handler, handle } from '../server/context/handler.ts'
import type { CustomerContext } from '../server/context/request-context.ts'
import { findRow, saveRow } from '../server/postgres/rows.ts'
import type { Db } from '../server/postgres/tables.ts'
import type { InvitationContent } from './content.contract.ts'
import * as contract from './content.contract.ts'
import { defaultInvitationDesign } from './content.rules.ts'

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
    // Two saves at once would both replace the same image, and one of the new ones would stay without use.
    await lockRegistryFor(tx, ctx, registry.id, 'edit')
    const before = await findRow(tx, 'invitation_content', { registry_id: registry.id })
    const image =
      bytes && (await savePicture(tx, { use: 'background', bytes, registry_id: registry.id }, ctx))
    const previousImage = before?.background_image ?? null
    const background_image = image ?? (remove_background ? null : previousImage)
    await saveRow(tx, 'invitation_content', ['registry_id'], {
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

/** In pixels (R702): sharp enough for an e-mail, and light. */
const maxWidth = 1200
const maxHeight = 1600

/** A registry's invitation as saved, else the default design with empty subject and message. */
export async function loadInvitationContent(db: Db, registryId: number): Promise<InvitationContent> {
  const content = await findRow(db, 'invitation_content', { registry_id: registryId })
  if (!content) return { ...defaultInvitationDesign, subject: '', message: '' }
  const { background_image } = content
  return { ...content, background_image: background_image && backgroundImagePath(background_image) }
}

const backgroundImagePath = (name: string) => `/invitation-picture/${name}.jpg`

/**
 * An uploaded background image, re-encoded as a JPEG without metadata (R702 R926).
 * Throws `refused_fields` 422 when it is too large, of another type, or unreadable.
 */
async function prepareBackgroundImage(upload: Blob): Promise<Buffer> {
  if (upload.size > maxPhotoBytes) throw invalidImage('look_picture_large')
  const original = new Uint8Array(await upload.arrayBuffer())
  if (detectImageType(original) === null) throw invalidImage('look_picture_kind')
  const decoded = await decodeApart({ kind: 'picture', bytes: original, maxWidth, maxHeight })
  if (!('picture' in decoded)) throw invalidImage('look_picture_broken')
  return decoded.picture
}

function invalidImage(messageKey: string): AppError {
  return new AppError('refused_fields', 422, { fields: { background_image: messageKey } })
}
