import sharp from 'sharp'
import { kindOfPixels, type PictureKind, sampleSide } from './pictures.rules.ts'

/** More pixels than cameras produce, and far fewer than a decompression bomb has. */
const maxPixels = 25_000_000

/** Only `src/main/worker.ts` calls it, because decoding a hostile picture may crash the process (R926). */
export async function classifyPicture(
  bytes: Uint8Array,
): Promise<{ kind: PictureKind } | { problem: 'broken' }> {
  try {
    // `failOn: 'none'` accepts truncated pictures, which browsers show too.
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'none' })
      .timeout({ seconds: 10 })
      .autoOrient()
      .resize(sampleSide, sampleSide, { fit: 'fill' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { kind: kindOfPixels(data, info.width, info.height) }
  } catch {
    return { problem: 'broken' }
  }
}
