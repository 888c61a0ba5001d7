import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeInfo,
  TypeMetaFieldDef,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { defaultPageSize } from './connection.ts'

/** What a query is limited by. */
export interface QueryComplexity {
  /** As the platform counts: one point for every object, multiplied by the page sizes above it. */
  score: number
  depth: number
  /** How many values the answer has at most, lists without pages taken for pages of the usual size. */
  values: number
}

const nothing: QueryComplexity = { score: 0, depth: 0, values: 0 }

/**
 * The complexity of a validated document (its fragments have no cycles); the highest of its operations. Each fragment is
 * measured once, so that fragments within fragments take no longer than they are written.
 */
export function measureComplexity(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
): QueryComplexity {
  const fragments = fragmentsOf(document)
  const measured = new Map<string, QueryComplexity>()

  const measureOperation = (operation: OperationDefinitionNode): QueryComplexity => {
    const sizes = pageSizeReader(operation, variables)
    const measureFragment = (name: string): QueryComplexity => {
      // Page sizes may be variables, whose defaults belong to an operation.
      const key = `${operation.loc?.start} ${name}`
      const known = measured.get(key)
      if (known) return known
      const { selectionSet, typeCondition } = fragments.get(name)!
      const complexity = measureSelection(selectionSet, schema.getType(typeCondition.name.value))
      measured.set(key, complexity)
      return complexity
    }
    const measureSelection = (set: SelectionSetNode, type: GraphQLNamedType | undefined): QueryComplexity =>
      set.selections
        .map(selection => {
          if (selection.kind === Kind.FIELD) return measureField(selection, type)
          if (selection.kind === Kind.FRAGMENT_SPREAD) return measureFragment(selection.name.value)
          const condition = selection.typeCondition?.name.value
          return measureSelection(selection.selectionSet, condition ? schema.getType(condition) : type)
        })
        .reduce(addComplexity, nothing)
    const measureField = (field: FieldNode, parent: GraphQLNamedType | undefined): QueryComplexity => {
      if (!field.selectionSet) return { score: 0, depth: 1, values: 1 }
      const type = typeOfField(parent, field.name.value)
      const named = type && getNamedType(type)
      const inner = measureSelection(field.selectionSet, named)
      const pageSize = sizes(field) ?? (isConnection(named) ? defaultPageSize : 1)
      // The edges of a page are counted with it.
      const isList = !isConnection(parent) && isListType(type && getNullableType(type))
      return {
        score: 1 + inner.score * pageSize,
        depth: 1 + inner.depth,
        values: 1 + inner.values * (isList ? defaultPageSize : pageSize),
      }
    }
    return measureSelection(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined)
  }

  return operationsOf(document).map(measureOperation).reduce(highest, nothing)
}

const isConnection = (type: GraphQLNamedType | undefined) => type?.name.endsWith('Connection') ?? false

const addComplexity = (one: QueryComplexity, other: QueryComplexity): QueryComplexity => ({
  score: one.score + other.score,
  depth: Math.max(one.depth, other.depth),
  values: one.values + other.values,
})

const highest = (one: QueryComplexity, other: QueryComplexity): QueryComplexity => ({
  score: Math.max(one.score, other.score),
  depth: Math.max(one.depth, other.depth),
  values: Math.max(one.values, other.values),
})

function typeOfField(parent: GraphQLNamedType | undefined, name: string) {
  if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef.type
  if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef.type
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name]?.type : undefined
}

/** Reads the page size that a field asks for as its execution does: a number, a variable, or the variable's default. */
function pageSizeReader(operation: OperationDefinitionNode, variables: Record<string, unknown>) {
  const defaults = new Map(
    operation.variableDefinitions?.map(({ variable, defaultValue }) => [variable.name.value, defaultValue]),
  )
  const sizeFrom = (value: ValueNode | undefined): number | undefined => {
    if (value?.kind === Kind.INT) return Number(value.value)
    if (value?.kind !== Kind.VARIABLE) return undefined
    const given = variables[value.name.value]
    if (given === undefined) return sizeFrom(defaults.get(value.name.value))
    return typeof given === 'number' ? given : undefined
  }
  return ({ arguments: given = [] }: FieldNode): number | undefined => {
    const argument = (name: string) => sizeFrom(given.find(one => one.name.value === name)?.value)
    const size = argument('first') ?? argument('last')
    // A negative page is refused when it is executed, and takes nothing off the others.
    return size === undefined ? undefined : Math.max(0, size)
  }
}

/** The mutations that group others, as `cart { createCart }` does. */
const mutationGroups = new Set(['cart', 'catalog', 'checkout', 'customer', 'newsletter', 'wishlist'])

/** How many changes a document asks for at once. */
export function countMutations(document: DocumentNode): number {
  const fragments = fragmentsOf(document)
  const counted = new Map<string, number>()
  const countFragment = (name: string): number => {
    if (!counted.has(name)) counted.set(name, countIn(fragments.get(name)!.selectionSet))
    return counted.get(name)!
  }
  const countField = ({ name, selectionSet }: FieldNode): number => {
    if (name.value === '__typename') return 0
    return mutationGroups.has(name.value) && selectionSet ? countIn(selectionSet) : 1
  }
  const countIn = ({ selections }: SelectionSetNode): number =>
    selections
      .map(selection => {
        if (selection.kind === Kind.FIELD) return countField(selection)
        if (selection.kind === Kind.FRAGMENT_SPREAD) return countFragment(selection.name.value)
        return countIn(selection.selectionSet)
      })
      .reduce((sum, count) => sum + count, 0)
  const mutations = operationsOf(document).filter(({ operation }) => operation === 'mutation')
  return Math.max(0, ...mutations.map(({ selectionSet }) => countIn(selectionSet)))
}

const operationsOf = (document: DocumentNode): OperationDefinitionNode[] =>
  document.definitions.filter(definition => definition.kind === Kind.OPERATION_DEFINITION)

const fragmentsOf = (document: DocumentNode): Map<string, FragmentDefinitionNode> =>
  new Map(
    document.definitions
      .filter(definition => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map(fragment => [fragment.name.value, fragment]),
  )

/** Whether the schema is asked about itself by other names: each of them would have all of it in the answer once more. */
export function hasIntrospectionAlias(schema: GraphQLSchema, document: DocumentNode): boolean {
  const types = new TypeInfo(schema)
  let isFound = false
  const Field = ({ alias, name }: FieldNode) => {
    const isOfSchema = types.getParentType()?.name.startsWith('__') || /^__(schema|type)$/.test(name.value)
    isFound ||= alias !== undefined && isOfSchema
  }
  visit(document, visitWithTypeInfo(types, { Field }))
  return isFound
}
