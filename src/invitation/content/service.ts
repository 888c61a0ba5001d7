import { AppError } from '../../base/app-error.ts'
import { detectImageType, maxPhotoBytes } from '../../registry/photo/rules.ts'
import { decodeApart } from '../../registry/photo/service.ts'
import { type DigestSecrets, keyedDigest } from '../../server/context/signing.ts'
import { findRow } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { InvitationContent } from './contract.ts'
import { defaultInvitationDesign } from './rules.ts'

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

/** The background image of that name for pages and e-mails, else 404; its unguessable name is the permission. */
export async function serveBackgroundImage(name: string, db: Db): Promise<Response> {
  const bytes = (await findRow(db, 'invitation_picture', { name }, ['bytes']))?.bytes
  if (!bytes) return new Response(null, { status: 404 })
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' },
  })
}

export interface BackgroundImage {
  /** A keyed digest of the bytes: the same bytes have the same name, and nobody can guess it. */
  name: string
  bytes: Buffer
}

/**
 * An uploaded background image, re-encoded as a JPEG without metadata (R702 R926).
 * Throws `refused_fields` 422 when it is too large, of another type, or unreadable.
 */
export async function prepareBackgroundImage(upload: Blob, config: DigestSecrets): Promise<BackgroundImage> {
  if (upload.size > maxPhotoBytes) throw invalidImage('look_picture_large')
  const original = new Uint8Array(await upload.arrayBuffer())
  if (detectImageType(original) === null) throw invalidImage('look_picture_kind')
  const decoded = await decodeApart({ kind: 'picture', bytes: original, maxWidth, maxHeight })
  if (!('picture' in decoded)) throw invalidImage('look_picture_broken')
  const bytes = decoded.picture
  return { name: keyedDigest('picture', bytes, config).toString('hex').slice(0, 40), bytes }
}

function invalidImage(messageKey: string): AppError {
  return new AppError('refused_fields', 422, { fields: { background_image: messageKey } })
}
