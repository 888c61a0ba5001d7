import { AppError, authorize, orNotFound } from '../../base/app-error.ts'
import { createPictureProcess } from '../../server/context/picture-process.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { keyedDigest } from '../../server/context/signing.ts'
import type { Db, Tables } from '../../server/postgres/tables.ts'
import { canView } from '../registry/rules.ts'
import { findPicture, findVisiblePhoto, insertPicture } from './data.ts'
import type { DecodedPicture, DecodingTask, PhotoVersions } from './decoding-service.ts'
import { detectImageType, maxPhotoBytes, type PhotoCrop } from './rules.ts'

/** Decodes an upload in a process of its own. Throws `refused_busy` 503 when too many wait, or it takes too long. */
export const decodeApart = createPictureProcess<DecodingTask, DecodedPicture>('decode')

/**
 * Makes the versions of a photo: upright, without metadata, the chosen square as thumbnail and up to 720 pixels wide,
 * and the full picture up to 1600 pixels long (R227, R926).
 * Throws `refused_fields` with the field `picture`: `picture_large` 413, `picture_type` 415, `picture_small` and
 * `picture_broken` 422; and what `decodeApart` throws.
 */
export async function processPhoto(file: Blob, crop: PhotoCrop | null): Promise<PhotoVersions> {
  if (file.size > maxPhotoBytes) throw photoError('picture_large', 413)
  const bytes = Buffer.from(await file.arrayBuffer())
  if (detectImageType(bytes) === null) throw photoError('picture_type', 415)
  const decoded = await decodeApart({ kind: 'photo', bytes, crop })
  if ('thumbnail' in decoded) return decoded
  const problem = 'problem' in decoded ? decoded.problem : 'broken'
  throw photoError(`picture_${problem}`, problem === 'large' ? 413 : 422)
}

function photoError(messageKey: string, status: number): AppError {
  return new AppError('refused_fields', status, { fields: { picture: messageKey } })
}

/** Saves a picture of a registry and returns its name: nobody can guess it, and no other use of the bytes has it. */
export async function savePicture(
  tx: Db,
  picture: Pick<Tables['picture'], 'use' | 'bytes'> & { registry_id: number },
  { config, now }: Pick<RequestContext, 'config' | 'now'>,
): Promise<string> {
  const name = keyedDigest(picture.use, picture.bytes, config).toString('hex').slice(0, 40)
  await insertPicture(tx, { ...picture, name, created_at: now })
  return name
}

/** Saves the versions and returns their names as columns of the registry. */
export async function savePhotoVersions(
  tx: Db,
  registry_id: number,
  versions: PhotoVersions,
  ctx: Pick<RequestContext, 'config' | 'now'>,
) {
  const save = (bytes: Buffer) => savePicture(tx, { use: 'photo', bytes, registry_id }, ctx)
  return {
    thumbnail: await save(versions.thumbnail),
    photo: await save(versions.photo),
    full_picture: await save(versions.full),
  }
}

/**
 * `GET /images/{name}.jpg`, cached forever: other bytes have another name. A photo that only private registries show
 * is for their hosts. Throws `refused_missing` 404 to others, and for a photo that no registry shows.
 */
export async function servePhoto(name: string, { db, customer }: RequestContext): Promise<Response> {
  const photo = orNotFound(await findVisiblePhoto(db, name))
  authorize(photo.registries.some(registry => canView(registry, customer)))
  const isPrivate = photo.registries.every(({ privacy }) => privacy === 'private')
  return respondWithJpeg(photo.bytes, isPrivate ? 'private, no-cache' : forever)
}

/** `GET /invitation-picture/{name}.jpg`, for pages and e-mails: the name is the permission. Throws `refused_missing` 404. */
export async function serveBackground(name: string, db: Db): Promise<Response> {
  return respondWithJpeg(orNotFound(await findPicture(db, 'background', name)), forever)
}

const forever = 'public, max-age=31536000, immutable'

const respondWithJpeg = (bytes: Buffer, caching: string) =>
  new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': caching,
    },
  })
