import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { defaultPageSize } from './connection.ts'

/** What the platform limits a query by. */
export interface QueryComplexity {
  /** One point for every object, multiplied by the page sizes above it. */
  score: number
  depth: number
}

/** The complexity of a validated document (its fragments have no cycles). */
export function measureComplexity(
  document: DocumentNode,
  variables: Record<string, unknown>,
): QueryComplexity {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }

  const measureSelection = (set: SelectionSetNode): QueryComplexity => {
    const total: QueryComplexity = { score: 0, depth: 0 }
    for (const selection of set.selections) {
      const selected =
        selection.kind === Kind.FIELD
          ? measureField(selection)
          : selection.kind === Kind.INLINE_FRAGMENT
            ? measureSelection(selection.selectionSet)
            : measureSelection(fragments.get(selection.name.value)!.selectionSet)
      total.score += selected.score
      total.depth = Math.max(total.depth, selected.depth)
    }
    return total
  }

  const measureField = (field: FieldNode): QueryComplexity => {
    if (!field.selectionSet) return { score: 0, depth: 1 }
    const inner = measureSelection(field.selectionSet)
    return { score: 1 + inner.score * requestedPageSize(field, variables), depth: 1 + inner.depth }
  }

  const complexities = document.definitions
    .filter(definition => definition.kind === Kind.OPERATION_DEFINITION)
    .map(operation => measureSelection(operation.selectionSet))
  return {
    score: Math.max(0, ...complexities.map(complexity => complexity.score)),
    depth: Math.max(0, ...complexities.map(complexity => complexity.depth)),
  }
}

/** The page size of a field: its argument, or the default for a connection without one; 1 for any other field. */
function requestedPageSize(field: FieldNode, variables: Record<string, unknown>): number {
  const argument = field.arguments?.find(({ name }) => name.value === 'first' || name.value === 'last')
  if (argument?.value.kind === Kind.INT) return Number(argument.value.value)
  if (argument?.value.kind === Kind.VARIABLE) {
    const value = variables[argument.value.name.value]
    if (typeof value === 'number') return value
  }
  const isConnection = field.selectionSet?.selections.some(
    selection => selection.kind === Kind.FIELD && selection.name.value === 'edges',
  )
  return isConnection ? defaultPageSize : 1
}

/** The mutations that group others, as `cart { createCart }` does. */
const mutationGroups = new Set(['cart', 'catalog', 'checkout', 'customer', 'newsletter', 'wishlist'])

/** How many changes a document asks for at once. */
export function countMutations(document: DocumentNode): number {
  const fieldsIn = (set: SelectionSetNode | undefined): FieldNode[] =>
    (set?.selections ?? []).flatMap(selection => {
      if (selection.kind === Kind.FIELD) return selection.name.value === '__typename' ? [] : [selection]
      if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsIn(selection.selectionSet)
      const fragment = document.definitions.find(
        definition =>
          definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value,
      )
      return fragment?.kind === Kind.FRAGMENT_DEFINITION ? fieldsIn(fragment.selectionSet) : []
    })
  const counts = document.definitions.map(definition =>
    definition.kind === Kind.OPERATION_DEFINITION && definition.operation === 'mutation'
      ? fieldsIn(definition.selectionSet).flatMap(field =>
          mutationGroups.has(field.name.value) ? fieldsIn(field.selectionSet) : [field],
        ).length
      : 0,
  )
  return Math.max(0, ...counts)
}
