import { readFile, writeFile } from 'node:fs/promises'

// `node run.mjs node tools/common-passwords.ts` makes the list of common passwords anew: those found most often in
// leaked data, one a line and sorted, which compresses to a third. The package keeps them from the most common to the
// rarest.

/** How many of the list are used: 5,400 of them have the 8 characters that a merchant may ask for. */
const count = 12_000
/** Nobody may choose a shorter one. */
const minLength = 6

const file = 'node_modules/@zxcvbn-ts/language-common/src/passwords.json'
const all: string[] = JSON.parse(await readFile(file, 'utf8'))
const used = all.filter(password => password.length >= minLength).slice(0, count)
await writeFile('src/data/common-passwords.txt', used.sort().join('\n'))
