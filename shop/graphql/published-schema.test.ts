import {
  buildSchema,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { contracts, publishedSchema } from '../../test/contracts.ts'
import { buildPublishedPart, storefrontSchema } from './storefront-schema.ts'

describe.skipIf(!contracts)('the schema (skipped where the published schema is missing)', () => {
  test('has only types, fields and arguments of the published one, with the same types', () => {
    expect(missingIn(buildSchema(publishedSchema()), buildPublishedPart())).toEqual([])
  })
  test('has a list of its own for what the platform added after it was published', () => {
    const added = missingIn(buildPublishedPart(), storefrontSchema)
    expect(missingIn(buildSchema(publishedSchema()), storefrontSchema)).toEqual(
      added.map(each => each.replace(/, published as .*/, ', published as undefined')),
    )
  })
})

/** What `ours` has and `published` has not, or otherwise. */
const missingIn = (published: GraphQLSchema, ours: GraphQLSchema): string[] =>
  Object.values(ours.getTypeMap())
    .filter(type => !type.name.startsWith('__'))
    .flatMap(type => differences(type, published.getTypeMap()[type.name]))

function differences(ours: GraphQLNamedType, published: GraphQLNamedType | undefined): string[] {
  if (!published) return [`${ours.name} is unknown`]
  if (isEnumType(ours) && isEnumType(published)) {
    return ours
      .getValues()
      .flatMap(value => (published.getValue(value.name) ? [] : [`${ours.name}.${value.name}`]))
  }
  const ownFields = fieldsOf(ours)
  const publishedFields = fieldsOf(published)
  const missing = [...ownFields].filter(([field, type]) => publishedFields.get(field) !== type)
  return missing.map(
    ([field, type]) => `${ours.name}.${field}: ${type}, published as ${publishedFields.get(field)}`,
  )
}

/** The types of "field" and "field(argument)". */
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
