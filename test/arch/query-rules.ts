import { type ESTree, Visitor } from 'vite'
import { parse, placeOf, type Sources } from './sources.ts'

const home = 'src/server/postgres/rows.ts'
/** Its functions; their second argument is the table. */
const rowReads = ['findRow', 'getRow', 'findRows', 'countRows']
const rowWrites = ['insertRow', 'insertNewRow', 'saveRow', 'updateRows', 'deleteRows']
const builders = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto']

/** SQL outside of data files, where only the functions for rows are called; and calls of these that name no table. */
export function looseQueries(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    const { layer, kind } = placeOf(path)
    const hasSql = kind === 'data' || layer !== 'feature'
    const found: string[] = []
    new Visitor({
      CallExpression: node => {
        if (
          !hasSql &&
          node.callee.type === 'MemberExpression' &&
          builders.includes(nameOf(node.callee.property))
        )
          found.push(`${path} has a query; it belongs into a data file`)
        if (path !== home && [...rowReads, ...rowWrites].includes(nameOf(node.callee)) && !tableOf(node))
          found.push(`${path} calls ${nameOf(node.callee)} without the name of a table`)
      },
      TaggedTemplateExpression: ({ tag, quasi }) => {
        const isQuery = /^\s*(select|with|insert|update|delete)\b/i.test(quasi.quasis[0]?.value.raw ?? '')
        if (!hasSql && isQuery && nameOf(tag) === 'sql')
          found.push(`${path} has SQL; it belongs into a data file`)
      },
    }).visit(parse(path, text).program)
    return found
  })
}

/** The tables that a source writes by the functions for rows. */
export function tablesOfRowWrites(path: string, text: string): string[] {
  const tables: string[] = []
  new Visitor({
    CallExpression: node => {
      const table = rowWrites.includes(nameOf(node.callee)) && tableOf(node)
      if (table) tables.push(table)
    },
  }).visit(parse(path, text).program)
  return tables
}

function tableOf({ arguments: [, table] }: ESTree.CallExpression): string | undefined {
  return table?.type === 'Literal' && typeof table.value === 'string' ? table.value : undefined
}

const nameOf = (node: ESTree.Node): string => (node.type === 'Identifier' ? node.name : '')
