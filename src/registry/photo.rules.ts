/** A host's photo may have 3 MB and 25 million pixels as it is sent (R227). */
export const maxPhotoBytes = 3 * 1024 * 1024
/** Uploads from one network address, all accounts together: their number in an hour and kilobytes in a day (R945). */
export const maxUploadsPerAddress = 120
export const maxUploadedKilobytesPerAddress = 200_000
/** Uploads of one account: kilobytes in a day, and bytes stored for its registries (R945). */
export const maxUploadedKilobytesPerAccount = 50_000
export const maxKeptBytesPerAccount = 100_000_000

/** Uploads of a host in an hour, and changes of a registry's settings, each of which reloads its open pages. */
export const photosPerHour = 40
export const settingsChangesPerHour = 600

/** More pixels than cameras produce, and far fewer than a decompression bomb has. */
export const maxPhotoPixels = 25_000_000

/** Sides in pixels: of the thumbnail, at most of the square, and at most the longer side of the full picture. */
export const thumbnailSize = 120
export const maxSquarePhotoSide = 720
export const maxFullPhotoSide = 1600

/** The chosen square: `x` and `side` as fractions of the width, `y` of the height. */
export interface PhotoCrop {
  x: number
  y: number
  side: number
}

/** A band is made of pictures with at least this ratio of width to height, and this width in pixels. */
export const minBandRatio = 1.25
export const minBandWidth = 900
const bandRatio = 16 / 9
/** The longest side in pixels of the large version: of a band or a photo of afterwards, and of one in the letter. */
export const maxBandSide = 1280
export const maxLetterPhotoSide = 640
/** Sides of the small version relative to the large one: 720 of 1280 pixels. */
export const smallShare = 9 / 16

const signatures: [type: 'jpeg' | 'png' | 'webp', bytes: number[], offset: number][] = [
  ['jpeg', [0xff, 0xd8, 0xff], 0],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 0],
  ['webp', [0x57, 0x45, 0x42, 0x50], 8],
]

/** By the first bytes, not by the file's name; null for any other file. */
export function detectImageType(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | null {
  const match = signatures.find(([, signature, offset]) =>
    signature.every((byte, index) => bytes[offset + index] === byte),
  )
  return match?.[0] ?? null
}

/** In whole pixels, always within the picture; the middle without a choice. */
export function cropSquare(width: number, height: number, crop: PhotoCrop | null) {
  const shorter = Math.min(width, height)
  const side = crop ? clamp(Math.round(crop.side * width), 1, shorter) : shorter
  const left = crop ? Math.round(crop.x * width) : Math.round((width - side) / 2)
  const top = crop ? Math.round(crop.y * height) : Math.round((height - side) / 2)
  return { left: clamp(left, 0, width - side), top: clamp(top, 0, height - side), width: side, height: side }
}

/** The largest band of 16:9 around the middle of the chosen square. */
export function cropBand(picture: { width: number; height: number }, crop: PhotoCrop | null) {
  const width = Math.min(picture.width, Math.round(picture.height * bandRatio))
  const height = Math.min(picture.height, Math.round(picture.width / bandRatio))
  const square = cropSquare(picture.width, picture.height, crop)
  const left = Math.round(square.left + (square.width - width) / 2)
  const top = Math.round(square.top + (square.height - height) / 2)
  return {
    left: clamp(left, 0, picture.width - width),
    top: clamp(top, 0, picture.height - height),
    width,
    height,
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}
