import sharp from 'sharp'
import { kindOfPixels, type PictureKind, sampleSide } from './pictures.rules.ts'

export interface ClassifyingTask {
  bytes: Uint8Array
}

export type ClassifiedPicture = { kind: PictureKind } | { problem: 'broken' }

/** Above what cameras produce; a decompression bomb has far more. */
const maxPixels = 25_000_000

/** Only `src/main/worker.ts` calls it: what decodes strangers' files may end its process (R926). */
export async function classifyPicture({ bytes }: ClassifyingTask): Promise<ClassifiedPicture> {
  try {
    // What browsers show although its end is missing is not broken.
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
