import { type ESTree, Visitor } from 'vite'
import { parse, placeOf, type Sources } from './sources.ts'

const home = 'src/server/postgres/rows.ts'
/** Its functions; their second argument is the table. */
const rowReads = ['findRow', 'getRow', 'findRows', 'countRows']
const rowWrites = ['insertRow', 'insertNewRow', 'saveRow', 'saveRows', 'updateRows', 'deleteRows']
const builders = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto']

/** SQL outside of nouns, `.sql.ts` and the server, where only the functions for rows are called; and calls of these that name no table. */
export function looseQueries(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    const { kind } = placeOf(path)
    const hasSql = kind === 'sql' || kind === 'noun' || path.startsWith('src/server/')
    const found: string[] = []
    new Visitor({
      CallExpression: node => {
        if (
          !hasSql &&
          node.callee.type === 'MemberExpression' &&
          builders.includes(nameOf(node.callee.property))
        )
          found.push(`${path} has a query; it belongs into a noun, a .sql file or the server`)
        if (path !== home && [...rowReads, ...rowWrites].includes(nameOf(node.callee)) && !tableOf(node))
          found.push(`${path} calls ${nameOf(node.callee)} without the name of a table`)
      },
      TaggedTemplateExpression: ({ tag, quasi }) => {
        const isQuery = /^\s*(select|with|insert|update|delete)\b/i.test(quasi.quasis[0]?.value.raw ?? '')
        if (!hasSql && isQuery && nameOf(tag) === 'sql')
          found.push(`${path} has SQL; it belongs into a noun, a .sql file or the server`)
      },
    }).visit(parse(path, text).program)
    return found
  })
}

/** The tables that a source writes by the functions for rows. */
export function tablesOfRowWrites(path: string, text: string): string[] {
  if (!rowWrites.some(name => text.includes(name))) return []
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

/** Queries of the console that answer with columns that they do not name: no whitelist stands between them and a page. */
export function unnamedColumns(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (placeOf(path).feature !== 'console') return []
    const found: string[] = []
    const report = ({ start }: ESTree.Span, what: string) =>
      found.push(
        `${path}:${text.slice(0, start).split('\n').length} ${what}; a query of the console selects by name`,
      )
    new Visitor({
      CallExpression: node => {
        const method = node.callee.type === 'MemberExpression' ? node.callee : undefined
        if (/^(selectAll|returningAll)$/.test(nameOf(method?.property ?? node)))
          report(node, 'asks for all columns')
        if (rowReads.slice(0, 3).includes(nameOf(node.callee)) && !hasColumns(node))
          report(node, `calls ${nameOf(node.callee)} without columns`)
        const query = method?.object.type === 'TaggedTemplateExpression' ? method.object.quasi : undefined
        if (query && nameOf(method?.property ?? node) === 'execute' && hasStar(query.quasis))
          report(query, 'selects *')
      },
    }).visit(parse(path, text).program)
    return found
  })
}

function hasColumns({ callee, arguments: [, , options, columns] }: ESTree.CallExpression): boolean {
  if (nameOf(callee) !== 'findRows') return columns !== undefined
  return (
    options?.type === 'ObjectExpression' &&
    options.properties.some(one => one.type === 'Property' && nameOf(one.key) === 'columns')
  )
}

/** Whether a statement answers with `*`; one within parentheses is of rows that the statement itself names. */
function hasStar(quasis: ESTree.TemplateElement[]): boolean {
  let statement = quasis.map(({ value }) => value.raw).join('?')
  for (let former = ''; former !== statement; ) {
    former = statement
    statement = statement.replace(/\([^()]*\)/g, '')
  }
  return /(?:select|returning|,|\.)\s*\*/i.test(statement)
}
