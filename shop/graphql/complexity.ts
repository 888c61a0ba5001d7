import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
} from 'graphql'

const DEFAULT_PAGE = 10

export interface Weight {
  /** One point for every object asked for, times the page sizes above it. */
  score: number
  depth: number
}

/** How heavy a document is; needs a valid document (fragments without circles). */
export function weigh(document: DocumentNode, variables: Record<string, unknown>): Weight {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }

  const ofSelection = (set: SelectionSetNode): Weight => {
    const total: Weight = { score: 0, depth: 0 }
    for (const selection of set.selections) {
      const part =
        selection.kind === Kind.FIELD
          ? ofField(selection)
          : selection.kind === Kind.INLINE_FRAGMENT
            ? ofSelection(selection.selectionSet)
            : ofSelection(fragments.get(selection.name.value)!.selectionSet)
      total.score += part.score
      total.depth = Math.max(total.depth, part.depth)
    }
    return total
  }

  const ofField = (field: FieldNode): Weight => {
    if (!field.selectionSet) return { score: 0, depth: 1 }
    const inner = ofSelection(field.selectionSet)
    return { score: 1 + inner.score * pageSize(field, variables), depth: 1 + inner.depth }
  }

  const weights = document.definitions
    .filter(definition => definition.kind === Kind.OPERATION_DEFINITION)
    .map(operation => ofSelection(operation.selectionSet))
  return {
    score: Math.max(0, ...weights.map(weight => weight.score)),
    depth: Math.max(0, ...weights.map(weight => weight.depth)),
  }
}

function pageSize(field: FieldNode, variables: Record<string, unknown>): number {
  const argument = field.arguments?.find(({ name }) => name.value === 'first' || name.value === 'last')
  if (argument?.value.kind === Kind.INT) return Number(argument.value.value)
  if (argument?.value.kind === Kind.VARIABLE) {
    const value = variables[argument.value.name.value]
    if (typeof value === 'number') return value
  }
  const isConnection = field.selectionSet?.selections.some(
    selection => selection.kind === Kind.FIELD && selection.name.value === 'edges',
  )
  return isConnection ? DEFAULT_PAGE : 1
}
