import sharp, { type Sharp } from 'sharp'
import {
  cropBand,
  cropSquare,
  maxBandSide,
  maxFullPhotoSide,
  maxPhotoPixels,
  maxSquarePhotoSide,
  minBandRatio,
  minBandWidth,
  type PhotoCrop,
  smallShare,
  thumbnailSize,
} from './photo.rules.ts'

/** Two JPEGs of the same picture; `width` and `height` (pixels) are of the large one. */
export interface SizedPicture {
  large: Buffer
  small: Buffer
  width: number
  height: number
}

export interface PhotoVersions {
  thumbnail: Buffer
  photo: Buffer
  full: Buffer
  band: SizedPicture | null
}

/** What to make of an upload: the versions of a photo, a JPEG in two sizes, or one JPEG within a box (pixels). */
export type DecodingTask =
  | { kind: 'photo'; bytes: Uint8Array; crop: PhotoCrop | null }
  | { kind: 'sized'; bytes: Uint8Array; maxSide: number }
  | { kind: 'picture'; bytes: Uint8Array; maxWidth: number; maxHeight: number }

/** `large`: too many pixels; `small`: too few; `broken`: can't be read. */
type DecodingProblem = 'large' | 'small' | 'broken'
export type DecodedPicture = PhotoVersions | SizedPicture | { picture: Buffer } | { problem: DecodingProblem }

/** Only `src/main/worker.ts` calls it, because decoding a hostile file takes much memory and may crash the process (R926). */
export async function decodeUpload(task: DecodingTask): Promise<DecodedPicture> {
  try {
    if (task.kind === 'picture') return { picture: await encodeWithin(task) }
    const upright = await readUpright(task.bytes)
    if ('problem' in upright) return upright
    return await (task.kind === 'photo'
      ? makePhotoVersions(upright, task.crop)
      : makeSized(upright.open(), upright.info, task.maxSide))
  } catch {
    return { problem: 'broken' }
  }
}

/** Decodes a photo once, turned upright and without metadata; `open` starts a new pipeline from its pixels. */
async function readUpright(bytes: Uint8Array): Promise<UprightPicture | { problem: DecodingProblem }> {
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
  return { info, open: () => sharp(data, { raw: info }) }
}

interface UprightPicture {
  info: { width: number; height: number }
  open(): Sharp
}

async function makePhotoVersions({ info, open }: UprightPicture, crop: PhotoCrop | null) {
  const square = cropSquare(info.width, info.height, crop)
  const cropTo = (size: number, withoutEnlargement: boolean) =>
    open().extract(square).resize(size, size, { withoutEnlargement }).jpeg({ quality: 82 }).toBuffer()
  const isLandscape = info.width >= minBandWidth && info.width >= info.height * minBandRatio
  const band = cropBand(info, crop)
  const [thumbnail, photo, full, sized] = await Promise.all([
    cropTo(thumbnailSize, false),
    cropTo(maxSquarePhotoSide, true),
    open().jpeg({ quality: 82 }).toBuffer(),
    isLandscape ? makeSized(open().extract(band), band, maxBandSide) : null,
  ])
  return { thumbnail, photo, full, band: sized }
}

/** Scales a picture of that size to fit a square of `maxSide`, and makes its small version. */
async function makeSized(
  picture: Sharp,
  size: { width: number; height: number },
  maxSide: number,
): Promise<SizedPicture> {
  const scale = Math.min(1, maxSide / Math.max(size.width, size.height))
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)]
  const encode = (share: number) =>
    picture
      .clone()
      .resize(Math.round(width * share), Math.round(height * share), { fit: 'fill' })
      .jpeg({ quality: 76, mozjpeg: true })
      .toBuffer()
  const [large, small] = await Promise.all([encode(1), encode(smallShare)])
  return { large, small, width, height }
}

function encodeWithin({ bytes, maxWidth, maxHeight }: DecodingTask & { kind: 'picture' }): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: maxPhotoPixels, failOn: 'error' })
    .rotate()
    .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
}
