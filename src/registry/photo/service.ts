import { createHmac } from 'node:crypto'
import sharp from 'sharp'
import { AppError, authorize, orNotFound } from '../../base/app-error.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { canView } from '../registry/rules.ts'
import { deleteUnusedPhotos, findVisiblePhoto, savePhoto } from './data.ts'
import {
  cropSquare,
  detectImageType,
  maxFullPhotoSide,
  maxPhotoBytes,
  maxPhotoPixels,
  maxSquarePhotoSide,
  type PhotoCrop,
  thumbnailSize,
} from './rules.ts'

/** The three pictures made of one that a host sent, as JPEG without anything that the camera wrote into it. */
export interface PhotoVersions {
  thumbnail: Buffer
  photo: Buffer
  full: Buffer
}

/**
 * Reads what was sent and makes it anew: turned upright, without metadata, the chosen square at 120 × 120 and in full
 * size, the whole at most 1600 pixels long (faults F16).
 * Throws `picture_large` 413, `picture_type` 415, `picture_broken` 422, each beside the field `picture`.
 */
export async function processPhoto(file: Blob, crop: PhotoCrop | null): Promise<PhotoVersions> {
  if (file.size > maxPhotoBytes) throw refused('picture_large', 413)
  const bytes = Buffer.from(await file.arrayBuffer())
  if (detectImageType(bytes) === null) throw refused('picture_type', 415)
  try {
    return await made(bytes, crop)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw refused('picture_broken', 422)
  }
}

async function made(bytes: Buffer, crop: PhotoCrop | null): Promise<PhotoVersions> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width * height > maxPhotoPixels) throw refused('picture_large', 413)
  if (Math.min(width, height) < thumbnailSize) throw refused('picture_small', 422)
  const { data, info } = await sharp(bytes, { limitInputPixels: maxPhotoPixels, failOn: 'error' })
    .timeout({ seconds: 10 })
    .autoOrient()
    .resize(maxFullPhotoSide, maxFullPhotoSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fffdf9' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const upright = () => sharp(data, { raw: info })
  const square = cropSquare(info.width, info.height, crop)
  const cut = (size: number, withoutEnlargement: boolean) =>
    upright().extract(square).resize(size, size, { withoutEnlargement }).jpeg({ quality: 82 }).toBuffer()
  const [thumbnail, photo, full] = await Promise.all([
    cut(thumbnailSize, false),
    cut(maxSquarePhotoSide, true),
    upright().jpeg({ quality: 82 }).toBuffer(),
  ])
  return { thumbnail, photo, full }
}

function refused(key: string, status: number): AppError {
  return new AppError('refused_fields', status, { fields: { picture: key } })
}

/** Keeps the three; answers their names for the registry's row. */
export async function savePhotoVersions(tx: Db, pictures: PhotoVersions, { config, now }: RequestContext) {
  const keep = async (bytes: Buffer) => {
    const name = createHmac('sha256', config.SECRET).update(bytes).digest('hex').slice(0, 40)
    await savePhoto(tx, name, bytes, now)
    return name
  }
  return {
    thumbnail: await keep(pictures.thumbnail),
    photo: await keep(pictures.photo),
    full_picture: await keep(pictures.full),
  }
}

/**
 * `GET /images/{name}.jpg`: for good, for what it holds never changes. One that only private registries show is for
 * their hosts; to others, as one that nobody shows, it is missing.
 */
export async function servePhoto(name: string, ctx: RequestContext): Promise<Response> {
  const picture = orNotFound(await findVisiblePhoto(ctx.db, name))
  authorize(picture.shownBy.some(registry => canView(registry, ctx.customer)))
  const isPrivate = picture.shownBy.every(({ privacy }) => privacy === 'private')
  return new Response(new Uint8Array(picture.bytes), {
    headers: {
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': isPrivate ? 'private, no-cache' : 'public, max-age=31536000, immutable',
    },
  })
}

/** The clock's work: pictures that nobody shows any more go. */
export function cleanUpPhotos({ db, now }: Pick<RequestContext, 'db' | 'now'>): Promise<void> {
  return deleteUnusedPhotos(db, now)
}
