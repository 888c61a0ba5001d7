import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { pagesAbout } from '../page-paths.ts'

const read = (file: string) => fs.readFileSync(join('src', file), 'utf8')

/** What the forms of a page may ask for by name, in its file and those of its folder that it imports. */
export function intentsOf(file: string): string[] {
  const files = [file]
  for (const one of files)
    for (const [, path = ''] of read(one).matchAll(/from '(\.\/[^'+]+)'/g)) {
      const imported = join(dirname(one), path)
      if (!files.includes(imported)) files.push(imported)
    }
  const named = files.flatMap(one => [...read(one).matchAll(/\bintent\b[^\n]{0,60}?['"]([a-z_]+)['"]/g)])
  return ['', ...new Set(named.map(([, intent = '']) => intent).filter(intent => intent !== 'intent'))]
}

/** Every page outside the console, about the registry CODE, with what its forms ask for; none where it takes none. */
export const sitePages = pagesAbout('CODE')
  .filter(({ path }) => !path.startsWith('/staff'))
  .map(({ path, file }) => ({
    path,
    file,
    intents: /export (async function|const) action\b/.test(read(file)) ? intentsOf(file) : [],
  }))
