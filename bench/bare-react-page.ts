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
 * Renders the markup of a page of the product as plain React elements, created for each request. Each gift is a
 * component with a row of the database.
 */
export function createBarePage(html: string): (rows: BareRow[]) => string {
  const root = parseDocument(html).children.find(isTag)
  if (!root) throw new Error('the page is empty')
  return rows => {
    const byId = new Map(rows.map(row => [`gift-${row.id}`, row]))
    return `<!DOCTYPE html>${renderToString(createElement(PageTree, { root, byId }))}`
  }
}

function PageTree({ root, byId }: { root: Tag; byId: Map<string, BareRow> }): ReactNode {
  return toElement(root, node => (isTag(node) ? giftTile(node, byId) : undefined))
}

function giftTile(node: Tag, byId: Map<string, BareRow>): ReactNode {
  const row = byId.get(node.attribs.id ?? '')
  return row && createElement(GiftTile, { key: row.id, node, row })
}

/** A gift, whose name is that of its row. */
function GiftTile({ node, row }: { node: Tag; row: BareRow }): ReactNode {
  return toElement(node, child => (isInHeading(child) ? row.name : undefined))
}

const isInHeading = (node: Node) =>
  node.type === 'text' && node.parent?.parent?.type === 'tag' && node.parent.parent.name === 'h3'

type Replacement = (node: Node) => ReactNode | undefined

function toElement(node: Tag, replace: Replacement): ReactNode {
  if (node.name === 'script' || node.name === 'style') {
    const content = node.children.map(child => ('data' in child ? child.data : '')).join('')
    return createElement(node.name, { ...toProps(node), dangerouslySetInnerHTML: { __html: content } })
  }
  return createElement(node.name, toProps(node), ...node.children.map(child => toNode(child, replace)))
}

function toNode(node: Node, replace: Replacement): ReactNode {
  const replacement = replace(node)
  if (replacement !== undefined) return replacement
  if (isTag(node)) return toElement(node, replace)
  return node.type === 'text' && 'data' in node ? node.data : null
}

const booleanAttributes = new Set(['async', 'hidden', 'selected', 'disabled', 'checked', 'nomodule'])

/** Attributes as props: in production React accepts their HTML names; booleans must be true, styles objects. */
function toProps({ attribs }: Tag): Record<string, unknown> {
  const entries = Object.entries(attribs).map(([name, value]) => {
    if (booleanAttributes.has(name)) return [name, true]
    return name === 'style' ? [name, {}] : [name, value]
  })
  return Object.fromEntries(entries)
}

function isTag(node: Node): node is Tag {
  return 'attribs' in node
}
