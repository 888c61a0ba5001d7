import { createHash } from 'node:crypto'

/** Pairs of language and width in the quick run; each page is checked in one of them. */
const quickVariants = 4
/** In the quick run one page in three has one of the four further checks. */
const turns = 12

/**
 * What the quick run checks of a page: the variant, and the index of a further check, which most pages lack. Both come
 * from the page's name alone, so that a new page changes nothing for the others.
 */
export function planOf(name: string): { variant: number; furtherCheck: number } {
  const digest = createHash('sha256').update(name).digest()
  return { variant: digest.readUInt8(0) % quickVariants, furtherCheck: digest.readUInt32BE(4) % turns }
}
