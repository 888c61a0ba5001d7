import * as fs from 'node:fs'
import { describe, expect, test } from 'vitest'

/** What a page makes a phone load, measured in the present build (`node run.mjs build`); brotli, as it is served. */
const assets = 'build/client/assets'

/** The budget of each page in bytes of JavaScript; guests mostly use phones. */
const budgets: Record<string, number> = {
  // Each link and request names the page's language, and a browser that keeps nothing gets its cart all the same.
  // The footer, which is on every page, folds to one line for hosts.
  // A registry's view names its photographs; the scripts that show them come with them alone.
  // Tiles name the smaller of two pictures. What is on its way is not sent again, and not begun anew.
  'registry/pages/registry-page': 125_000,
  // The names of files change with what they hold, and compress to some forty bytes more or less.
  // What it tells of itself to a tag of analytics is fixed, too.
  'site/pages/home-page': 130_900,
  'find-registry': 150_000,
  // What it loads names its language, and what was typed goes on to another one.
  // What a guest has at the checkout themselves says so, with its two buttons.
  // An answer stays while the registry below it is loaded again.
  'gift/pages/gift-dialog-page': 146_600,
  // It offers what suits the event first, in sentences of its own; a form describes its fields.
  'gift/pages/wish/wish-dialog-page': 175_200,
  // A pre-order says so, and from which day; one wrong field has the focus; the minutes left run down.
  'checkout/pages/cart-page': 143_950,
  // Staff read these at a desk, with a form and a text for each action.
  // The history says roles and kinds of hosts in words.
  'console/pages/registry/staff-registry-page': 176_550,
  'console/pages/action/staff-action-page': 174_500,
}
const defaultBudget = 173_500

interface Part {
  id: string
  parentId?: string
  module: string
  imports?: string[]
  path?: string
}
interface Manifest {
  entry: { module: string; imports: string[] }
  routes: Record<string, Part>
}

const manifest = readManifest()

function readManifest(): Manifest {
  const name = fs.readdirSync(assets).find(file => /^manifest-.*\.js$/.test(file))
  if (!name) throw new Error('there is no build')
  const text = fs.readFileSync(`${assets}/${name}`, 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
}

/** Every script that a page needs to hydrate: its own, its parents', and the entry's. */
function filesOf(id: string): Set<string> {
  const chain: Part[] = []
  for (let part = manifest.routes[id]; part; part = manifest.routes[part.parentId ?? '']) chain.push(part)
  return new Set([manifest.entry, ...chain].flatMap(({ module, imports = [] }) => [module, ...imports]))
}

const brotliSize = (address: string) => fs.statSync(`build/client${address}.br`).size
const weightOf = (id: string) => [...filesOf(id)].reduce((sum, file) => sum + brotliSize(file), 0)

describe('the JavaScript of a page', () => {
  test.each(Object.entries(budgets))('%s keeps to its budget', (id, budget) => {
    expect(manifest.routes[id]).toBeDefined()
    expect(weightOf(id)).toBeLessThanOrEqual(budget)
  })

  test.each(Object.keys(manifest.routes))('%s keeps to the budget of all pages', id => {
    expect(weightOf(id)).toBeLessThanOrEqual(budgets[id] ?? defaultBudget)
  })
})

test('the fonts of a Greek page weigh at most 80 kB', () => {
  const sheets = fs.readdirSync(assets).filter(file => file.endsWith('.css'))
  const css = sheets.map(sheet => fs.readFileSync(`${assets}/${sheet}`, 'utf8')).join('\n')
  const faces = css.match(/@font-face\s*\{[^}]*\}/g) ?? []
  const greek = faces.filter(isNeeded)
  const files = new Set(greek.flatMap(face => face.match(/\/assets\/[^)"']+\.woff2/g) ?? []))
  expect(files.size).toBe(4)
  const bytes = [...files].reduce((sum, file) => sum + fs.statSync(`build/client${file}`).size, 0)
  expect(bytes).toBeLessThanOrEqual(80_000)
})

/** Whether a Greek page needs this font: one of the two typefaces, with Greek or basic Latin letters. */
function isNeeded(face: string): boolean {
  const range = /unicode-range:([^;}]+)/.exec(face)?.[1] ?? ''
  return /font-family:\s*"?(Literata|Commissioner)"?;/.test(face) && /U\+0?37|U\+0?0?20-/i.test(range)
}
