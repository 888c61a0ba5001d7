import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import { widenAccentedCapitals } from './font-capitals.config.ts'

/** The weights that the pages use; the others are a third of a variable font. */
const weights = { min: 400, max: 700 }
const families = ['commissioner', 'literata']
const allLetters = span(0x20, 0xd7ff)
/** The Latin of nearly every text; rarer letters and signs are a file of their own (`latin-rare`), see src/ui/style/fonts.css. */
const commonLatin = `${span(0x20, 0x7e)}\u00a0©«\u00ad°·»×–—‘’“”•…€−`
const rareLatin = [...allLetters].filter(letter => !commonLatin.includes(letter)).join('')

/** The fonts are subset again when anything of this changes; npm clears the folder with the packages. */
const recipe = createHash('sha256')
  .update(JSON.stringify([weights, commonLatin, readFileSync('font-capitals.config.ts', 'utf8')]))
  .digest('hex')
  .slice(0, 12)
const subsetFolder = resolve('node_modules/.cache/doron/fonts', recipe)

/** The pages get the two variable fonts with the weights that they use, and common Latin apart from the rest. */
export function subsetFonts(): Plugin {
  return {
    name: 'doron-subset-fonts',
    async config() {
      await mkdir(subsetFolder, { recursive: true })
      for (const family of families) await subsetFamily(family)
      const find = /^@fontsource-variable\/\w+\/files\/(?=.*-wght-normal\.woff2$)/
      return { resolve: { alias: [{ find, replacement: `${subsetFolder}/` }] } }
    },
  }
}

async function subsetFamily(family: string): Promise<void> {
  const folder = `node_modules/@fontsource-variable/${family}/files`
  const scripts = (await readdir(folder)).flatMap(
    name => /-((?:greek|latin).*)-wght-normal\.woff2$/.exec(name)?.[1] ?? [],
  )
  const file = (script: string) => `${family}-${script}-wght-normal.woff2`
  const parts = scripts.flatMap(script =>
    script === 'latin'
      ? [
          { from: file('latin'), letters: commonLatin, to: file('latin') },
          { from: file('latin'), letters: rareLatin, to: file('latin-rare') },
        ]
      : [{ from: file(script), letters: allLetters, to: file(script) }],
  )
  // One after the other: they share the memory of one HarfBuzz.
  for (const { from, letters, to } of parts)
    await subset(`${folder}/${from}`, letters, `${subsetFolder}/${to}`)
}

/** Keeps those of the letters that the file has. */
async function subset(from: string, letters: string, to: string): Promise<void> {
  if (existsSync(to)) return
  const options = { targetFormat: 'woff2', variationAxes: { wght: weights } } as const
  // Renamed when it is complete: two builds may run at once.
  const part = `${to}.${process.pid}`
  const cut = await subsetFont(await readFile(from), letters, options)
  await writeFile(part, from.includes('-greek-wght') ? await widenAccentedCapitals(cut) : cut)
  await rename(part, to)
}

function span(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('')
}
