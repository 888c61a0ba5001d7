import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

/** An icon to be drawn: `size` in pixels; `filled` is the part of the square that the logo fills. */
export interface IconTask {
  size: number
  filled: number
  backgroundColor: string
}

// A process of its own, started by `web-manifest.ts`: the site itself never loads what draws pictures.
process.on('message', async (task: IconTask) => process.send?.({ png: await drawIcon(task) }))

async function drawIcon({ size, filled, backgroundColor }: IconTask): Promise<Uint8Array> {
  const logo = await sharp(await readFile('public/logo.svg'), { density: (72 * size) / 34 })
    .resize(Math.round(size * filled))
    .toBuffer()
  const square = sharp({ create: { width: size, height: size, channels: 3, background: backgroundColor } })
  return square
    .composite([{ input: logo }])
    .png()
    .toBuffer()
}
