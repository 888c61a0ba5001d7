import type { Plugin } from 'vite'
import { allNodes, applyEdits, type Edit, type Node } from './syntax-tree.config.ts'
import { answeringNull, modulesOfComponents, unusedFunctions, unusedTags } from './unused-functions.config.ts'

/** Empties those functions in what browsers load; fails when a package has them no longer. */
export function leaveOutUnused(): Plugin {
  return {
    name: 'leave-out-unused',
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',
    transform(code, id) {
      const file = Object.keys(unusedFunctions).find(path => id.endsWith(`/node_modules/${path}`))
      if (!file) return null
      const nodes = allNodes(this.parse(code))
      const edits = [
        ...emptyFunctions(nodes, code, unusedFunctions[file] ?? []),
        ...leaveOutCases(nodes, unusedTags[file] ?? []),
        ...(modulesOfComponents.includes(file) ? markComponentsPure(nodes, code) : []),
      ]
      return { code: applyEdits(code, edits), map: null }
    },
  }
}

interface FunctionNode extends Node {
  id: { name: string } | null
  body: Node
}
/** `exports.name = function () {…}`, `Name.prototype.method = function () {…}` */
interface AssignmentNode extends Node {
  left: Node & { object?: Node }
  right: FunctionNode
}
interface SwitchNode extends Node {
  discriminant: Node & { property?: { name?: string } }
  cases: CaseNode[]
}
interface CaseNode extends Node {
  test: { value?: unknown } | null
  consequent: Node[]
}
interface DeclaratorNode extends Node {
  id: { name: string }
}
function emptyFunctions(nodes: Node[], code: string, names: string[]): Edit[] {
  const functions = nodes.flatMap(node => findFunction(code, node))
  return names.flatMap(name => {
    const matches = functions.filter(one => one.names.includes(name))
    if (matches.length === 0) throw new Error(`${name} is not there to be left out`)
    const text = answeringNull.includes(name) ? '{return null}' : '{}'
    return matches.map(({ body: { start, end } }) => ({ start, end, text }))
  })
}

/** A declared function by its name; one that is set on an object by `object.name`, and on a prototype by that too. */
function findFunction(code: string, node: Node): { names: string[]; body: Node }[] {
  if (node.type === 'FunctionDeclaration') {
    const { id, body } = node as FunctionNode
    return [{ names: id ? [id.name] : [], body }]
  }
  if (node.type !== 'AssignmentExpression') return []
  const { left, right } = node as AssignmentNode
  if (right.type !== 'FunctionExpression' || !left.object) return []
  const text = ({ start, end }: Node) => code.slice(start, end)
  return [{ names: [text(left), text(left.object)], body: right.body }]
}

const ends = ['BreakStatement', 'ReturnStatement', 'ThrowStatement', 'ContinueStatement']

/** Without those cases of each `switch` over a tag, unless the case before goes on into one. */
function leaveOutCases(nodes: Node[], tags: number[]): Edit[] {
  const switches = nodes.filter(node => node.type === 'SwitchStatement') as SwitchNode[]
  return switches
    .filter(({ discriminant }) => discriminant.property?.name === 'tag')
    .flatMap(({ cases }) => {
      const leftOut = cases.filter((one, at) => isLeftOut(one, cases[at - 1], tags))
      const edits = leftOut.map(({ start, end }) => ({ start, end, text: '' }))
      return [
        ...edits,
        ...keepVariables(
          leftOut,
          cases.findLast(one => !leftOut.includes(one)),
        ),
      ]
    })
}

/** What is declared by `var` in one case is there in the others too. */
function keepVariables(leftOut: CaseNode[], kept: CaseNode | undefined): Edit[] {
  const declared = leftOut.flatMap(allNodes).filter(({ type }) => type === 'VariableDeclarator')
  const names = (declared as DeclaratorNode[]).map(({ id }) => id.name)
  if (names.length === 0) return []
  if (!kept) throw new Error(`nothing is left of a switch that declares ${names.join()}`)
  return [{ start: kept.end, end: kept.end, text: ` var ${names.join()};` }]
}

function isLeftOut({ test, consequent }: CaseNode, before: CaseNode | undefined, tags: number[]): boolean {
  if (!tags.includes(Number(test?.value))) return false
  const isEntered = before !== undefined && !ends.includes(before.consequent.at(-1)?.type ?? '')
  return consequent.length === 0 || !isEntered
}

/** Tells the bundler that making a component does nothing else; without the names that are set on them for React's tools. */
function markComponentsPure(nodes: Node[], code: string): Edit[] {
  return nodes.flatMap(({ type, start, end }) => {
    const text = code.slice(start, end)
    if (type === 'CallExpression' && /^[\w$.]+\.forwardRef\(/.test(text))
      return [{ start, end: start, text: '/* @__PURE__ */ ' }]
    if (type === 'ExpressionStatement' && /^\w+\.displayName =/.test(text)) return [{ start, end, text: '' }]
    return []
  })
}
