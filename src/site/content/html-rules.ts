import sanitizeHtml from 'sanitize-html'
import type { Language } from '../../base/language.ts'
import { withLanguage } from '../../base/paths.ts'
import { isSitePath } from './rules.ts'

/** Where the shop's text is shown: its own addresses lead to the storefront, ours keep the reader's language. */
export interface LinkTarget {
  language: Language
  /** The storefront's address, or the path where it stands on this site. */
  storefrontUrl: string
}

const tags = [
  ...['p', 'br', 'hr', 'h2', 'h3', 'h4', 'blockquote', 'figure', 'figcaption', 'img', 'address'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'],
  ...[
    'a',
    'strong',
    'b',
    'em',
    'i',
    'small',
    'sup',
    'sub',
    'abbr',
    'cite',
    'q',
    'time',
    'details',
    'summary',
  ],
]

/** The shop's HTML down to what a text needs: no scripts, styles, forms or frames; pictures over https only. */
export function sanitizeShopHtml(html: string, reader: LinkTarget): string {
  return sanitizeHtml(html, {
    allowedTags: tags,
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
    allowedSchemesByTag: { img: ['https'] },
    allowProtocolRelative: false,
    transformTags: {
      // The page's own title is its one first heading.
      h1: 'h2',
      a: (tagName, { href, ...rest }) => ({
        tagName,
        attribs: href === undefined ? rest : { ...rest, href: localizeShopLink(href, reader) },
      }),
      img: (tagName, { src = '', alt = '', ...rest }) => ({
        tagName,
        attribs: { ...rest, src: pictureAt(src, reader), alt, loading: 'lazy' },
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  })
}

/** A picture of another site over https, or the storefront's own; of any other nothing is left. */
function pictureAt(src: string, { storefrontUrl }: LinkTarget): string {
  if (isRooted(src)) return storefrontUrl + src
  return src.startsWith('https://') ? src : ''
}

function isRooted(address: string): boolean {
  return /^\/(?![/\\])/.test(address)
}

/** The address that a link of the shop's text has on this site. */
export function localizeShopLink(href: string, { language, storefrontUrl }: LinkTarget): string {
  if (!isRooted(href)) return href
  return withLanguage(
    isSitePath(href) ? href.replace(/(.)\/+(?=$|[?#])/, '$1') : storefrontUrl + href,
    language,
  )
}

/** A sanitised text without the picture that it begins with, and that picture's address. */
export function splitLeadingPicture(html: string): { picture: string | null; text: string } {
  const [whole = '', , picture] = firstPicture.exec(html) ?? []
  return { picture: picture ? unescaped(picture) : null, text: html.slice(whole.length) }
}

const firstPicture = /^\s*<(figure|p)>\s*<img\b[^>]*?\ssrc="([^"]+)"[^>]*>\s*<\/\1>\s*/

const summaryMost = 160
const headings = /<h\d>.*?<\/h\d>/gs

/** The beginning of a text in plain words, whole sentences if that leaves enough, else whole words; of what stands under its headings, if anything does. */
export function summarizeHtml(html: string): string {
  return shortened(plainWords(html.replace(headings, '')) || plainWords(html))
}

function plainWords(html: string): string {
  const spaced = html.replace(/<\/(p|h\d|li|td|dd)>/gi, '$& ')
  const bare = sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} })
  return unescaped(bare).replace(/\s+/g, ' ').trim()
}

/** A semicolon asks in Greek; in English the sentence goes on after it. */
const wholeSentences = /^.*(?:[.!?]|\p{Script=Greek};)[”»]?(?=\s)/su

function shortened(words: string): string {
  if (words.length <= summaryMost) return words
  const beginning = words.slice(0, summaryMost + 1)
  const sentences = wholeSentences.exec(beginning)?.[0] ?? ''
  if (sentences.length > summaryMost / 2) return sentences
  return `${beginning.replace(/[\s\p{P}]+\S*$/u, '')}…`
}

const unescaped = (html: string) =>
  html.replace(/&(amp|lt|gt|quot);/g, (_, name: keyof typeof entities) => entities[name])
const entities = { amp: '&', lt: '<', gt: '>', quot: '"' }
