import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

// `node run.mjs node tools/icons.ts` draws the icons of the site anew from public/logo.svg.

const backgroundColor = '#fbf7f0'
/** `filled` is the part of the square that the logo fills; some phones cut a maskable icon to a circle. */
const icons = [
  { name: 'icon-180', size: 180, filled: 0.66 },
  { name: 'icon-192', size: 192, filled: 0.66 },
  { name: 'icon-512', size: 512, filled: 0.66 },
  { name: 'icon-maskable', size: 512, filled: 0.5 },
]

const svg = await readFile('public/logo.svg')
for (const { name, size, filled } of icons) {
  const logo = await sharp(svg, { density: (72 * size) / 34 })
    .resize(Math.round(size * filled))
    .toBuffer()
  await sharp({ create: { width: size, height: size, channels: 3, background: backgroundColor } })
    .composite([{ input: logo }])
    .png({ palette: true, effort: 10 })
    .toFile(`public/${name}.png`)
}
