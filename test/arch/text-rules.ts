import { type ESTree, Visitor } from 'vite'
import { tablesOfRowWrites } from './query-rules.ts'
import { parse, placeOf, type Sources, sourcesWith } from './sources.ts'

/** Texts that the repository does not have, or must not speak of. */
const foreignTexts =
  /product\.md|spec\.md|house\.md|faults\.md|conventions\.md|style\.md|\bspec(?:ification)?s? ?§|§ ?\d|\bfaults? F\d|\(F\d{1,2}\)|\bdecision \d+|\bissue \d+/i

const citations = new RegExp(`${foreignTexts.source}|\\bR\\d{3,4}\\b`, 'i')

/** Comments and test titles that cite a text outside the repository, or a rule that docs/rules.md does not have. */
export function foreignCitations(sources: Sources, knownRules: Set<string>): string[] {
  return sourcesWith(sources, citations).flatMap(([path, text]) => {
    const { comments, program } = parse(path, text)
    const texts = [...comments.map(({ value }) => value), ...testTitles(program, text)]
    return texts.flatMap(value => {
      const foreign = foreignTexts.exec(value)
      const rules = [...value.matchAll(/\bR\d{3,4}\b/g)]
        .map(([rule]) => rule)
        .filter(rule => !knownRules.has(rule))
      return [
        ...(foreign ? [`${path} cites “${foreign[0]}”`] : []),
        ...rules.map(rule => `${path} cites ${rule}, which docs/rules.md does not have`),
      ]
    })
  })
}

/** The titles of tests and groups as they are written, `test.each(…)('…')` and `test.describe('…')` included. */
function testTitles(program: ESTree.Program, text: string): string[] {
  const titles: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      const isTitle = title && ['Literal', 'TemplateLiteral', 'BinaryExpression'].includes(title.type)
      if (isTitle && isTestFunction(callee)) titles.push(text.slice(title.start, title.end))
    },
  }).visit(program)
  return titles
}

/** Whether this is `test`, `it` or `describe`, or made from one, as `test.skip` and `test.each(…)` are. */
function isTestFunction(callee: ESTree.Expression): boolean {
  if (callee.type === 'Identifier') return ['test', 'it', 'describe'].includes(callee.name)
  if (callee.type === 'MemberExpression') return isTestFunction(callee.object)
  if (callee.type === 'CallExpression') return isTestFunction(callee.callee)
  return callee.type === 'TaggedTemplateExpression' && isTestFunction(callee.tag)
}

/** Texts of pages and e-mails with a middle dot that may start a line: a space that doesn't break has to stand before it. */
export function looseDots(sources: Sources): string[] {
  // Or written by its number.
  return sourcesWith(sources, /·|b7/i).flatMap(([path, text]) => {
    const found: string[] = []
    const check = (value: string) => {
      if (/(?<!\u00a0|&nbsp;)·/.test(value)) found.push(`${path} has “${value.trim()}”`)
    }
    new Visitor({
      JSXText: ({ start, end }) => check(text.slice(start, end)),
      Literal: ({ value }) => typeof value === 'string' && check(value),
      TemplateElement: ({ value }) => check(value.cooked ?? value.raw),
    }).visit(parse(path, text).program)
    return found
  })
}

/** Classes that underline a text by themselves: links have the two looks of `linkClasses`, and buttons their own. */
export function foreignLinkLooks(sources: Sources): string[] {
  const home = /^src\/ui\/(?:page\/link|form\/button)\.tsx$/
  const underlined = /(?<![:\w-])underline (?:[^\s"'`]+ )*?underline-offset-4/g
  return [...sources]
    .filter(([path]) => !home.test(path))
    .flatMap(([path, text]) => [...text.matchAll(underlined)].map(([classes]) => `${path} has “${classes}”`))
}

/** The ids of docs/rules.md. */
export function ruleIds(text: string): Set<string> {
  return new Set([...text.matchAll(/^\*\*(R\d{3,4})\b/gm)].map(([, id]) => id ?? ''))
}

/** Which feature (or the server) writes a table; everyone may read it. */
export type TableOwners = Record<string, string>

const builderWrite = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g
const sqlWrite = /\b(?:insert\s+into|update|delete\s+from|truncate)\s+(?:only\s+)?(\w+)/gi

/** Writes to a table of another feature, each with its file. */
export function foreignWrites(sources: Sources, owners: TableOwners): string[] {
  return [...sources].flatMap(([path, text]) => {
    const { feature, layer } = placeOf(path)
    const writer = feature ?? layer
    const written = [
      ...text.matchAll(builderWrite),
      ...sqlTexts(text).flatMap(one => [...one.matchAll(sqlWrite)]),
    ].map(([, table]) => table ?? '')
    const tables = new Set([...written, ...tablesOfRowWrites(path, text)].filter(table => table in owners))
    return [...tables]
      .filter(table => owners[table] !== writer)
      .map(table => `${path} writes ${table}, which belongs to ${owners[table]}`)
  })
}

/** The SQL templates of a source. */
function sqlTexts(text: string): string[] {
  return [...text.matchAll(/\bsql(?:<[^`]*?>)?`([^`]*)`/g)].map(([, sql]) => sql ?? '')
}

/** Paths in backticks that a document names and the repository does not have; `<…>` and `…` stand for any name. */
export function missingPaths(document: string, text: string, exists: (path: string) => boolean): string[] {
  const named = [
    ...text.matchAll(
      /`((?:src|shop|test|e2e|bench|docs|migrations|messages|tools|deploy|public)\/[\w./-]*)`/g,
    ),
  ]
  return named
    .map(([, path]) => path ?? '')
    .filter(path => !exists(path))
    .map(path => `${document} names ${path}`)
}
