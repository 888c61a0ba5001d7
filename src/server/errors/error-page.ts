import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { Language } from '../../base/language.ts'
import { paths, safeRedirect, withLanguage } from '../../base/paths.ts'
import { contentSecurityPolicy } from '../security/security-headers.ts'

export interface ErrorPageProps {
  language: Language
  status: number
  /** The site's name. */
  name: string
  title: string
  lead: string
  /** The sentence with the number of the log line; none where nothing of ours failed. */
  reference: string | null
  /** The address to ask again; empty for the one at hand, null where asking again is no help. */
  again: string | null
  words: { again: string; home: string }
  /** Built style sheets, for the fonts alone: without them the page stands too. */
  styles: string[]
  /** Or the very font files, for a page that is kept for when no style sheet can come. */
  fonts?: { family: string; href: string }[]
}

/** A whole page that needs no database, no script and no router: for what fails outside the pages. */
export function renderErrorPage(failed: ErrorPageProps): Response {
  const style = (failed.fonts ?? []).map(faceOf).join('') + sheet
  return new Response(documentOf(failed, style).toString(), {
    status: failed.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': failed.language,
      'content-security-policy': policyOf(style),
      'cache-control': 'no-store',
    },
  })
}

function documentOf(
  { language, name, title, lead, reference, again, words, styles }: ErrorPageProps,
  style: string,
) {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" content="#fbf7f0">
<link rel="icon" href="data:,">
<title>${title} · ${name}</title>
${styles.map(href => html`<link rel="stylesheet" href="${href}">`)}
<style>${raw(style)}</style>
</head>
<body>
<main>
<p class="name">${name}</p>
${view}
<h1>${title}</h1>
<p class="lead">${lead}</p>
${reference && html`<p class="lead">${reference}</p>`}
<p class="ways">
${again !== null && html`<a class="first" href="${again && withLanguage(safeRedirect(again), language)}">${words.again}</a>`}
<a href="${withLanguage(paths.home, language)}">${words.home}</a>
</p>
</main>
</body>
</html>`
}

/** The sea in the evening, seen through the house's arch: drawn here, for nothing else may come. */
const view = html`<svg class="arch" viewBox="0 0 128 160" aria-hidden="true">
<path fill="#e9e2f0" d="M0 0h128v160H0z"/><circle cx="88" cy="52" r="13" fill="#fffdf9"/>
<path fill="#d5c3d6" d="M0 84h128v20H0z"/><path fill="#8d93b4" d="M0 104h128v56H0z"/>
<path fill="none" stroke="#b9bdd3" stroke-width="2" d="M8 118q8-4 16 0t16 0 16 0 16 0M60 136q8-4 16 0t16 0 16 0"/>
<path fill="#fffdf9" d="M47 68v32H26z"/><path fill="#f6e0db" d="M51 76v24h15z"/><path fill="#a3233a" d="M22 104h50l-8 11H31z"/>
</svg>`

/** The look's colours and type (look.md), without the arrangement of any page. */
const sheet = [
  'html{background:#fbf7f0;color:#23262d;font:1.125rem/1.5 Commissioner,system-ui,sans-serif}',
  'body{margin:0;min-height:100dvh;display:grid;place-items:center}',
  'main{box-sizing:border-box;width:100%;max-width:38rem;padding:2rem 1.25rem}',
  '.name,h1{font-family:Literata,Georgia,serif;letter-spacing:-.015em}',
  '.name{margin:0;font-size:1.6875rem;font-weight:600}',
  '.arch{display:block;width:8rem;height:10rem;margin:2.5rem 0 2rem;border-radius:4rem 4rem 20px 20px}',
  'h1{margin:0 0 .75rem;font-size:2.5rem;font-weight:480;line-height:1.15;text-wrap:balance}',
  '.lead{margin:0 0 .5rem;color:#5f6068;text-wrap:pretty}',
  '.ways{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.75rem 0 0}',
  '.ways a{padding:.7rem 1.5rem;border:1px solid #8f8676;border-radius:999px;color:#23262d;text-decoration:none}',
  '.ways .first{background:#a3233a;border-color:#a3233a;color:#fff}',
  ':focus-visible{outline:2px solid #23262d;outline-offset:2px}',
].join('')

/** The weights are those of fonts.css; where a file does not come, the next family of the sheet stands in. */
function faceOf({ family, href }: { family: string; href: string }): string {
  return `@font-face{font-family:${family};font-weight:400 700;font-display:swap;src:url(${href}) format("woff2")}`
}

function policyOf(style: string): string {
  return contentSecurityPolicy({
    styleHashes: [createHash('sha256').update(style).digest('base64')],
    formTargets: [],
  })
}
