import { features, type Import, type Place } from './imports.ts'

/** A rule of who may import whom: the sentence, and whether an import breaks it. */
export type Rule = { sentence: string; breaks(one: Import): boolean }

const isOurs = ({ path }: Place) => /^(src|shop)\//.test(path)
const isPure = ({ kind }: Place) => kind === 'contract' || kind === 'rules'
const isPage = ({ kind, room }: Place) => kind === 'pages' || kind === 'mail' || room === 'frame'
const isIn = (place: Place, ...rooms: string[]) => rooms.includes(place.room)
const isEarlier = (one: Place, than: Place) =>
  features.indexOf(one.feature!) < features.indexOf(than.feature!)
const isSame = (one: Place, other: Place) => one.feature === other.feature

export const rules: Rule[] = [
  {
    sentence: 'base imports nothing of ours, and of others zod only',
    breaks: ({ from, to }) => from.room === 'base' && to.room !== 'base' && !/^zod(\/|$)/.test(to.path),
  },
  {
    sentence: 'contracts and rules import base and other contracts and rules only',
    breaks: ({ from, to }) => isPure(from) && isOurs(to) && !isIn(to, 'base') && !isPure(to),
  },
  {
    sentence: 'contracts and rules use no database, no server and no part of Node',
    breaks: ({ from, to }) => isPure(from) && /^(node:|pg$|pg-boss$|kysely|hono|@hono\/|react)/.test(to.path),
  },
  {
    sentence: "data imports tables, base and its own feature's contract, rules and data only",
    breaks: ({ from, to, types }) => from.kind === 'data' && isOurs(to) && !mayData(from, to, types),
  },
  {
    sentence:
      'api imports contracts and rules, its own data and mail, data of earlier features, the port, base, and of server types and serve.ts only',
    breaks: one => one.from.kind === 'api' && isOurs(one.to) && !mayApi(one),
  },
  {
    sentence:
      'pages and mail import contracts, rules, words, ui, base and other pages only; never api, data or server',
    breaks: ({ from, to }) =>
      isPage(from) && isOurs(to) && !isIn(to, 'base', 'words', 'ui') && !isPure(to) && !isPage(to),
  },
  {
    sentence: 'pages and mail do not import one another',
    breaks: ({ from, to }) => isPage(from) && isPage(to) && (from.kind === 'mail') !== (to.kind === 'mail'),
  },
  {
    sentence: 'server never imports a feature, nor the doors',
    breaks: ({ from, to }) => isIn(from, 'server', 'tables') && isIn(to, 'feature', 'door', 'main', 'frame'),
  },
  {
    sentence: 'ui imports base and words only',
    breaks: ({ from, to }) => from.room === 'ui' && isOurs(to) && !isIn(to, 'ui', 'base', 'words'),
  },
  {
    sentence: 'only the doors know the connector; everyone else sees src/shop/port.ts',
    breaks: ({ from, to }) => to.room === 'connector' && !isIn(from, 'connector', 'door', 'main'),
  },
  {
    sentence: 'the port and the connector import base and one another only',
    breaks: ({ from, to }) =>
      isIn(from, 'port', 'connector') && isOurs(to) && !isIn(to, 'port', 'connector', 'base'),
  },
  {
    sentence: 'the embedded shop imports nothing from src',
    breaks: ({ from, to }) => from.room === 'embedded shop' && to.path.startsWith('src/'),
  },
  {
    sentence: 'only src/main.ts knows that the embedded shop exists',
    breaks: ({ from, to }) => to.room === 'embedded shop' && !isIn(from, 'embedded shop', 'main'),
  },
  {
    sentence: 'nobody imports the doors, but main imports the app, and pages the types of the frame',
    breaks: ({ from, to, types }) =>
      isIn(to, 'door', 'main', 'frame') &&
      !isIn(from, 'main', 'door') &&
      !(types && isPage(from) && to.room === 'frame'),
  },
  {
    sentence: 'every folder of src is a room of the house',
    breaks: ({ from, to }) => from.room === 'unknown' || to.room === 'unknown',
  },
]

/** The rules that the imports break, one sentence each with the place. */
export function broken(imports: Import[]): string[] {
  return imports.flatMap(one =>
    rules
      .filter(rule => rule.breaks(one))
      .map(rule => `${one.from.path} imports ${one.to.path}: ${rule.sentence}`),
  )
}

function mayData(from: Place, to: Place, types: boolean): boolean {
  if (isIn(to, 'base', 'tables')) return true
  if (isIn(to, 'port')) return types
  const known = to.kind === 'data' || isPure(to)
  return known && isSame(from, to)
}

function mayApi({ from, to, types }: Import): boolean {
  if (isIn(to, 'base', 'port') || isPure(to)) return true
  if (isIn(to, 'server', 'tables')) return types || to.path === 'src/server/serve.ts'
  if (to.kind === 'data') return isSame(from, to) || isEarlier(to, from)
  return isSame(from, to) && (to.kind === 'api' || to.kind === 'mail')
}
