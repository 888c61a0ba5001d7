/** Profile pictures (spec §5, §9): 120 × 120 JPEG, at most 3 MB as they come; beside it the same part in full size, and the whole. */
export const maxPhotoBytes = 3 * 1024 * 1024
export const thumbnailSize = 120
export const maxSquarePhotoSide = 720
export const maxFullPhotoSide = 1600
/** More pixels than any camera that people carry makes after its own processing; a bomb has far more. */
export const maxPhotoPixels = 25_000_000

/** The square that the host chose, in fractions: of the width, of the height, and its side of the width. */
export interface PhotoCrop {
  x: number
  y: number
  side: number
}

const magic: [kind: 'jpeg' | 'png' | 'webp', bytes: number[], at: number][] = [
  ['jpeg', [0xff, 0xd8, 0xff], 0],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 0],
  ['webp', [0x57, 0x45, 0x42, 0x50], 8],
]

/** What a file is by its first bytes, whatever its name says; null for all that we do not take. */
export function detectImageType(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | null {
  return (
    magic.find(([, wanted, at]) => wanted.every((byte, index) => bytes[at + index] === byte))?.[0] ?? null
  )
}

/** The chosen square in whole pixels, always within the picture; without a choice the middle. */
export function cropSquare(width: number, height: number, crop: PhotoCrop | null) {
  const shorter = Math.min(width, height)
  const side = crop ? clamp(Math.round(crop.side * width), 1, shorter) : shorter
  const left = crop ? Math.round(crop.x * width) : Math.round((width - side) / 2)
  const top = crop ? Math.round(crop.y * height) : Math.round((height - side) / 2)
  return { left: clamp(left, 0, width - side), top: clamp(top, 0, height - side), width: side, height: side }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
