import { dayMs } from '../base/durations.ts'

/** How a picture is shown (R245): cut out, on a nearly white background, or as a photo that fills its tile. */
export const pictureKinds = ['cutout', 'pack', 'photo'] as const
export type PictureKind = (typeof pictureKinds)[number]

/** Pictures are scaled to this width and height (pixels) before their edge is looked at. */
export const sampleSide = 64
/** The share of the edge that is transparent around a cut-out, and nearly white around a pack shot. */
const clearShare = 0.6
const whiteShare = 0.92
const clearAlpha = 24
const whiteLevel = 240

/** The kind of a picture by the pixels at its edge; `pixels` are red, green, blue and alpha, row by row. */
export function kindOfPixels(pixels: Uint8Array, width: number, height: number): PictureKind {
  let edge = 0
  let clear = 0
  let white = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x += y === 0 || y === height - 1 ? 1 : Math.max(1, width - 1)) {
      const at = (y * width + x) * 4
      const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
      edge++
      if (alpha < clearAlpha) clear++
      else if (Math.min(red, green, blue) >= whiteLevel) white++
    }
  if (clear >= edge * clearShare) return 'cutout'
  return clear + white >= edge * whiteShare ? 'pack' : 'photo'
}

/** `missing`: the shop has no picture there; null: not looked at yet. */
export type PictureState = PictureKind | 'missing' | null

/**
 * The address under which pages show a picture: its kind is the fragment, which browsers don't send and which stays
 * with the address in lists, carts and replies. Null for a missing picture, so that our placeholder is shown.
 */
export function pictureAddress(url: string | null, state: PictureState | undefined): string | null {
  if (url === null || state === 'missing') return null
  return state ? `${url}#${state}` : url
}

export const bareAddress = (url: string): string => url.split('#', 1)[0] ?? url

/** After how long (ms) a picture that failed or is missing is fetched again, a week at most. */
export function retryDelayMs(attempts: number): number {
  return Math.min(60_000 * 4 ** attempts, 7 * dayMs)
}
