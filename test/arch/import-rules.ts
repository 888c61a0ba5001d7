import { features, type Import, type Place } from './sources.ts'

/** A rule of who may import whom: the sentence, and whether an import breaks it. */
export type Rule = { sentence: string; breaks(one: Import): boolean }

const isOurs = ({ path }: Place) => /^(src|shop)\//.test(path)
const isPure = ({ kind }: Place) => kind === 'contract' || kind === 'rules'
const isSeen = ({ kind, layer }: Place) => kind === 'pages' || kind === 'letters' || layer === 'page frame'
const isIn = (place: Place, ...layers: Place['layer'][]) => layers.includes(place.layer)
const isSameFeature = (one: Place, other: Place) => one.feature === other.feature
const isOwnOrEarlier = (one: Place, than: Place) =>
  features.indexOf(one.feature ?? '') <= features.indexOf(than.feature ?? '')

/** The calls of the console have no contract: its pages know them by their types, which are gone at run time. */
const isTypeOfConsole = ({ from, to, isType }: Import) =>
  isType && from.feature === 'console' && from.kind === 'pages' && to.path === 'src/app/console-calls.ts'

export const rules: Rule[] = [
  {
    sentence: 'base imports nothing of ours, and of others zod and lru-cache only',
    breaks: ({ from, to }) =>
      isIn(from, 'base') && !isIn(to, 'base') && !/^(zod(\/|$)|lru-cache$)/.test(to.path),
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
    sentence: 'SQL imports tables, base, contracts, rules, and SQL of its own and earlier features only',
    breaks: one => one.from.kind === 'sql' && isOurs(one.to) && !maySql(one),
  },
  {
    sentence:
      'nouns import contracts, rules, nouns and SQL of their own and earlier features, their own letters, the port, base, tables, and of the server types and `context/`',
    breaks: one => one.from.kind === 'noun' && isOurs(one.to) && !mayDo(one),
  },
  {
    sentence:
      'pages and letters import contracts, rules, messages, ui, base and other pages only; those of the console also the types of its calls',
    breaks: one =>
      isSeen(one.from) &&
      isOurs(one.to) &&
      !isIn(one.to, 'base', 'messages', 'ui') &&
      !isPure(one.to) &&
      !isSeen(one.to) &&
      !isTypeOfConsole(one),
  },
  {
    sentence: 'pages and letters do not import one another',
    breaks: ({ from, to }) =>
      isSeen(from) && isSeen(to) && (from.kind === 'letters') !== (to.kind === 'letters'),
  },
  {
    sentence: 'server never imports a feature, nor an entrance',
    breaks: ({ from, to }) =>
      isIn(from, 'server', 'tables') && isIn(to, 'feature', 'entrance', 'main', 'page frame'),
  },
  {
    sentence: 'ui imports base and messages only',
    breaks: ({ from, to }) => isIn(from, 'ui') && isOurs(to) && !isIn(to, 'ui', 'base', 'messages'),
  },
  {
    sentence: 'only entrances know the connector; everyone else sees src/shop/port.ts',
    breaks: ({ from, to }) => isIn(to, 'connector') && !isIn(from, 'connector', 'entrance', 'main'),
  },
  {
    sentence: 'the port and the connector import base and one another only',
    breaks: ({ from, to }) =>
      isIn(from, 'port', 'connector') && isOurs(to) && !isIn(to, 'port', 'connector', 'base'),
  },
  {
    sentence: 'the embedded shop imports nothing from src',
    breaks: ({ from, to }) => isIn(from, 'embedded shop') && to.path.startsWith('src/'),
  },
  {
    sentence: 'only main knows that the embedded shop exists',
    breaks: ({ from, to }) => isIn(to, 'embedded shop') && !isIn(from, 'embedded shop', 'main'),
  },
  {
    sentence: 'nobody imports an entrance, but main and other entrances',
    breaks: one =>
      isIn(one.to, 'entrance', 'main', 'page frame') &&
      !isIn(one.from, 'main', 'entrance') &&
      !(one.isType && isSeen(one.from) && isIn(one.to, 'page frame')) &&
      !isTypeOfConsole(one),
  },
  {
    sentence: 'every folder of src is a layer, and every file of a feature has a kind',
    breaks: ({ from, to }) =>
      [from, to].some(place => isIn(place, 'unknown') || (isIn(place, 'feature') && !place.kind)),
  },
]

/** The rules that the imports break, one sentence each with the place. */
export function brokenRules(imports: Import[]): string[] {
  return imports.flatMap(one =>
    rules
      .filter(rule => rule.breaks(one))
      .map(rule => `${one.from.path} imports ${one.to.path}: ${rule.sentence}`),
  )
}

function maySql({ from, to, isType }: Import): boolean {
  if (isIn(to, 'base', 'tables') || isPure(to)) return true
  if (isIn(to, 'port')) return isType
  return to.kind === 'sql' && isOwnOrEarlier(to, from)
}

function mayDo({ from, to, isType }: Import): boolean {
  if (isIn(to, 'base', 'port', 'tables') || isPure(to)) return true
  if (isIn(to, 'server')) return isType || to.path.startsWith('src/server/context/')
  if (to.kind === 'sql' || to.kind === 'noun') return isOwnOrEarlier(to, from)
  return to.kind === 'letters' && isSameFeature(from, to)
}
