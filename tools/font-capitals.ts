import { convert } from 'fontverter'

/** Ά Έ Ή Ί Ό Ύ Ώ: the accent stands before the letter, outside the width that the fonts give it. */
const accentedCapitals = [0x386, 0x388, 0x389, 0x38a, 0x38c, 0x38e, 0x38f]
/** White space before the accent, in parts of the em: about what a round letter has. */
const spaceBefore = 0.05
/** A part of a composite glyph that would bring its own width along. */
const useMyMetrics = 0x0200
const moreParts = 0x0020

/**
 * Makes room for the accent of Greek capitals, which otherwise stands in the space before them («την Ύδρα» reads
 * «τηνΎδρα»): the glyph starts where its accent starts, and is as much wider. Takes and returns WOFF2.
 */
export async function widenAccentedCapitals(font: Buffer): Promise<Buffer> {
  const sfnt = Buffer.from(await convert(font, 'truetype'))
  const tables = readTables(sfnt)
  const glyphs = tables.cmap && tables.glyf ? accentedCapitals.flatMap(code => findGlyph(tables, code)) : []
  if (glyphs.length === 0) return font
  for (const glyph of glyphs) moveRight(tables, glyph)
  return Buffer.from(await convert(sfnt, 'woff2'))
}

type Tables = Record<string, Buffer>

/** Views of the tables by tag: what is written into them is written into the font. */
function readTables(sfnt: Buffer): Tables {
  const count = sfnt.readUInt16BE(4)
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const at = 12 + 16 * index
      const from = sfnt.readUInt32BE(at + 8)
      return [sfnt.toString('latin1', at, at + 4), sfnt.subarray(from, from + sfnt.readUInt32BE(at + 12))]
    }),
  )
}

function tableOf(tables: Tables, tag: string): Buffer {
  const table = tables[tag]
  if (!table) throw new Error(`the font has no table ${tag}`)
  return table
}

/** The number of a letter's glyph, by the character map of format 4; none when the font lacks it. */
function findGlyph(tables: Tables, code: number): number[] {
  const cmap = tableOf(tables, 'cmap')
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(8 + 8 * index))
  const at = offsets.find(offset => cmap.readUInt16BE(offset) === 4)
  if (at === undefined) throw new Error('the font has no character map of format 4')
  const size = cmap.readUInt16BE(at + 6)
  for (let segment = 0; segment < size; segment += 2) {
    const start = cmap.readUInt16BE(at + 16 + size + segment)
    if (cmap.readUInt16BE(at + 14 + segment) < code || start > code) continue
    const delta = cmap.readUInt16BE(at + 16 + 2 * size + segment)
    const rangeAt = at + 16 + 3 * size + segment
    const range = cmap.readUInt16BE(rangeAt)
    const glyph = range === 0 ? code : cmap.readUInt16BE(rangeAt + range + 2 * (code - start))
    return glyph === 0 ? [] : [(glyph + delta) & 0xffff]
  }
  return []
}

/** Gives the glyph a left side bearing of `spaceBefore`; its outline stays and is drawn that much further right. */
function moveRight(tables: Tables, glyph: number): void {
  const [head, hmtx, glyf] = [tableOf(tables, 'head'), tableOf(tables, 'hmtx'), tableOf(tables, 'glyf')]
  const loca = tableOf(tables, 'loca')
  const isLong = head.readInt16BE(50) === 1
  const outline = isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph)
  if (glyph >= tableOf(tables, 'hhea').readUInt16BE(34)) throw new Error('the capital shares its width')
  const [advance, bearing] = [hmtx.readUInt16BE(4 * glyph), hmtx.readInt16BE(4 * glyph + 2)]
  const missing = Math.round(spaceBefore * head.readUInt16BE(18)) - bearing
  if (missing <= 0) return
  hmtx.writeUInt16BE(advance + missing, 4 * glyph)
  hmtx.writeInt16BE(bearing + missing, 4 * glyph + 2)
  if (glyf.readInt16BE(outline) < 0) keepOwnWidth(glyf, outline + 10)
}

/** Takes the mark from all parts of a composite glyph by which one of them decides the width. */
function keepOwnWidth(glyf: Buffer, first: number): void {
  for (let at = first; ; ) {
    const flags = glyf.readUInt16BE(at)
    glyf.writeUInt16BE(flags & ~useMyMetrics, at)
    if (!(flags & moreParts)) return
    const scale = flags & 0x0080 ? 8 : flags & 0x0040 ? 4 : flags & 0x0008 ? 2 : 0
    at += 4 + (flags & 0x0001 ? 4 : 2) + scale
  }
}
