import sharp from 'sharp'
import {
  cropSquare,
  maxFullPhotoSide,
  maxPhotoPixels,
  maxSquarePhotoSide,
  type PhotoCrop,
  thumbnailSize,
} from './photo.rules.ts'

/** The three JPEGs made of a host's photo, without any metadata. */
export interface PhotoVersions {
  thumbnail: Buffer
  photo: Buffer
  full: Buffer
}

/** What is to be made of an upload: the versions of a photo, or one JPEG within a box. */
export type DecodingTask =
  | { kind: 'photo'; bytes: Uint8Array; crop: PhotoCrop | null }
  | { kind: 'picture'; bytes: Uint8Array; maxWidth: number; maxHeight: number }

/** `large` are too many pixels, `small` too few, `broken` is what can't be read. */
export type DecodingProblem = 'large' | 'small' | 'broken'
export type DecodedPicture = PhotoVersions | { picture: Buffer } | { problem: DecodingProblem }

/** Only `src/main/worker.ts` calls it: what decodes strangers' files takes much memory, and may end its process. */
export async function decodeUpload(task: DecodingTask): Promise<DecodedPicture> {
  try {
    return task.kind === 'photo' ? await makePhotoVersions(task) : { picture: await encodeWithin(task) }
  } catch {
    return { problem: 'broken' }
  }
}

async function makePhotoVersions({ bytes, crop }: DecodingTask & { kind: 'photo' }): Promise<DecodedPicture> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width * height > maxPhotoPixels) return { problem: 'large' }
  if (Math.min(width, height) < thumbnailSize) return { problem: 'small' }
  const { data, info } = await sharp(bytes, { limitInputPixels: maxPhotoPixels, failOn: 'error' })
    .autoOrient()
    .resize(maxFullPhotoSide, maxFullPhotoSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fffdf9' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const upright = () => sharp(data, { raw: info })
  const square = cropSquare(info.width, info.height, crop)
  const cropTo = (size: number, withoutEnlargement: boolean) =>
    upright().extract(square).resize(size, size, { withoutEnlargement }).jpeg({ quality: 82 }).toBuffer()
  const [thumbnail, photo, full] = await Promise.all([
    cropTo(thumbnailSize, false),
    cropTo(maxSquarePhotoSide, true),
    upright().jpeg({ quality: 82 }).toBuffer(),
  ])
  return { thumbnail, photo, full }
}

function encodeWithin({ bytes, maxWidth, maxHeight }: DecodingTask & { kind: 'picture' }): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: maxPhotoPixels, failOn: 'error' })
    .rotate()
    .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
}
