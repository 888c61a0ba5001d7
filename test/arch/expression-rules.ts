import { type ESTree, Visitor } from 'vite'
import { parse, type Sources, sourcesWith } from './sources.ts'

/** A regular expression of the code, and where it stands (path and line). */
export interface Expression {
  pattern: string
  flags: string
  places: string[]
}

/** Every regular expression literal, each once. */
export function expressionsOf(sources: Sources): Expression[] {
  const found = new Map<string, Expression>()
  for (const [path, text] of sources)
    new Visitor({
      Literal: node => {
        if (!('regex' in node)) return
        const { pattern, flags } = node.regex
        const one = found.get(`/${pattern}/${flags}`) ?? { pattern, flags, places: [] }
        one.places.push(placeIn(path, text, node.start))
        found.set(`/${pattern}/${flags}`, one)
      },
    }).visit(parse(path, text).program)
  return [...found.values()]
}

/** Where expressions are made of text at run time, which nothing can check before. */
export function builtExpressions(sources: Sources): string[] {
  const found: string[] = []
  for (const [path, text] of sourcesWith(sources, /RegExp/)) {
    const note = ({ callee, start }: { callee: ESTree.Expression; start: number }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') found.push(placeIn(path, text, start))
    }
    new Visitor({ NewExpression: note, CallExpression: note }).visit(parse(path, text).program)
  }
  return found
}

/** Calls of `normalize` with a form, which takes the square of the number of marks on one letter. */
export function unboundedNormalizing(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) =>
    [...text.matchAll(/\.normalize\(/g)].map(({ index }) => placeIn(path, text, index)),
  )
}

function placeIn(path: string, text: string, index: number): string {
  return `${path}:${text.slice(0, index).split('\n').length}`
}
