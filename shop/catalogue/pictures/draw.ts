import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { type Scene, scenes } from './scenes.ts'

/** `node shop/catalogue/pictures/draw.ts` draws every scene anew, beside this file. */
const [width, height] = [960, 640]
/** Where the objects stand. */
const sill = 520

async function placed({ file, at, size, up = 0 }: Scene['objects'][number]) {
  const path = createRequire(import.meta.url).resolve(`@lobehub/fluent-emoji-3d/assets/${file}.webp`)
  const input = await sharp(await readFile(path))
    .resize(size, size)
    .toBuffer()
  return { input, left: Math.round(at - size / 2), top: Math.round(sill + 22 - size - up) }
}

function background({ ground, view, arch, objects }: Scene): string {
  const [left, right, round] = [arch - 210, arch + 210, 270]
  const opening = `M${left} ${sill} V${round} A210 210 0 0 1 ${right} ${round} V${sill} Z`
  const shadows = objects.map(({ at, size, up = 0 }) => {
    const [wide, dark] = up > 0 ? [size * 0.26, 0.07] : [size * 0.36, 0.16]
    return `<ellipse cx="${at}" cy="${sill + 16}" rx="${wide}" ry="${wide * 0.16}" fill="#4a3420" fill-opacity="${dark}" filter="url(#soft)"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs>
      <clipPath id="opening"><path d="${opening}"/></clipPath>
      <filter id="soft" x="-50%" y="-200%" width="200%" height="500%"><feGaussianBlur stdDeviation="7"/></filter>
    </defs>
    <rect width="${width}" height="${height}" fill="${ground}"/>
    <g clip-path="url(#opening)">${views[view](arch)}</g>
    <path d="${opening}" fill="none" stroke="#fffdf9" stroke-width="12"/>
    <rect y="${sill}" width="${width}" height="${height - sill}" fill="#fffdf9"/>
    <rect y="${sill}" width="${width}" height="3" fill="#e6dccb"/>
    ${shadows.join('')}
  </svg>`
}

const all = `x="0" width="${width}"`
const views: Record<Scene['view'], (middle: number) => string> = {
  sea: middle => `<rect ${all} y="0" height="400" fill="#f7f0e4"/>
    <circle cx="${middle + 90}" cy="250" r="46" fill="#f6d28a"/>
    <rect ${all} y="330" height="200" fill="#8fb9c6"/>
    <path d="M0 372 q30 -10 60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0 t60 0" fill="none" stroke="#b6d3da" stroke-width="5"/>
    <rect ${all} y="418" height="120" fill="#7dabba"/>`,
  hills: middle => `<rect ${all} y="0" height="540" fill="#f3f3ea"/>
    <circle cx="${middle - 80}" cy="210" r="42" fill="#f8dfa6"/>
    <path d="M${middle - 260} 420 Q${middle - 90} 240 ${middle + 60} 380 T${middle + 300} 340 V540 H${middle - 260} Z" fill="#b9c7a0"/>
    <path d="M${middle - 260} 470 Q${middle - 20} 380 ${middle + 120} 430 T${middle + 300} 420 V540 H${middle - 260} Z" fill="#9bb07d"/>`,
  evening: middle => `<rect ${all} y="0" height="540" fill="#c8bfdc"/>
    <rect ${all} y="300" height="240" fill="#d9c6d6"/>
    <rect ${all} y="390" height="150" fill="#8d93b4"/>
    <circle cx="${middle + 80}" cy="200" r="36" fill="#fbf3df"/>
    <g fill="#fbf3df"><circle cx="${middle - 110}" cy="190" r="4"/><circle cx="${middle - 50}" cy="130" r="3"/><circle cx="${middle + 10}" cy="220" r="3"/><circle cx="${middle - 150}" cy="280" r="3"/><circle cx="${middle + 150}" cy="290" r="3"/></g>`,
}

for (const [name, scene] of Object.entries(scenes)) {
  const objects = await Promise.all(scene.objects.map(placed))
  const picture = await sharp(Buffer.from(background(scene)))
    .composite(objects)
    .avif({ quality: 58, effort: 7 })
    .toBuffer()
  await writeFile(new URL(`./${name}.avif`, import.meta.url), picture)
}
