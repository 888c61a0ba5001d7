import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { type ProductScene, productScenes } from './product-scenes.ts'

// `node shop/catalogue/pictures/draw-product-scenes.ts` draws every scene into `products/`.

type Place = Exclude<ProductScene['place'], 'white'>

/** The colours of a place from above, where its ground begins, and the ground's own. */
const places: Record<Place, { sky: [string, string]; horizon: number; ground: [string, string] }> = {
  table: { sky: ['#e9dccb', '#cdb79d'], horizon: 0.62, ground: ['#9a6b43', '#6d4527'] },
  garden: { sky: ['#dfe9ee', '#c2d2b0'], horizon: 0.66, ground: ['#8f9d63', '#5e6f3c'] },
  sea: { sky: ['#f4e3cf', '#bcd9e4'], horizon: 0.5, ground: ['#5b9cb3', '#23617d'] },
  evening: { sky: ['#4b3f63', '#c78d76'], horizon: 0.7, ground: ['#5c4038', '#33241f'] },
  stone: { sky: ['#eef0ee', '#d3d8d6'], horizon: 0.68, ground: ['#b9b3a8', '#8f8a80'] },
}

function drawPlace(place: Place, width: number, height: number): string {
  const { sky, horizon, ground } = places[place]
  const y = height * horizon
  const blobs = Array.from({ length: 9 }, (_, n) => {
    const [x, size] = [(width * ((n * 37) % 100)) / 100, width * (0.05 + ((n * 13) % 7) / 60)]
    return `<circle cx="${x}" cy="${y * (0.2 + ((n * 29) % 60) / 100)}" r="${size}" fill="#fff" fill-opacity="${0.06 + (n % 4) * 0.04}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
    <linearGradient id="sky" x2="0.25" y2="1"><stop stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient>
    <linearGradient id="ground" x2="0" y2="1"><stop stop-color="${ground[0]}"/><stop offset="1" stop-color="${ground[1]}"/></linearGradient>
    <radialGradient id="edge" r="0.78"><stop offset="0.55" stop-opacity="0"/><stop offset="1" stop-opacity="0.28"/></radialGradient>
    <filter id="soft"><feGaussianBlur stdDeviation="${width * 0.02}"/></filter>
    <filter id="grain"><feTurbulence type="fractalNoise" baseFrequency="${place === 'sea' ? '0.006 0.09' : '0.004 0.06'}" numOctaves="3" seed="7"/><feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 0.5 0"/></filter>
    </defs><rect width="100%" height="100%" fill="url(#sky)"/><g filter="url(#soft)">${blobs.join('')}</g>
    <rect y="${y}" width="100%" height="${height - y}" fill="url(#ground)"/>
    <rect y="${y}" width="100%" height="${height - y}" filter="url(#grain)" opacity="0.3"/>
    <rect y="${y - 3}" width="100%" height="8" fill="${ground[0]}" opacity="0.5" filter="url(#soft)"/>
    <ellipse cx="${width / 2}" cy="${height * 0.855}" rx="${Math.min(width, height) * 0.3}" ry="${height * 0.035}" fill="#140d08" fill-opacity="0.45" filter="url(#soft)"/>
    <rect width="100%" height="100%" fill="url(#edge)"/></svg>`
}

function drawWhite(width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><filter id="soft"><feGaussianBlur stdDeviation="9"/></filter>
    <rect width="100%" height="100%" fill="#fff"/><ellipse cx="${width / 2}" cy="${height * 0.88}" rx="${width * 0.27}" ry="12" fill="#000" fill-opacity="0.12" filter="url(#soft)"/></svg>`
}

async function drawScene({ object, size: [width, height], place, scale }: ProductScene): Promise<Buffer> {
  const side = Math.round(Math.min(width, height) * scale)
  const path = createRequire(import.meta.url).resolve(`@lobehub/fluent-emoji-3d/assets/${object}.webp`)
  const cutOut = await sharp(await readFile(path))
    .resize(side, side, { kernel: 'lanczos3' })
    .toBuffer()
  const ground = place === 'white' ? drawWhite(width, height) : drawPlace(place, width, height)
  const top = Math.round(place === 'white' ? (height - side) / 2 : height * 0.87 - side * 0.94)
  return sharp(Buffer.from(ground))
    .composite([{ input: cutOut, left: Math.round((width - side) / 2), top: Math.max(0, top) }])
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 76, mozjpeg: true })
    .toBuffer()
}

const folder = new URL('./products/', import.meta.url)
await mkdir(folder, { recursive: true })
for (const [name, scene] of Object.entries(productScenes))
  await writeFile(new URL(`${name}.jpg`, folder), await drawScene(scene))
