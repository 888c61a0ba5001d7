import { createHmac } from 'node:crypto'
import sharp from 'sharp'
import { AppError } from '../../base/app-error.ts'
import { detectImageType, maxPhotoBytes, maxPhotoPixels } from '../../registry/photo/rules.ts'

/** Wide enough for a letter on a sharp screen; letters stay light. */
const widthMost = 1200
const heightMost = 1600

export interface BackgroundImage {
  /** A digest under our key: the same bytes have the same name, and nobody guesses it. */
  name: string
  bytes: Buffer
}

/**
 * What was sent as background image, made anew as a JPEG without whatever it carried (faults F16); null when none was.
 * Refuses `refused_fields` 422: too large, none of the kinds we take, or no picture after all.
 */
export async function prepareBackgroundImage(sent: unknown, secret: string): Promise<BackgroundImage | null> {
  if (!(sent instanceof Blob)) return null
  if (sent.size === 0 && (!(sent instanceof File) || sent.name === '')) return null
  if (sent.size > maxPhotoBytes) throw wrong('look_picture_large')
  const given = new Uint8Array(await sent.arrayBuffer())
  if (detectImageType(given) === null) throw wrong('look_picture_kind')
  const bytes = await madeAnew(given)
  return { name: createHmac('sha256', secret).update(bytes).digest('hex').slice(0, 40), bytes }
}

async function madeAnew(given: Uint8Array): Promise<Buffer> {
  try {
    return await sharp(given, { limitInputPixels: maxPhotoPixels, failOn: 'error' })
      .rotate()
      .resize({ width: widthMost, height: heightMost, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer()
  } catch {
    throw wrong('look_picture_broken')
  }
}

function wrong(key: string): AppError {
  return new AppError('refused_fields', 422, { fields: { background_image: key } })
}
