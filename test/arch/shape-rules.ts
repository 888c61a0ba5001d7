import { type ESTree, Visitor } from 'vite'
import { parse, placeOf, type Sources, sourcesWith } from './sources.ts'

/** Functions longer than `max` lines, by path and first line; nested ones count for themselves and for their outer one. */
export function longFunctions(sources: Sources, max: number): string[] {
  return [...sources].flatMap(([path, text]) => {
    const { program } = parse(path, text)
    const lineOf = lineCounter(text)
    const found: string[] = []
    const measure = ({ start, end }: ESTree.Span) => {
      const lines = lineOf(end) - lineOf(start) + 1
      if (lines > max) found.push(`${path}:${lineOf(start)} has a function of ${lines} lines`)
    }
    new Visitor({
      FunctionDeclaration: measure,
      FunctionExpression: measure,
      ArrowFunctionExpression: measure,
    }).visit(program)
    return found
  })
}

/** Files longer than `max` lines. */
export function longFiles(sources: Sources, max: number, exempt: RegExp): string[] {
  return [...sources]
    .map(([path, text]) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ path, lines }) => lines > max && !exempt.test(path))
    .map(({ path, lines }) => `${path} has ${lines} lines`)
}

/** Folders with more than `max` files of code of their own. */
export function fullFolders(sources: Sources, max: number): string[] {
  const counts = new Map<string, number>()
  for (const path of sources.keys()) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > max)
    .map(([folder, count]) => `${folder} has ${count} files`)
}

/** The router's own names, and the two lists that every feature exports. */
const sharedNames = new Set([
  'loader',
  'action',
  'meta',
  'handle',
  'shouldRevalidate',
  'calls',
  'letters',
  'ErrorBoundary',
])

/** Exported names that two files of one feature declare, each with its files; in two features a name may mean the same. */
export function repeatedExports(sources: Sources): string[] {
  const files = new Map<string, string[]>()
  for (const [path, text] of sources)
    for (const name of new Set(exportedNames(path, text))) {
      const key = `${scopeOf(path)}: ${name}`
      files.set(key, [...(files.get(key) ?? []), path])
    }
  return [...files]
    .filter(([key, paths]) => paths.length > 1 && !isSharedName(key.slice(key.indexOf(' ') + 1), paths))
    .map(([key, paths]) => `${key}: ${paths.join(', ')}`)
}

/** Where a name is one: a folder of src (its entrances are one, too), or the embedded shop. */
function scopeOf(path: string): string {
  const [top = '', folder = '', ...rest] = path.split('/')
  return top === 'src' && rest.length > 0 ? `${top}/${folder}` : top
}

/** `handle` is the router's in a page, and ours in src/server/context/handler.ts. */
function isSharedName(name: string, paths: string[]): boolean {
  return sharedNames.has(name) && paths.every(path => placeOf(path).layer !== 'base')
}

function exportedNames(path: string, text: string): string[] {
  return parse(path, text).program.body.flatMap(statement => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.source) return []
    const { declaration, specifiers } = statement
    if (!declaration)
      return specifiers.flatMap(({ exported }) => (exported.type === 'Identifier' ? exported.name : []))
    if (declaration.type === 'VariableDeclaration')
      return declaration.declarations.flatMap(({ id }) => boundNames(id))
    return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : []
  })
}

function boundNames(pattern: ESTree.BindingPattern): string[] {
  if (pattern.type === 'Identifier') return [pattern.name]
  if (pattern.type !== 'ObjectPattern') return []
  return pattern.properties.flatMap(one =>
    one.type === 'Property' ? boundNames(one.value as ESTree.BindingPattern) : [],
  )
}

/** Places where an object literal is spread, which saves lines alone: its properties are to be written out. */
export function spreadLiterals(sources: Sources): string[] {
  return sourcesWith(sources, /\.\.\.[\s(]*\{/).flatMap(([path, text]) => {
    const lineOf = lineCounter(text)
    const found: string[] = []
    const check = ({ argument, start }: ESTree.SpreadElement | ESTree.JSXSpreadAttribute) => {
      if (isObjectLiteral(argument)) found.push(`${path}:${lineOf(start)}`)
    }
    new Visitor({ SpreadElement: check, JSXSpreadAttribute: check }).visit(parse(path, text).program)
    return found
  })
}

function isObjectLiteral(node: ESTree.Expression): boolean {
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return isObjectLiteral(node.expression)
    default:
      return node.type === 'ObjectExpression'
  }
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(match => match.index + 1)]
  return offset => starts.findLastIndex(start => start <= offset) + 1
}
