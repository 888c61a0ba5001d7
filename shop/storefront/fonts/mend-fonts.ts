import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { widenAccentedCapitals } from '../../../font-capitals.config.ts'

// `node shop/storefront/fonts/mend-fonts.ts` writes the Greek fonts of the storefront beside itself: the shop has no build
// in which they could be mended, and as they come, the accent of a capital stands in the space before it.
for (const family of ['literata', 'commissioner']) {
  const source = `@fontsource-variable/${family}/files/${family}-greek-wght-normal.woff2`
  const font = await readFile(createRequire(import.meta.url).resolve(source))
  await writeFile(new URL(`./${family}-greek.woff2`, import.meta.url), await widenAccentedCapitals(font))
}
