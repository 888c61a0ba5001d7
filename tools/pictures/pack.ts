import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

// `node tools/pictures/pack.ts OUT` makes the shop's files from what render.py and cards.ts have made.

const shop = new URL('../../shop/catalogue/pictures/products/', import.meta.url).pathname
const [folder = ''] = process.argv.slice(2)
for (const file of await readdir(folder))
  if (file.endsWith('.png') && !file.startsWith('card-'))
    await sharp(join(folder, file))
      .webp({ quality: 80, effort: 6, smartSubsample: true })
      .toFile(join(shop, file.replace('.png', '.webp')))
