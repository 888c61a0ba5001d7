import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Resvg } from '@resvg/resvg-js'
import type { Font } from 'satori'
import satori from 'satori'
import sharp from 'sharp'
import { coverOf } from '../../base/covers.ts'
import { keepNamesTogether } from '../../base/text.ts'

/** What a share picture shows: the same card is the same picture. */
export interface ShareCard {
  /** The name of the event type's picture, which is drawn when there is no photo. */
  illustration: string
  photo: string | null
  /** The lines above and below the title. */
  topLine: string
  title: string
  bottomLine: string
  /** The site's name, under the rest. */
  site: string
  /** Whether Doron's own mark stands beside it: a shop with a mark of its own has another. */
  hasMark: boolean
}

const [width, height] = [1200, 630]
/** Messengers ignore larger pictures (R711). */
const maxBytes = 300_000

/** A card to be drawn; `photo` is the hosts' photo. */
interface DrawingTask {
  card: ShareCard
  photo: Uint8Array | null
}

/**
 * Draws a card as a JPEG of 1200 × 630 pixels. Only `src/main/worker.ts` calls it: drawing takes a processor
 * for a fifth of a second.
 */
export async function drawShareCard({ card, photo }: DrawingTask): Promise<{ jpeg: Uint8Array }> {
  const arch = await drawArch(photo ?? (await loadCover(card.illustration)))
  const mark = card.hasMark ? await loadMark() : null
  const svg = await satori(layout(card, arch, mark) as never, {
    width,
    height,
    fonts: await loadFonts(),
  })
  const picture = sharp(new Resvg(svg).render().asPng())
  const jpeg = await picture.jpeg({ quality: 84, mozjpeg: true }).toBuffer()
  return { jpeg: jpeg.length < maxBytes ? jpeg : await picture.jpeg({ quality: 60 }).toBuffer() }
}

const require = createRequire(import.meta.url)
/** Each script is a font file of its own; a letter is drawn with the first font that has it. */
const scripts = ['latin', 'greek', 'latin-ext', 'greek-ext', 'cyrillic']
const families = scripts.map(script => `Literata ${script}`).join(', ')

let fonts: Promise<Font[]> | undefined

function loadFonts(): Promise<Font[]> {
  fonts ??= Promise.all(
    scripts.map(async script => ({
      name: `Literata ${script}`,
      weight: 500 as const,
      data: await readFile(require.resolve(`@fontsource/literata/files/literata-${script}-500-normal.woff`)),
    })),
  )
  return fonts
}

/** The cover that the pages show; a present for what has none of its own. */
const loadCover = (illustration: string): Promise<Buffer> => readFile(`public${coverOf(illustration)}`)

async function loadMark(): Promise<string> {
  return `data:image/svg+xml;base64,${(await readFile('public/logo.svg')).toString('base64')}`
}

interface Box {
  type: string
  props: { style: Record<string, string | number>; children?: string | Box[]; src?: string }
}

const box = (style: Record<string, string | number>, children: string | Box[]): Box => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

const archSize = { width: 350, height: 470 }
const archShape = { ...archSize, borderRadius: '175px 175px 24px 24px', flexShrink: 0 }

async function drawArch(photo: Uint8Array): Promise<Box> {
  const cropped = await sharp(photo)
    .resize({ width: archSize.width * 2, height: archSize.height * 2, fit: 'cover' })
    .jpeg({ quality: 90 })
    .toBuffer()
  const src = `data:image/jpeg;base64,${cropped.toString('base64')}`
  return { type: 'img', props: { src, style: archShape } }
}

function layout(card: ShareCard, arch: Box, mark: string | null): Box {
  const sheetStyle = {
    width,
    height,
    alignItems: 'center',
    padding: '0 80px',
    background: '#fbf7f0',
    color: '#23262d',
    fontFamily: families,
  }
  return box(sheetStyle, [arch, drawText(card, mark)])
}

const textWidth = 620

function drawText({ topLine, title, bottomLine, site }: ShareCard, mark: string | null): Box {
  return box({ flexDirection: 'column', width: textWidth, marginLeft: 70, wordBreak: 'break-word' }, [
    box({ fontSize: topLine.length <= 40 ? 30 : 26, color: '#a3233a' }, removeUndrawable(topLine)),
    box(
      { fontSize: titleSize(title), lineHeight: 1.15, letterSpacing: '-0.015em', marginTop: 14 },
      keepNamesTogether(removeUndrawable(title)),
    ),
    box(
      { fontSize: bottomLine.length <= 60 ? 34 : 28, lineHeight: 1.35, color: '#5f6068', marginTop: 24 },
      removeUndrawable(bottomLine),
    ),
    drawSite(removeUndrawable(site), mark),
  ])
}

function drawSite(name: string, mark: string | null): Box {
  const line = { alignItems: 'center', fontSize: 28, color: '#a3233a', marginTop: 44 }
  const picture = (src: string): Box => ({
    type: 'img',
    props: { src, style: { width: 40, height: 40, marginRight: 14 } },
  })
  return box(line, [...(mark ? [picture(mark)] : []), box({}, name)])
}

/** The average width of a letter, relative to the font size. */
const letterWidth = 0.6

/** Such that long names take three lines at most, and a long word one. */
function titleSize(title: string): number {
  const size = title.length <= 12 ? 96 : title.length <= 22 ? 78 : 64
  const longestWord = Math.max(
    1,
    ...keepNamesTogether(title)
      .split(' ')
      .map(word => word.length),
  )
  return Math.max(40, Math.min(size, Math.floor(textWidth / (longestWord * letterWidth))))
}

/** Removes characters that the fonts lack, such as emoji, which would be drawn as boxes. */
function removeUndrawable(text: string): string {
  return text
    .replace(/[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\d\s\p{P}&+€]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}
