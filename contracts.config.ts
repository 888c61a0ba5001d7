import type { Plugin } from 'vite'
import { allNodes, applyEdits, type Edit, type Node } from './syntax-tree.config.ts'

/**
 * In what browsers load, contracts keep what forms are checked with: what an endpoint replies is read on the server alone,
 * and a schema that a page doesn't use is not made while it loads.
 */
export function leaveOutReplies(): Plugin {
  return {
    name: 'leave-out-replies',
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',
    transform(code, id) {
      if (!/\/src\/(.+[/-]contract|base\/fields)\.ts$/.test(id)) return null
      const constants = (this.parse(code).body as Node[]).flatMap(constantsOf)
      const edits = constants.flatMap(allNodes).flatMap(node => [...withoutReply(node), ...pureCall(node)])
      return { code: applyEdits(code, edits), map: null }
    },
  }
}

/** The values of a module's constants; a function's calls are made when it is called. */
function constantsOf(statement: Node): Node[] {
  const declaration = (statement as { declaration?: Node | null }).declaration ?? statement
  if (declaration.type !== 'VariableDeclaration') return []
  const values = (declaration as DeclarationNode).declarations.map(({ init }) => init)
  return values.filter((value): value is Node => value !== null && !value.type.includes('Function'))
}

interface DeclarationNode extends Node {
  declarations: { init: Node | null }[]
}
interface CallNode extends Node {
  callee: Node & { name?: string }
  arguments: (Node & { properties?: PropertyNode[] })[]
}
interface PropertyNode extends Node {
  /** Missing where another object is spread. */
  key?: { name?: string }
  value: Node
}

/** `endpoint({ …, reply })` */
function withoutReply(node: Node): Edit[] {
  const { callee, arguments: [definition] = [] } = node as CallNode
  if (node.type !== 'CallExpression' || callee.name !== 'endpoint') return []
  const leftOut =
    definition?.properties?.filter(({ key }) => ['reply', 'summary'].includes(key?.name ?? '')) ?? []
  return leftOut.map(({ value: { start, end } }) => ({ start, end, text: 'undefined' }))
}

/** Tells the bundler that making a schema does nothing else. */
function pureCall({ type, start }: Node): Edit[] {
  return type === 'CallExpression' ? [{ start, end: start, text: '/* @__PURE__ */ ' }] : []
}
