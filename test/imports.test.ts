import { expect, test } from 'vitest'
import { broken, rules } from './import-rules.ts'
import { circles, importsOf, readSources } from './imports.ts'

const real = readSources(['src', 'shop'])

test('who may import whom', () => {
  expect(real.size).toBeGreaterThan(20)
  expect(broken(importsOf(real))).toEqual([])
})

test('nothing imports itself by a detour', () => {
  expect(circles(importsOf(real))).toEqual([])
})

test('rules and contracts know no clock and fetch nothing', () => {
  const pure = [...real].filter(([path]) => /(^|[/-])(rules|contract)(\.ts|\/)/.test(path))
  expect(
    pure.filter(([, text]) => /\bDate\.now\(|\bnew Date\(\)|\bfetch\(/.test(text)).map(([path]) => path),
  ).toEqual([])
})

/** A planted violation for each rule: the rule's beginning, the file, what it imports. */
const planted: [string, string, string][] = [
  ['base imports nothing', 'src/base/money.ts', `import { gift } from '../gift/rules.ts'`],
  ['base imports nothing', 'src/base/money.ts', `import { readFile } from 'node:fs'`],
  ['contracts and rules import', 'src/gift/contract.ts', `import { rows } from './data.ts'`],
  [
    'contracts and rules import',
    'src/checkout/cart-rules.ts',
    `import type { Visit } from '../server/visit.ts'`,
  ],
  ['contracts and rules use', 'src/gift/rules.ts', `import { sql } from 'kysely'`],
  ['data imports', 'src/gift/data.ts', `import { rows } from '../registry/data.ts'`],
  ['data imports', 'src/gift/data.ts', `import { post } from '../server/outbox.ts'`],
  ['api imports', 'src/registry/api.ts', `import * as gifts from '../gift/data.ts'`],
  ['api imports', 'src/gift/api.ts', `import { save } from '../registry/api.ts'`],
  ['api imports', 'src/checkout/orders.ts', `import { post } from '../server/outbox.ts'`],
  ['api imports', 'src/gift/api.ts', `import { Tile } from './pages/tile.tsx'`],
  ['pages and mail import', 'src/gift/pages/tile.tsx', `import { rows } from '../data.ts'`],
  [
    'pages and mail import',
    'src/gift/pages/tile.tsx',
    `import {\n  type Visit,\n} from '../../server/visit.ts'`,
  ],
  ['pages and mail import', 'src/root.tsx', `const late = await import('./server/session.ts')`],
  ['pages and mail do not', 'src/gift/pages/tile.tsx', `export * from '../mail.tsx'`],
  ['server never', 'src/server/outbox.ts', `import { letter } from '../gift/mail.tsx'`],
  ['ui imports', 'src/ui/button.tsx', `import type { Gift } from '../gift/contract.ts'`],
  ['only the doors', 'src/gift/api.ts', `import { wire } from '../shop/bigcommerce/wire.ts'`],
  ['the port and', 'src/shop/bigcommerce/rest.ts', `import { log } from '../../server/log.ts'`],
  ['the embedded shop', 'shop/carts.ts', `import type { Cents } from '../src/base/money.ts'`],
  ['only src/main.ts', 'src/server/jobs.ts', `import { createShop } from '../../shop/app.ts'`],
  ['only src/main.ts', 'src/app.ts', `import '../shop/app.ts'`],
  ['nobody imports the doors', 'src/gift/api.ts', `import { say } from '../app.ts'`],
  ['nobody imports the doors', 'src/gift/pages/tile.tsx', `import { loader } from '../../root.tsx'`],
  ['every folder', 'src/utils/misc.ts', `import { x } from './more.ts'`],
]

test.each(planted)('"%s …" catches %s with %s', (beginning, path, text) => {
  const found = broken(importsOf(new Map([[path, `// first line\n${text}\n`]])))
  expect(found.some(sentence => sentence.includes(`: ${beginning}`))).toBe(true)
})

test('every rule has a planted violation', () => {
  const untried = rules.filter(
    ({ sentence }) => !planted.some(([beginning]) => sentence.startsWith(beginning)),
  )
  expect(untried).toEqual([])
})

test('a circle is caught, one of types alone is none', () => {
  const there = ['src/base/one.ts', `import { two } from './two.ts'`] as const
  expect(circles(importsOf(new Map([there, ['src/base/two.ts', `import { one } from './one.ts'`]])))).toEqual(
    ['src/base/one.ts → src/base/two.ts → src/base/one.ts'],
  )
  expect(
    circles(importsOf(new Map([there, ['src/base/two.ts', `import type { One } from './one.ts'`]]))),
  ).toEqual([])
})

test.each([
  ['src/gift/api.ts', `import * as registries from '../registry/data.ts'`],
  [
    'src/gift/api.ts',
    `import type { Visit } from '../server/visit.ts'\nimport { serve } from '../server/serve.ts'`,
  ],
  [
    'src/gift/pages/tile.tsx',
    `import { m } from '../../paraglide/messages.js'\nimport { Button } from '../../ui/button.tsx'`,
  ],
  ['src/gift/pages/tile.tsx', `import type { Route } from './+types/tile'\nimport './tile.css'`],
  ['src/gift/pages/tile.tsx', `import type { loader } from '../../root.tsx'`],
  ['src/main.ts', `import { createShop } from '../shop/app.ts'`],
])('%s may import what its room allows', (path, text) => {
  expect(broken(importsOf(new Map([[path, text]])))).toEqual([])
})
