/** Part of a program, as the bundler's parser gives it. */
export interface Node {
  type: string
  start: number
  end: number
}
/** A part of a text that is replaced; one that begins and ends at the same place adds to it. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** Everything that the code consists of, what is outside before what is inside it. */
export function allNodes(node: object): Node[] {
  const inside = Object.values(node).flatMap((value: unknown) =>
    value && typeof value === 'object' ? allNodes(value) : [],
  )
  return 'type' in node && 'start' in node ? [node as Node, ...inside] : inside
}

/** What lies in something that is left out goes with it. */
export function applyEdits(code: string, edits: Edit[]): string {
  const inOrder = edits.toSorted((one, other) => one.start - other.start || other.end - one.end)
  let result = ''
  let done = 0
  for (const { start, end, text } of inOrder) {
    if (start < done) continue
    result += code.slice(done, start) + text
    done = end
  }
  return result + code.slice(done)
}
