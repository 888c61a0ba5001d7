import { parseDocument } from 'htmlparser2'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

export interface BareRow {
  id: number
  name: string
}

type Node = ReturnType<typeof parseDocument>['children'][number]
type Tag = Extract<Node, { attribs: object }>

/**
 * A page of the product as a plain tree of React elements, made anew for each request: the same markup with nothing
 * behind it. Each gift is a component that gets a row of the database.
 */
export function barePage(html: string): (rows: BareRow[]) => string {
  const root = parseDocument(html).children.find(isTag)
  if (!root) throw new Error('the page is empty')
  return rows => {
    const byId = new Map(rows.map(row => [`gift-${row.id}`, row]))
    return `<!DOCTYPE html>${renderToString(createElement(Page, { root, byId }))}`
  }
}

function Page({ root, byId }: { root: Tag; byId: Map<string, BareRow> }): ReactNode {
  return elementOf(root, node => (isTag(node) ? tileOf(node, byId) : undefined))
}

function tileOf(node: Tag, byId: Map<string, BareRow>): ReactNode {
  const row = byId.get(node.attribs.id ?? '')
  return row && createElement(Tile, { key: row.id, node, row })
}

/** One gift; what it is called comes from its row. */
function Tile({ node, row }: { node: Tag; row: BareRow }): ReactNode {
  return elementOf(node, one => (isInHeading(one) ? row.name : undefined))
}

const isInHeading = (node: Node) =>
  node.type === 'text' && node.parent?.parent?.type === 'tag' && node.parent.parent.name === 'h3'

type Instead = (node: Node) => ReactNode | undefined

function elementOf(node: Tag, instead: Instead): ReactNode {
  if (node.name === 'script' || node.name === 'style') {
    const inside = node.children.map(one => ('data' in one ? one.data : '')).join('')
    return createElement(node.name, { ...propsOf(node), dangerouslySetInnerHTML: { __html: inside } })
  }
  return createElement(node.name, propsOf(node), ...node.children.map(one => made(one, instead)))
}

function made(node: Node, instead: Instead): ReactNode {
  const other = instead(node)
  if (other !== undefined) return other
  if (isTag(node)) return elementOf(node, instead)
  return node.type === 'text' && 'data' in node ? node.data : null
}

const switches = new Set(['async', 'hidden', 'selected', 'disabled', 'checked', 'nomodule'])

/** In production React takes attributes as they are written; switches must be true, styles objects. */
function propsOf({ attribs }: Tag): Record<string, unknown> {
  const entries = Object.entries(attribs).map(([name, value]) => {
    if (switches.has(name)) return [name, true]
    return name === 'style' ? [name, {}] : [name, value]
  })
  return Object.fromEntries(entries)
}

function isTag(node: Node): node is Tag {
  return 'attribs' in node
}
