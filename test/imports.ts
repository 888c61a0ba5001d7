import * as fs from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'

/** The sources by path ("src/gift/api.ts"), so that the rules can be tried on files that do not exist. */
export type Sources = Map<string, string>

/** One import: `to` is a path of ours, or the name of a package. `types` are gone at run time. */
export type Import = { from: Place; to: Place; types: boolean }

/** Where a file stands in the house. */
export type Place = { path: string; room: string; feature?: string; kind?: string }

/** The features in their order: each may know the ones before it. */
export const features = [
  'account',
  'catalogue',
  'registry',
  'gift',
  'checkout',
  'giftcard',
  'invitation',
  'site',
]

const rooms: [RegExp, string][] = [
  [/^shop\//, 'embedded shop'],
  [/^src\/((main|demo)\.ts$|main\/)/, 'main'],
  [/^src\/(app|clock|events|front|routes|work)\.ts$/, 'door'],
  [/^src\/(root|entry\.\w+)\.tsx$/, 'frame'],
  [/^src\/base\//, 'base'],
  [/^src\/paraglide\//, 'words'],
  [/^src\/shop\/port\.ts$/, 'port'],
  [/^src\/shop\//, 'connector'],
  [/^src\/server\/tables\.ts$/, 'tables'],
  [/^src\/server\//, 'server'],
  [/^src\/ui\//, 'ui'],
]

const fromStatement =
  /^[ \t]*(?:import|export)\s+(type\s+)?(?:[\w$]+\s*,\s*)?(?:\{[^}]*\}|\*(?:\s+as\s+[\w$]+)?|[\w$]+)\s*from\s*['"]([^'"]+)['"]/gm
const effectStatement = /^[ \t]*import\s*()['"]([^'"]+)['"]/gm
const dynamicImport = /\bimport\s*\(\s*()['"`]([^'"`]+)['"`]/g

/** Reads every source file below the folders; tests, declarations and generated files follow no rules. */
export function readSources(folders: string[]): Sources {
  const files = folders.filter(fs.existsSync).flatMap(folder => {
    const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return names.map(name => join(folder, name.replaceAll('\\', '/')))
  })
  const wanted = files.filter(path => /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$|\/paraglide\//.test(path))
  return new Map(wanted.map(path => [path, fs.readFileSync(path, 'utf8')]))
}

/** Every import of every source: statements, exports from, and dynamic ones with a literal name. */
export function importsOf(sources: Sources): Import[] {
  return [...sources].flatMap(([path, text]) =>
    [fromStatement, effectStatement, dynamicImport].flatMap(pattern =>
      [...text.matchAll(pattern)]
        .filter(([, , name]) => !name!.includes('/+types/'))
        .map(([, type, name]) => ({
          from: placeOf(path),
          to: placeOf(resolved(path, name!)),
          types: Boolean(type),
        })),
    ),
  )
}

/** Chains of imports that come back to where they began; types are no chain, they are gone at run time. */
export function circles(imports: Import[]): string[] {
  const next = new Map<string, string[]>()
  for (const { from, to, types } of imports)
    if (!types) next.set(from.path, [...(next.get(from.path) ?? []), to.path])
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

function placeOf(path: string): Place {
  const room = rooms.find(([pattern]) => pattern.test(path))?.[1]
  if (room) return { path, room }
  const [, feature, rest] = /^src\/([^/]+)\/(.+)$/.exec(path) ?? []
  if (feature && rest && features.includes(feature))
    return { path, room: 'feature', feature, kind: kindOf(rest) }
  return { path, room: path.startsWith('src/') ? 'unknown' : 'elsewhere' }
}

/** `rules.ts`, `cart-rules.ts` and `rules/…` are rules; what does something (`orders.ts`) is api, what shows something is a page. */
function kindOf(rest: string): string {
  const named = /(?:^|-)(contract|rules|api|data|mail|pages)(?:\.tsx?$|\/)/.exec(rest)?.[1]
  return named ?? (rest.endsWith('.tsx') ? 'pages' : 'api')
}

function resolved(path: string, name: string): string {
  return name.startsWith('.') ? normalize(join(dirname(path), name.replace(/\?\w+$/, ''))) : name
}
