import * as fs from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { type ESTree, parseSync, Visitor } from 'vite'

/** The sources by path ("src/gift/gift.ts"), so that the rules can be tried on files that do not exist. */
export type Sources = Map<string, string>

/** One import: `to` is a path of ours, or the name of a package. `isType` ones are gone at run time. */
export type Import = { from: Place; to: Place; isType: boolean }

/** Where a file belongs. */
export type Place = { path: string; layer: Layer; feature?: string; kind?: Kind }

export type Layer =
  | 'embedded shop'
  | 'main'
  | 'entrance'
  | 'page frame'
  | 'base'
  | 'messages'
  | 'port'
  | 'connector'
  | 'tables'
  | 'server'
  | 'ui'
  | 'feature'
  | 'elsewhere'
  | 'unknown'

/** What a file of a feature holds: pure parts, SQL alone, letters, pages, or a noun: its commands, calls, jobs and short SQL. */
export type Kind = 'contract' | 'rules' | 'sql' | 'letters' | 'pages' | 'noun'

/** The features in their order: each may use the ones before it. */
export const features = [
  'account',
  'catalogue',
  'registry',
  'gift',
  'checkout',
  'orders',
  'money',
  'invitation',
  'site',
  'console',
]

const layers: [RegExp, Layer][] = [
  [/^shop\//, 'embedded shop'],
  [/^src\/(main\.ts$|main\/|demo\/start\.ts$)/, 'main'],
  [/^src\/(root|entry\.\w+)\.tsx$/, 'page frame'],
  [/^src\/([\w-]+\.ts$|app\/)/, 'entrance'],
  [/^src\/(base|data)\//, 'base'],
  [/^src\/paraglide\//, 'messages'],
  [/^src\/shop\/port[\w-]*\.ts$/, 'port'],
  [/^src\/shop\/bigcommerce\//, 'connector'],
  [/^src\/server\/postgres\/(tables|tables\.generated|columns|rows|life|life-data|prepared)\.ts$/, 'tables'],
  [/^src\/(server|demo)\//, 'server'],
  [/^src\/ui\//, 'ui'],
]

/** Reads every source file below the folders; declarations and generated files follow no rules, tests neither. */
export function readSources(
  folders: string[],
  wanted = /^(?!.*\.(test|d|generated)\.tsx?$).*\.tsx?$/,
): Sources {
  const files = folders.filter(fs.existsSync).flatMap(folder => {
    const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return names.map(name => join(folder, name.replaceAll('\\', '/')))
  })
  const kept = files.filter(path => wanted.test(path) && !path.includes('/paraglide/'))
  return new Map(kept.map(path => [path, fs.readFileSync(path, 'utf8')]))
}

/** Those of the sources that have such words, as parsing takes as long as all rules together. */
export const sourcesWith = (sources: Sources, words: RegExp) =>
  [...sources].filter(([, text]) => words.test(text))

export function parse(path: string, text: string) {
  return parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
}

/** Every import of every source: statements, exports from, types in `import('…')`, and dynamic ones with a literal name. */
export function importsOf(sources: Sources): Import[] {
  return [...sources].flatMap(([path, text]) =>
    namedModules(path, text)
      .filter(({ name }) => !name.includes('/+types/'))
      .map(({ name, isType }) => ({ from: placeOf(path), to: placeOf(resolve(path, name)), isType })),
  )
}

function namedModules(path: string, text: string): { name: string; isType: boolean }[] {
  const found: { name: string; isType: boolean }[] = []
  const add = (name: string, isType = false) => void found.push({ name, isType })
  const { program } = parse(path, text)
  new Visitor({
    ImportDeclaration: node =>
      add(node.source.value, node.importKind === 'type' || onlyTypes(node.specifiers)),
    ExportNamedDeclaration: node => node.source && add(node.source.value, node.exportKind === 'type'),
    ExportAllDeclaration: node => add(node.source.value, node.exportKind === 'type'),
    ImportExpression: node =>
      node.source.type === 'Literal' && typeof node.source.value === 'string' && add(node.source.value),
    TSImportType: node => add(node.source.value, true),
  }).visit(program)
  return found
}

function onlyTypes(specifiers: ESTree.ImportDeclarationSpecifier[]): boolean {
  return (
    specifiers.length > 0 &&
    specifiers.every(one => one.type === 'ImportSpecifier' && one.importKind === 'type')
  )
}

/** Chains of imports that come back to where they began, types included; each circle once. */
export function circles(imports: Import[]): string[] {
  const next = new Map<string, string[]>()
  for (const { from, to } of imports) next.set(from.path, [...(next.get(from.path) ?? []), to.path])
  const done = new Set<string>()
  const found: string[] = []
  const walk = (path: string, trail: string[]) => {
    const start = trail.indexOf(path)
    if (start >= 0) found.push([...trail.slice(start), path].join(' → '))
    if (start >= 0 || done.has(path)) return
    for (const to of next.get(path) ?? []) walk(to, [...trail, path])
    done.add(path)
  }
  for (const path of next.keys()) walk(path, [])
  return found
}

export function placeOf(path: string): Place {
  const layer = layers.find(([pattern]) => pattern.test(path))?.[1]
  if (layer) return { path, layer }
  const [, feature, rest] = /^src\/([\w-]+)\/(.+)$/.exec(path) ?? []
  if (feature && rest && features.includes(feature)) {
    const kind = kindOf(rest)
    return { path, layer: 'feature', feature, ...(kind && { kind }) }
  }
  return { path, layer: path.startsWith('src/') ? 'unknown' : 'elsewhere' }
}

/**
 * `cart.rules.ts` are rules, `gift.sql.ts` is SQL; everything below `pages/` is a page; a name without such a word is a
 * noun, and its calls or jobs alone are one. Undefined for another word.
 */
function kindOf(rest: string): Kind | undefined {
  if (rest.startsWith('pages/')) return 'pages'
  if (rest === 'letters.ts' || rest === 'letters.tsx') return 'letters'
  const found = /^(?:[\w-]+\/)?[\w-]+(?:\.(\w+))?\.ts$/.exec(rest)
  const word = found && (found[1] ?? 'noun')
  if (word === 'contract' || word === 'rules' || word === 'sql') return word
  return word && ['noun', 'calls', 'jobs'].includes(word) ? 'noun' : undefined
}

function resolve(path: string, name: string): string {
  return name.startsWith('.') ? normalize(join(dirname(path), name.replace(/\?\w+$/, ''))) : name
}

/** Everything that a program loads that begins with these files, themselves too; types are gone by then. */
export function loadedFrom(entrances: string[], imports: Import[]): Set<string> {
  const loaded = new Set(entrances)
  for (const path of loaded)
    for (const { from, to, isType } of imports) if (from.path === path && !isType) loaded.add(to.path)
  return loaded
}
