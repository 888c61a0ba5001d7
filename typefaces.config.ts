import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** What the pages use, from running text to strong words: all other weights make a third of a variable typeface. */
const weights = { min: 400, max: 700 }
const families = ['commissioner', 'literata']
const lighter = resolve('node_modules/.cache/doron/typefaces')

/** The pages get the two variable typefaces with their own weights alone; they are cut when a build begins. */
export function lighterTypefaces(): Plugin {
  return {
    name: 'doron-lighter-typefaces',
    apply: 'build',
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
  const names = (await readdir(folder)).filter(name => /-(greek|latin).*-wght-normal\.woff2$/.test(name))
  await Promise.all(names.map(async name => writeFile(`${lighter}/${name}`, await cut(`${folder}/${name}`))))
}

/** Whatever letters the file has, it keeps. */
async function cut(file: string): Promise<Buffer> {
  return subsetFont(await readFile(file), everyLetter, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
  })
}
const everyLetter = `${Array.from({ length: 0xd800 }, (_, code) => String.fromCodePoint(code)).join('')}\ufeff\ufffd`
