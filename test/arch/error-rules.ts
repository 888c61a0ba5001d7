import { type ESTree, Visitor } from 'vite'
import { parse, type Sources, sourcesWith } from './sources.ts'

/** Errors that are dropped without a sentence that says why: an empty `catch`, or a `.catch` that makes nothing of its error. */
export function swallowedErrors(sources: Sources): string[] {
  return sourcesWith(sources, /catch/).flatMap(([path, text]) => {
    const { comments, program } = parse(path, text)
    const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
    const explained = new Set(
      comments.flatMap(({ start, end }) => [lineOf(start), lineOf(end), lineOf(end) + 1]),
    )
    const found: number[] = []
    new Visitor({
      CatchClause: ({ body, start }) => {
        if (body.body.length === 0) found.push(start)
      },
      CallExpression: ({ callee, arguments: [handler], end }) => {
        const isCatch = callee.type === 'MemberExpression' && /^catch$/.test(nameOf(callee.property))
        if (isCatch && handler && isDropping(handler)) found.push(end)
      },
    }).visit(program)
    return found
      .map(lineOf)
      .filter(line => !explained.has(line))
      .map(line => `${path}:${line}`)
  })
}

const nameOf = (node: ESTree.Node): string => (node.type === 'Identifier' ? node.name : '')

/** Whether it takes no error and does nothing at all. */
function isDropping(handler: ESTree.Argument): boolean {
  if (handler.type !== 'ArrowFunctionExpression' || handler.params.length > 0) return false
  return handler.body.type === 'BlockStatement' && handler.body.body.length === 0
}

/** Places that write to the console instead of the log. */
export function consoleUses(sources: Sources): string[] {
  return sourcesWith(sources, /console/).flatMap(([path, text]) => {
    const found: string[] = []
    new Visitor({
      MemberExpression: ({ object }) => {
        if (nameOf(object) === 'console') found.push(path)
      },
    }).visit(parse(path, text).program)
    return found
  })
}
