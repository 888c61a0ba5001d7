import { AppError } from '../../base/app-error.ts'
import { detectImageType, maxPhotoBytes } from '../../registry/photo/rules.ts'
import { decodeApart } from '../../registry/photo/service.ts'
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

/**
 * An uploaded background image, re-encoded as a JPEG without metadata (R702 R926).
 * Throws `refused_fields` 422 when it is too large, of another type, or unreadable.
 */
export async function prepareBackgroundImage(upload: Blob): Promise<Buffer> {
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
