import { readFileSync } from 'node:fs'
import {
  buildSchema,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { contracts, publishedSchema } from '../test/contracts.ts'

describe.skipIf(!contracts)(
  'against the published schema (skipped where ../shared/contracts is missing)',
  () => {
    test('every type, field and argument of ours exists there with the same type', () => {
      const theirs = buildSchema(publishedSchema()).getTypeMap()
      const ours = buildSchema(
        readFileSync(new URL('./graphql/schema.graphql', import.meta.url), 'utf8'),
      ).getTypeMap()
      const wrong = Object.values(ours)
        .filter(type => !type.name.startsWith('__'))
        .flatMap(type => differences(type, theirs[type.name]))
      expect(wrong).toEqual([])
    })
  },
)

function differences(ours: GraphQLNamedType, theirs: GraphQLNamedType | undefined): string[] {
  if (!theirs) return [`${ours.name} is unknown`]
  if (isEnumType(ours) && isEnumType(theirs)) {
    return ours
      .getValues()
      .flatMap(value => (theirs.getValue(value.name) ? [] : [`${ours.name}.${value.name}`]))
  }
  const mine = fieldsOf(ours)
  const known = fieldsOf(theirs)
  const missing = [...mine].filter(([field, type]) => known.get(field) !== type)
  return missing.map(([field, type]) => `${ours.name}.${field}: ${type}, there ${known.get(field)}`)
}

/** "field" and "field(argument)" with their types. */
function fieldsOf(type: GraphQLNamedType): Map<string, string> {
  if (isInputObjectType(type)) {
    return new Map(Object.values(type.getFields()).map(field => [field.name, String(field.type)]))
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return new Map()
  return new Map(
    Object.values(type.getFields()).flatMap(field => [
      [field.name, String(field.type)],
      ...field.args.map((argument): [string, string] => [
        `${field.name}(${argument.name})`,
        `${argument.type} = ${JSON.stringify(argument.defaultValue)}`,
      ]),
    ]),
  )
}
