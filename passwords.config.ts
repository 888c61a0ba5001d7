import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const name = 'virtual:common-passwords'
/** How many of the list are used: 5,400 of them have the 8 characters that a merchant may ask for. */
const count = 12_000
/** Nobody may choose a shorter one. */
const minLength = 6

/**
 * The passwords that were found most often in what others have lost, one a line and sorted, which compresses to a third.
 * The package keeps them from the most common to the rarest.
 */
export function commonPasswords(): Plugin {
  return {
    name: 'doron-common-passwords',
    resolveId: id => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined
      const file = 'node_modules/@zxcvbn-ts/language-common/src/passwords.json'
      const all: string[] = JSON.parse(await readFile(file, 'utf8'))
      const used = all.filter(password => password.length >= minLength).slice(0, count)
      return `export default ${JSON.stringify(used.sort().join('\n'))}`
    },
  }
}
