import type { Color } from 'sharp'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { classifyPicture } from './classifying.ts'

const object = Buffer.from(
  '<svg width="60" height="60"><circle cx="30" cy="30" r="28" fill="#a3233a"/></svg>',
)
const clear = { r: 0, g: 0, b: 0, alpha: 0 }

/** A red circle in the middle of 200 × 120 pixels. */
async function kindOn(background: Color, format: 'jpeg' | 'png' | 'webp') {
  const picture = sharp({ create: { width: 200, height: 120, channels: 4, background } })
  const bytes = await picture
    .composite([{ input: object }])
    [format]()
    .toBuffer()
  return classifyPicture(bytes)
}

test.each([
  [clear, 'png', 'cutout'],
  [clear, 'webp', 'cutout'],
  ['#ffffff', 'jpeg', 'pack'],
  ['#f6f6f4', 'jpeg', 'pack'],
  ['#ffffff', 'png', 'pack'],
  ['#c8b69a', 'jpeg', 'photo'],
  ['#e8e4dc', 'webp', 'photo'],
] as const)('a picture on %j as %s is a %s', async (background, format, kind) => {
  expect(await kindOn(background, format)).toEqual({ kind })
})

test('a photo with a white sky is a photo, and what is no picture is broken', async () => {
  const sky = sharp({ create: { width: 100, height: 50, channels: 3, background: '#fff' } }).png()
  const bytes = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#456' } })
    .composite([{ input: await sky.toBuffer(), gravity: 'north' }])
    .jpeg()
    .toBuffer()
  expect(await classifyPicture(bytes)).toEqual({ kind: 'photo' })
  expect(await classifyPicture(Buffer.from('<html>'))).toEqual({ problem: 'broken' })
})
