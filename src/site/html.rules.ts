import sanitizeHtml from 'sanitize-html'
import type { Language } from '../base/language.ts'
import { withLanguage } from '../base/paths.ts'
import { isSitePath, withoutTrailingSlash } from './content.rules.ts'

/** How to rewrite links: paths of this site get the reader's language, all others lead to the storefront. */
export interface LinkTarget {
  language: Language
  /** The storefront's address, or its path on this site. */
  storefrontUrl: string
  /** Slugs, each of which has a page on this site. */
  eventTypes: string[]
  /** Whether the content security policy lets our pages show a picture of that address. */
  mayShow(address: string): boolean
}

const blockTags = ['p', 'br', 'hr', 'h2', 'h3', 'h4', 'blockquote', 'figure', 'figcaption', 'img', 'address']
const listTags = ['ul', 'ol', 'li', 'dl', 'dt', 'dd']
const tableTags = ['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td']
const inlineTags = ['a', 'strong', 'b', 'em', 'i', 'small', 'sup', 'sub', 'abbr', 'cite', 'q', 'time']

/**
 * The shop's HTML without scripts, styles, forms, frames, and pictures that our pages may not show (R1203).
 * `onDropped` gets the address of each picture that is left out.
 */
export function sanitizeShopHtml(
  html: string,
  target: LinkTarget,
  onDropped: (address: string) => void = () => {},
): string {
  return sanitizeHtml(html, {
    allowedTags: [...blockTags, ...listTags, ...tableTags, ...inlineTags, 'details', 'summary'],
    allowedAttributes: {
      '*': ['lang'],
      a: ['href'],
      img: ['src', 'alt', 'width', 'height', 'loading'],
      th: ['scope', 'colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
      abbr: ['title'],
      time: ['datetime'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    // Other pictures than the storefront's are https only (`pictureUrl`).
    allowedSchemesByTag: { img: ['https', schemeOf(target.storefrontUrl)] },
    allowProtocolRelative: false,
    transformTags: {
      // The page's title is its only first-level heading.
      h1: 'h2',
      a: (tagName, { href, ...rest }) => ({
        tagName,
        attribs: href === undefined ? rest : { ...rest, href: localizeShopLink(href, target) },
      }),
      img: (tagName, { src = '', alt = '', ...rest }) => ({
        tagName,
        attribs: { ...rest, src: pictureUrl(src, target, onDropped), alt, loading: 'lazy' },
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  })
}

/** The absolute address of a picture that our pages may show; empty for any other. */
function pictureUrl(
  src: string,
  { storefrontUrl, mayShow }: LinkTarget,
  onDropped: (address: string) => void,
): string {
  if (isRooted(src)) return storefrontUrl + src
  if (src.startsWith('https://') && mayShow(src)) return src
  if (src !== '') onDropped(src)
  return ''
}

/** Without its colon; https for a path of this site. */
function schemeOf(address: string): string {
  return URL.parse(address)?.protocol.replace(':', '') ?? 'https'
}

function isRooted(address: string): boolean {
  return /^\/(?![/\\])/.test(address)
}

/** Addresses of other sites stay as they are. */
export function localizeShopLink(href: string, target: LinkTarget): string {
  if (!isRooted(href)) return href
  const isOurs = isSitePath(href, target.eventTypes)
  return withLanguage(isOurs ? withoutTrailingSlashes(href) : target.storefrontUrl + href, target.language)
}

/** Keeps query and fragment. */
function withoutTrailingSlashes(href: string): string {
  const [path = ''] = href.split(/[?#]/, 1)
  return withoutTrailingSlash(path) + href.slice(path.length)
}

const leadingPicture = /^\s*<(?:figure|p)>\s*<img ([^<>]*)>\s*<\/(?:figure|p)>\s*/

/** Takes a picture at the beginning out of a sanitised text; `picture` is null without one. */
export function splitLeadingPicture(html: string): { picture: string | null; text: string } {
  const [match = '', attributes = ''] = leadingPicture.exec(html) ?? []
  const picture = /(?:^|\s)src="([^"]+)"/.exec(attributes)?.[1]
  if (!picture) return { picture: null, text: html }
  return { picture: unescapeHtml(picture), text: html.slice(match.length) }
}

const maxSummaryLength = 160

/** At most 160 characters without headings: whole sentences if they fill more than half of that, else whole words. */
export function summarizeHtml(html: string): string {
  return shorten(toPlainText(removeHeadings(html)) || toPlainText(html))
}

function removeHeadings(html: string): string {
  const parts = html.split(/<\/h\d>/)
  const rest = parts.pop() ?? ''
  return parts.map(part => part.slice(0, Math.max(0, part.search(/<h\d>/)))).join('') + rest
}

function toPlainText(html: string): string {
  const spaced = html.replace(/<\/(p|h\d|li|td|dd)>/gi, '$& ')
  const bare = sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} })
  return unescapeHtml(bare).replace(/\s+/g, ' ').trim()
}

/** A semicolon is the Greek question mark, so it ends a sentence only after a Greek letter. */
const wholeSentences = /^.*(?:[.!?]|\p{Script=Greek};)[”»]?\s/su

function shorten(text: string): string {
  if (text.length <= maxSummaryLength) return text
  const beginning = text.slice(0, maxSummaryLength + 1)
  const sentences = (wholeSentences.exec(beginning)?.[0] ?? '').trimEnd()
  if (sentences.length > maxSummaryLength / 2) return sentences
  let words = beginning.slice(0, Math.max(0, beginning.lastIndexOf(' '))) || beginning
  while (/[\s\p{P}]$/u.test(words)) words = words.slice(0, -1)
  return `${words}…`
}

const entities = { amp: '&', lt: '<', gt: '>', quot: '"' }

function unescapeHtml(html: string): string {
  return html.replace(/&(amp|lt|gt|quot);/g, (_, name: keyof typeof entities) => entities[name])
}
