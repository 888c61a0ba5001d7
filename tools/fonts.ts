import { readdir, readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'
import { widenAccentedCapitals } from './font-capitals.ts'

// `node run.mjs node tools/fonts.ts` makes the font files of the pages and of the embedded shop anew from the packages
// that they come from; to be run when one of those packages or a rule below changes.

/** The weights that the pages use; the others are a third of a variable font. */
const weights = { min: 400, max: 700 }
const allLetters = span(0x20, 0xd7ff)
/** The Latin of nearly every text; rarer letters and signs are a file of their own (`latin-rare`), see src/ui/style/fonts.css. */
const commonLatin = `${span(0x20, 0x7e)}\u00a0©«\u00ad°·»×–—‘’“”•…€−`
const rareLatin = [...allLetters].filter(letter => !commonLatin.includes(letter)).join('')

for (const family of ['commissioner', 'literata']) {
  const folder = `node_modules/@fontsource-variable/${family}/files`
  const scripts = (await readdir(folder)).flatMap(
    name => /-((?:greek|latin).*)-wght-normal\.woff2$/.exec(name)?.[1] ?? [],
  )
  for (const script of scripts) {
    const font = await readFile(`${folder}/${family}-${script}-wght-normal.woff2`)
    // One after the other: they share the memory of one HarfBuzz.
    for (const { name, letters } of filesOf(script)) {
      const options = { targetFormat: 'woff2', variationAxes: { wght: weights } } as const
      const cut = await subsetFont(font, letters, options)
      const file = script === 'greek' ? await widenAccentedCapitals(cut) : cut
      await writeFile(`src/ui/style/fonts/${family}-${name}.woff2`, file)
    }
    // The shop has no style sheet by script: its Greek comes whole, its Latin from the package as it is.
    if (script === 'greek')
      await writeFile(`shop/storefront/fonts/${family}-greek.woff2`, await widenAccentedCapitals(font))
  }
}

function filesOf(script: string): { name: string; letters: string }[] {
  if (script !== 'latin') return [{ name: script, letters: allLetters }]
  return [
    { name: 'latin', letters: commonLatin },
    { name: 'latin-rare', letters: rareLatin },
  ]
}

function span(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('')
}
