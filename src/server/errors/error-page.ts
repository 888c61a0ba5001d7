import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { Language } from '../../base/language.ts'
import { paths, safeRedirect, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { contentSecurityPolicy } from '../security/security-headers.ts'

export interface ErrorPageProps {
  language: Language
  status: number
  name: string
  title: string
  lead: string
  /** The sentence with the reference of the log line; null when nothing was logged. */
  reference: string | null
  /** The address of “Try again”: empty for the present one, null when a retry does not help. */
  retryPath: string | null
  /** Built style sheets, for the fonts alone; the page works without them. */
  styles: string[]
  /** The font files themselves, for the offline page, which can load no style sheet. */
  fonts?: { family: string; href: string }[]
}

/** Renders a page without database, script or router, for errors outside the pages. */
export function renderErrorPage(props: ErrorPageProps): Response {
  const style = (props.fonts ?? []).map(fontFace).join('') + styleSheet
  return new Response(renderDocument(props, style).toString(), {
    status: props.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': props.language,
      'content-security-policy': policyFor(style),
      'cache-control': 'no-store',
    },
  })
}

function renderDocument(
  { language, name, title, lead, reference, retryPath, styles }: ErrorPageProps,
  style: string,
) {
  const options = { locale: language }
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
${illustration}
<h1>${title}</h1>
<p class="lead">${lead}</p>
${reference && html`<p class="lead">${reference}</p>`}
<p class="ways">
${retryPath !== null && html`<a class="first" href="${retryPath && withLanguage(safeRedirect(retryPath), language)}">${m.site_try_again({}, options)}</a>`}
<a href="${withLanguage(paths.home, language)}">${m.site_go_home({}, options)}</a>
</p>
</main>
</body>
</html>`
}

/** The illustration is inline, because nothing else can be loaded. */
const illustration = html`<svg class="arch" viewBox="0 0 128 160" aria-hidden="true">
<path fill="#e9e2f0" d="M0 0h128v160H0z"/><circle cx="88" cy="52" r="13" fill="#fffdf9"/>
<path fill="#d5c3d6" d="M0 84h128v20H0z"/><path fill="#8d93b4" d="M0 104h128v56H0z"/>
<path fill="none" stroke="#b9bdd3" stroke-width="2" d="M8 118q8-4 16 0t16 0 16 0 16 0M60 136q8-4 16 0t16 0 16 0"/>
<path fill="#fffdf9" d="M47 68v32H26z"/><path fill="#f6e0db" d="M51 76v24h15z"/><path fill="#a3233a" d="M22 104h50l-8 11H31z"/>
</svg>`

/** The site's colours and type, without the layout of any page. */
const styleSheet = [
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

/** The weights are those of fonts.css; if a file does not load, the next family of the style sheet is used. */
function fontFace({ family, href }: { family: string; href: string }): string {
  return `@font-face{font-family:${family};font-weight:400 700;font-display:swap;src:url(${href}) format("woff2")}`
}

function policyFor(style: string): string {
  return contentSecurityPolicy({
    styleHashes: [createHash('sha256').update(style).digest('base64')],
    formTargets: [],
  })
}
