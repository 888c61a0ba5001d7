import { createHmac } from 'node:crypto'
import sharp from 'sharp'
import { allow, found, Refusal } from '../base/refusal.ts'
import type { Db } from '../server/tables.ts'
import type { Visit } from '../server/visit.ts'
import { dropUnshown, keepPicture, shownPicture } from './picture-data.ts'
import {
  type Crop,
  pictureKind,
  pictureMostBytes,
  pixelsMost,
  portraitMost,
  squareOf,
  thumbnailSize,
  wholeMost,
} from './picture-rules.ts'
import { canView } from './rules.ts'

/** The three pictures made of one that a host sent, as JPEG without anything that the camera wrote into it. */
export interface Pictures {
  thumbnail: Buffer
  portrait: Buffer
  whole: Buffer
}

/**
 * Reads what was sent and makes it anew: turned upright, without metadata, the chosen square at 120 × 120 and in full
 * size, the whole at most 1600 pixels long (faults F16).
 * Throws `picture_large` 413, `picture_type` 415, `picture_broken` 422, each beside the field `picture`.
 */
export async function readPicture(file: Blob, crop: Crop | null): Promise<Pictures> {
  if (file.size > pictureMostBytes) throw refused('picture_large', 413)
  const bytes = Buffer.from(await file.arrayBuffer())
  if (pictureKind(bytes) === null) throw refused('picture_type', 415)
  try {
    return await made(bytes, crop)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw refused('picture_broken', 422)
  }
}

async function made(bytes: Buffer, crop: Crop | null): Promise<Pictures> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width * height > pixelsMost) throw refused('picture_large', 413)
  if (Math.min(width, height) < thumbnailSize) throw refused('picture_small', 422)
  const { data, info } = await sharp(bytes, { limitInputPixels: pixelsMost, failOn: 'error' })
    .timeout({ seconds: 10 })
    .autoOrient()
    .resize(wholeMost, wholeMost, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fffdf9' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const upright = () => sharp(data, { raw: info })
  const square = squareOf(info.width, info.height, crop)
  const cut = (size: number, withoutEnlargement: boolean) =>
    upright().extract(square).resize(size, size, { withoutEnlargement }).jpeg({ quality: 82 }).toBuffer()
  const [thumbnail, portrait, whole] = await Promise.all([
    cut(thumbnailSize, false),
    cut(portraitMost, true),
    upright().jpeg({ quality: 82 }).toBuffer(),
  ])
  return { thumbnail, portrait, whole }
}

function refused(key: string, status: number): Refusal {
  return new Refusal('refused_fields', status, { fields: { picture: key } })
}

/** Keeps the three; answers their names for the registry's row. */
export async function keepPictures(tx: Db, pictures: Pictures, { config, now }: Visit) {
  const keep = async (bytes: Buffer) => {
    const name = createHmac('sha256', config.SECRET).update(bytes).digest('hex').slice(0, 40)
    await keepPicture(tx, name, bytes, now)
    return name
  }
  return {
    thumbnail: await keep(pictures.thumbnail),
    portrait: await keep(pictures.portrait),
    full_picture: await keep(pictures.whole),
  }
}

/**
 * `GET /images/{name}.jpg`: for good, for what it holds never changes. One that only private registries show is for
 * their hosts; to others, as one that nobody shows, it is missing.
 */
export async function servePicture(name: string, visit: Visit): Promise<Response> {
  const picture = found(await shownPicture(visit.db, name))
  allow(picture.shownBy.some(registry => canView(registry, visit.customer)))
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
export function sweepPictures({ db, now }: Pick<Visit, 'db' | 'now'>): Promise<void> {
  return dropUnshown(db, now)
}
