import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** What the pages use, from running text to strong words: all other weights make a third of a variable typeface. */
const weights = { min: 400, max: 700 }
const families = ['commissioner', 'literata']
const every = span(0x20, 0xd7ff)
/** The Latin of nearly every text; its rarer letters and signs are a file of their own (`latin-rare`). See fonts.css. */
const common = `${span(0x20, 0x7e)}\u00a0©«\u00ad°·»×–—‘’“”•…€−`
const rare = [...every].filter(letter => !common.includes(letter)).join('')

/** Cut anew when anything of this changes; npm clears the folder with the packages. */
const recipe = createHash('sha256')
  .update(JSON.stringify([weights, common]))
  .digest('hex')
  .slice(0, 12)
const lighter = resolve('node_modules/.cache/doron/typefaces', recipe)

/** The pages get the two variable typefaces with their own weights alone, and common Latin apart from the rest. */
export function lighterTypefaces(): Plugin {
  return {
    name: 'doron-lighter-typefaces',
    async config() {
      await mkdir(lighter, { recursive: true })
      await Promise.all(families.map(cutAll))
      const find = /^@fontsource-variable\/\w+\/files\/(?=.*-wght-normal\.woff2$)/
      return { resolve: { alias: [{ find, replacement: `${lighter}/` }] } }
    },
  }
}

async function cutAll(family: string): Promise<void> {
  const folder = `node_modules/@fontsource-variable/${family}/files`
  const scripts = (await readdir(folder)).flatMap(
    name => /-((?:greek|latin).*)-wght-normal\.woff2$/.exec(name)?.[1] ?? [],
  )
  const file = (script: string) => `${family}-${script}-wght-normal.woff2`
  const parts = scripts.flatMap(script =>
    script === 'latin'
      ? [
          { from: file('latin'), letters: common, to: file('latin') },
          { from: file('latin'), letters: rare, to: file('latin-rare') },
        ]
      : [{ from: file(script), letters: every, to: file(script) }],
  )
  await Promise.all(
    parts.map(({ from, letters, to }) => cut(`${folder}/${from}`, letters, `${lighter}/${to}`)),
  )
}

/** Of the letters it keeps those that the file has. */
async function cut(from: string, letters: string, to: string): Promise<void> {
  if (existsSync(to)) return
  const options = { targetFormat: 'woff2', variationAxes: { wght: weights } } as const
  // Whole or not at all: two builds may be at it.
  const whole = `${to}.${process.pid}`
  await writeFile(whole, await subsetFont(await readFile(from), letters, options))
  await rename(whole, to)
}

function span(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('')
}
