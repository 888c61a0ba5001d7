import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

// `node tools/pictures/pack.ts OUT` makes the shop's files from what render.py and cards.ts have made.

const shop = new URL('../../shop/catalogue/pictures/products/', import.meta.url).pathname
const [folder = ''] = process.argv.slice(2)
for (const file of await readdir(folder))
  if (file.endsWith('.png') && !/^(card|cover)-/.test(file))
    await writeFile(join(shop, file.replace('.png', '.webp')), await encode(join(folder, file)))

// A tile of the product asks for them.
const smaller = join(shop, '../small')
await mkdir(smaller, { recursive: true })
for (const file of await readdir(shop))
  await sharp(join(shop, file))
    .resize({ width: 384 })
    .webp({ quality: 76, effort: 6 })
    .toFile(join(smaller, file))

/** In the best quality that fits into 24 kB; woven surfaces take the most. */
async function encode(path: string): Promise<Buffer> {
  const at = (quality: number) => sharp(path).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
  for (const quality of [80, 70, 60]) {
    const bytes = await at(quality)
    if (bytes.length <= 24_000) return bytes
  }
  return at(50)
}

/** The picture of each page of the shop, by the page's name: that of a product, or a cover. */
const pages: Record<string, string> = {
  'any-other': 'olive-tree',
  'baby-shower': 'cover-bottle',
  baptism: 'cover-dove',
  birthday: 'cover-cake',
  'first-home': 'three-seat-sofa-and-reading-lamp',
  godparents: 'carousel-music-box',
  'group-activity': 'cover-backpack',
  honeymoon: 'cabin-suitcase',
  'how-many-gifts': 'cover-gift',
  'lets-event': 'cover-popper',
  'student-life': 'cover-cap',
  'thank-you-letters': 'fountain-pen',
  'the-coin-and-the-knife': 'chefs-knife',
  'under-fifty': 'beeswax-candles',
  wedding: 'cover-church',
}

for (const [page, picture] of Object.entries(pages)) await widen(page, picture)

/** The middle of a picture with its ground drawn out to both sides, 960 × 640. */
async function widen(page: string, picture: string): Promise<void> {
  const square = await sharp(join(folder, `${picture}.png`))
    .resize(640, 640, { fit: 'cover' })
    .toBuffer()
  const sides = { left: 160, right: 160 }
  const ground = await sharp(square)
    .extend({ ...sides, extendWith: 'copy' })
    .blur(12)
    .toBuffer()
  const soft = `<svg width="640" height="640"><linearGradient id="s"><stop offset="0" stop-opacity="0"/><stop offset=".06"/><stop offset=".94"/><stop offset="1" stop-opacity="0"/></linearGradient><rect width="640" height="640" fill="url(#s)"/></svg>`
  const middle = await sharp(square)
    .ensureAlpha()
    .composite([{ input: Buffer.from(soft), blend: 'dest-in' }])
    .png()
    .toBuffer()
  await sharp(ground)
    .composite([{ input: middle, left: 160, top: 0 }])
    .avif({ quality: 58, effort: 7 })
    .toFile(join(shop, `../${page}.avif`))
}
