import * as fs from 'node:fs'
import type { Profiler } from 'node:inspector'
import { fileURLToPath } from 'node:url'

/** Where time goes: what is done, and by which code; a part of ours is named by its folder. */
export interface Spent {
  part: string
  /** `function, file:line`, by the source where the bundle names it. */
  place: string
  micros: number
}

/** Parts by the package whose code runs; what Node does for it counts as its own. */
const packageParts: [part: string, packages: RegExp][] = [
  ['React renders', /^(react|react-dom|scheduler)$/],
  ['the router', /^(react-router|@react-router\/.*)$/],
  ['asks the database', /^(pg|pg-.*|postgres-.*|kysely)$/],
  ['HTTP', /^(hono|@hono\/.*)$/],
  ['checks by schemas', /^zod$/],
]
const sourceParts: [part: string, path: RegExp][] = [
  ['texts of messages', /paraglide/],
  ['components', /\/pages\/|^src\/(ui|root|entry)/],
  ['plumbing', /^src\/(server|[\w.-]+$)/],
  ['handlers, rules, data', /^src\//],
]

/** The time of a profile by part and place; with what other processes did meanwhile, so only its shares count. */
export function findSpent(profile: Profiler.Profile): Spent[] {
  const nodes = new Map(profile.nodes.map(node => [node.id, node]))
  const parents = new Map(profile.nodes.flatMap(node => (node.children ?? []).map(child => [child, node])))
  const partOf = (node: Profiler.ProfileNode | undefined): string => {
    if (!node) return 'Node and the system'
    const { functionName, url } = node.callFrame
    if (functionName === '(garbage collector)') return 'garbage collection'
    return findPart(node) ?? (url.startsWith('node:') || url === '' ? partOf(parents.get(node.id)) : 'other')
  }
  const spent = new Map<number, number>()
  for (const [index, id] of (profile.samples ?? []).entries())
    spent.set(id, (spent.get(id) ?? 0) + (profile.timeDeltas?.[index] ?? 0))
  return [...spent].flatMap(([id, micros]) => {
    const node = nodes.get(id)
    return node && !isAside(node) ? [{ part: partOf(node), place: placeOf(node), micros }] : []
  })
}

/** Waiting, and what recording itself takes. */
const isAside = ({ callFrame: { functionName, url } }: Profiler.ProfileNode) =>
  functionName === '(idle)' || url.startsWith('node:inspector')

function findPart(node: Profiler.ProfileNode): string | undefined {
  const { url } = node.callFrame
  const packageName = /node_modules\/((?:@[\w.-]+\/)?[\w.-]+)/.exec(url)?.[1]
  if (packageName) return packageParts.find(([, packages]) => packages.test(packageName))?.[0] ?? packageName
  const source = url.startsWith('file:') ? sourceOf(node).file : ''
  return sourceParts.find(([, path]) => path.test(source))?.[0]
}

function placeOf(node: Profiler.ProfileNode): string {
  const { functionName, url } = node.callFrame
  const { file, line } = sourceOf(node)
  const name = functionName || '(anonymous)'
  return url === '' ? name : `${name}, ${file}:${line}`
}

const bundles = new Map<string, string[]>()

/** The source of a place in the bundle, whose parts begin with a comment that is their path. */
function sourceOf({ callFrame: { url, lineNumber } }: Profiler.ProfileNode): { file: string; line: number } {
  const file = url.replace(/^.*\/node_modules\//, '')
  if (!url.startsWith('file:') || url.includes('/node_modules/')) return { file, line: lineNumber + 1 }
  const path = fileURLToPath(url)
  const lines = bundles.get(path) ?? fs.readFileSync(path, 'utf8').split('\n')
  bundles.set(path, lines)
  for (let line = lineNumber; line >= 0; line--) {
    const source = /^\/\/ (src\/\S+)/.exec(lines[line] ?? '')?.[1]
    if (source) return { file: source, line: lineNumber - line }
  }
  return { file: path.slice(process.cwd().length + 1), line: lineNumber + 1 }
}
