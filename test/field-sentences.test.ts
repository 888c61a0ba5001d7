import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import en from '../messages/en.json' with { type: 'json' }
import * as fieldSentences from '../src/ui/form/field-sentences.ts'

/** What the parts of a schema are called in the library; each kind has some of them. */
interface Definition {
  error?: (issue: object) => unknown
  checks?: { _zod: { def: Definition } }[]
  shape?: Record<string, z.ZodMiniType>
  options?: z.ZodMiniType[]
  element?: z.ZodMiniType
  in?: z.ZodMiniType
  out?: z.ZodMiniType
  innerType?: z.ZodMiniType
}

/** Every message key that a schema can find: for a missing value, a text and another value, at every depth. */
function keysOf(schema: z.ZodMiniType): string[] {
  const def = schema._zod.def as Definition
  const own = [def, ...(def.checks ?? []).map(check => check._zod.def)].flatMap(({ error }) =>
    [undefined, 'x', {}].map(input => String(error?.({ input }))),
  )
  const parts = [def.in, def.out, def.innerType, def.element, ...(def.options ?? [])].filter(
    part => part !== undefined,
  )
  return [...own, ...[...parts, ...Object.values(def.shape ?? {})].flatMap(keysOf)].filter(key => key in en)
}

const isSchema = (value: unknown): value is z.ZodMiniType =>
  typeof value === 'object' && value !== null && '_zod' in value

/** The schemas that a page with a form imports: inputs of calls, and schemas of forms, which may be made by a function. */
async function schemasOf(page: string): Promise<z.ZodMiniType[]> {
  const imports = readFileSync(page, 'utf8').matchAll(
    /import \{([^}]*)\} from '(\.[^']*(?:contract|rules)\.ts)'/g,
  )
  const found: z.ZodMiniType[] = []
  for (const [, names = '', path = ''] of imports) {
    const contract = (await import(new URL(path, new URL(`../${page}`, import.meta.url)).href)) as Record<
      string,
      unknown
    >
    for (const name of names.split(',').map(text => text.trim())) {
      const value =
        /schema$/i.test(name) && typeof contract[name] === 'function' ? contract[name]() : contract[name]
      const schema = (value as { input?: unknown } | undefined)?.input ?? value
      if (isSchema(schema)) found.push(schema)
    }
  }
  return found
}

/** What is checked by functions: the shop's questions, slugs while they are typed, the days of a registry, options, phones. */
const alsoChecked = [
  'src/catalogue/products.rules.ts',
  'src/registry/slug.rules.ts',
  'src/registry/registry.rules.ts',
  'src/gift/pages/wish/wish-form.tsx',
  'src/account/customer/phone.rules.ts',
]

test('each form that browsers validate has the sentence of every key that its schema finds', async () => {
  const pages = globSync('src/*/pages/**/*.tsx').filter(page =>
    /useValidatedForm|fields=\{/.test(readFileSync(page, 'utf8')),
  )
  expect(pages.length).toBeGreaterThan(15)
  const keys = new Map<string, string>()
  for (const page of pages)
    for (const schema of await schemasOf(page)) for (const key of keysOf(schema)) keys.set(key, page)
  for (const file of alsoChecked)
    for (const [, key = ''] of readFileSync(file, 'utf8').matchAll(
      /[' ]([a-z]{1,30}_[a-z_]{1,60})(?:'|: ')/g,
    ))
      if (key in en) keys.set(key, file)
  expect(keys.size).toBeGreaterThan(60)
  expect([...keys].filter(([key]) => !(key in fieldSentences))).toEqual([])
})
