import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { type Illustration, illustrations } from './illustrations.ts'

// `node shop/catalogue/pictures/draw-illustrations.ts` draws every illustration beside this file.

const [width, height] = [960, 640]
/** The y of the sill that the objects stand on. */
const baseline = 520

async function loadObject({ file, x, size, raisedBy = 0 }: Illustration['objects'][number]) {
  const path = createRequire(import.meta.url).resolve(`@lobehub/fluent-emoji-3d/assets/${file}.webp`)
  const input = await sharp(await readFile(path))
    .resize(size, size)
    .toBuffer()
  return { input, left: Math.round(x - size / 2), top: Math.round(baseline + 22 - size - raisedBy) }
}

function drawBackground({ background, view, archX, objects }: Illustration): string {
  const [left, right, arcY] = [archX - 210, archX + 210, 270]
  const opening = `M${left} ${baseline} V${arcY} A210 210 0 0 1 ${right} ${arcY} V${baseline} Z`
  const shadows = objects.map(({ x, size, raisedBy = 0 }) => {
    const [radius, opacity] = raisedBy > 0 ? [size * 0.26, 0.07] : [size * 0.36, 0.16]
    return `<ellipse cx="${x}" cy="${baseline + 16}" rx="${radius}" ry="${radius * 0.16}" fill="#4a3420" fill-opacity="${opacity}" filter="url(#soft)"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs>
      <clipPath id="opening"><path d="${opening}"/></clipPath>
      <filter id="soft" x="-50%" y="-200%" width="200%" height="500%"><feGaussianBlur stdDeviation="7"/></filter>
    </defs>
    <rect width="${width}" height="${height}" fill="${background}"/>
    <g clip-path="url(#opening)">${drawView[view](archX)}</g>
    <path d="${opening}" fill="none" stroke="#fffdf9" stroke-width="12"/>
    <rect y="${baseline}" width="${width}" height="${height - baseline}" fill="#fffdf9"/>
    <rect y="${baseline}" width="${width}" height="3" fill="#e6dccb"/>
    ${shadows.join('')}
  </svg>`
}

const fullWidth = `x="0" width="${width}"`
/** The view in the arch, drawn around its middle. */
const drawView: Record<Illustration['view'], (middle: number) => string> = {
  sea: middle => `<rect ${fullWidth} y="0" height="400" fill="#f7f0e4"/>
    <circle cx="${middle + 90}" cy="250" r="46" fill="#f6d28a"/>
    <rect ${fullWidth} y="330" height="200" fill="#8fb9c6"/>
    <path d="M0 372 q30 -10 60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0" fill="none" stroke="#b6d3da" stroke-width="5"/>
    <rect ${fullWidth} y="418" height="120" fill="#7dabba"/>`,
  hills: middle => `<rect ${fullWidth} y="0" height="540" fill="#f3f3ea"/>
    <circle cx="${middle - 80}" cy="210" r="42" fill="#f8dfa6"/>
    <path d="M${middle - 260} 420 Q${middle - 90} 240 ${middle + 60} 380 T${middle + 300} 340 V540 H${middle - 260} Z" fill="#b9c7a0"/>
    <path d="M${middle - 260} 470 Q${middle - 20} 380 ${middle + 120} 430 T${middle + 300} 420 V540 H${middle - 260} Z" fill="#9bb07d"/>`,
  evening: middle => `<rect ${fullWidth} y="0" height="540" fill="#c8bfdc"/>
    <rect ${fullWidth} y="300" height="240" fill="#d9c6d6"/>
    <rect ${fullWidth} y="390" height="150" fill="#8d93b4"/>
    <circle cx="${middle + 80}" cy="200" r="36" fill="#fbf3df"/>
    <g fill="#fbf3df"><circle cx="${middle - 110}" cy="190" r="4"/><circle cx="${middle - 50}" cy="130" r="3"/><circle cx="${middle + 10}" cy="220" r="3"/><circle cx="${middle - 150}" cy="280" r="3"/><circle cx="${middle + 150}" cy="290" r="3"/></g>`,
}

for (const [name, illustration] of Object.entries(illustrations)) {
  const objects = await Promise.all(illustration.objects.map(loadObject))
  const picture = await sharp(Buffer.from(drawBackground(illustration)))
    .composite(objects)
    .avif({ quality: 58, effort: 7 })
    .toBuffer()
  await writeFile(new URL(`./${name}.avif`, import.meta.url), picture)
}
