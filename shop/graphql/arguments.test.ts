import { globSync, readFileSync } from 'node:fs'
import { isInputObjectType, isInterfaceType, isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import { storefrontSchema } from './storefront-schema.ts'

/** Arguments that are accepted without an effect, with the reason. */
const withoutEffect = new Map([
  ['lossy', 'every picture is stored in one quality'],
  ['useDefaultOptionSelections', 'no value of an option is a default'],
  ['shouldSaveAddress', 'addresses are saved by a mutation of their own'],
  ['reCaptchaV2', 'settings.reCaptcha tells that it is off'],
  ['analytics', 'no visits are counted'],
  ['ipAddress', 'no visits are counted'],
  ['visitId', 'no visits are counted'],
  ['visitorId', 'no visits are counted'],
])

test('no argument is read over in silence', () => {
  const code = globSync(['shop/graphql/**/*.ts', 'shop/catalogue/product-search.ts'])
    .filter(path => !/\.test\.ts$|test-helpers\.ts$/.test(path))
    .map(path => readFileSync(path, 'utf8'))
    .join('\n')
  const words = new Set(code.match(/\w+/g))
  const unread = askedNames().filter(name => !words.has(name) && !withoutEffect.has(name))
  expect(unread).toEqual([])
})

/** The names of all arguments and input fields, except those of visits. */
function askedNames(): string[] {
  const types = Object.values(storefrontSchema.getTypeMap()).filter(type => !/^__|^Analytics/.test(type.name))
  const names = types.flatMap(type => {
    if (isInputObjectType(type)) return Object.keys(type.getFields())
    if (!isObjectType(type) && !isInterfaceType(type)) return []
    return Object.values(type.getFields()).flatMap(field => field.args.map(argument => argument.name))
  })
  return [...new Set(names)]
}
