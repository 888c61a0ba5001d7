import { Hono } from 'hono'
import { html } from 'hono/html'
import { languages, parseLanguage } from '../../base/language.ts'
import type { EmailTemplate } from '../../ui/email/email-layout.tsx'
import type { Config } from '../config.ts'
import { demoPage, emailPreviewPolicy } from './demo-mailbox.ts'
import { sampleEmailProps } from './email-samples.ts'
import { renderEmail } from './email-sender.ts'

type Named = Pick<Config, 'SITE_NAME' | 'SITE_URL' | 'SUPPORT_EMAIL'>
/** The letters of each feature, by their names. */
export type EmailsByFeature = Record<string, Record<string, EmailTemplate>>

const address = '/dev/mail/templates'

const barePolicy = emailPreviewPolicy.replace(/img-src [^;]*/, "img-src 'none'")

/** How a pair of letters is looked at. */
const views = {
  wide: 'As on a desk',
  narrow: 'As on a phone',
  bare: 'Pictures off',
  text: 'As plain text',
}
type View = keyof typeof views

/** Every letter that the product can write, with invented contents; for people to look at. */
export function emailGalleryRoutes(letters: EmailsByFeature, config: Named): Hono {
  const templates: Record<string, EmailTemplate> = Object.assign({}, ...Object.values(letters))
  const pages = new Hono()
  pages.get(address, async c => {
    c.header('content-security-policy', emailPreviewPolicy)
    return c.html(demoPage('Letters this site can write', await listOf(letters, config)))
  })
  pages.get(`${address}/:name`, async c => {
    const name = c.req.param('name')
    const template = templates[name]
    if (!template) return c.notFound()
    const view = asView(c.req.query('view'))
    const language = parseLanguage(c.req.query('lang'))
    c.header('content-security-policy', view === 'bare' ? barePolicy : emailPreviewPolicy)
    if (!language) return c.html(demoPage(name, await pairOf(name, template, view, config)))
    const letter = await renderEmail(template, sampleEmailProps(template, language), language, config)
    return view === 'text' ? c.text(letter.text) : c.html(letter.html)
  })
  return pages
}

const asView = (asked: string | undefined): View =>
  asked !== undefined && Object.hasOwn(views, asked) ? (asked as View) : 'wide'

async function listOf(letters: EmailsByFeature, config: Named) {
  const features = Object.entries(letters).map(async ([feature, templates]) => {
    const rows = Object.entries(templates).map(([name, template]) => rowOf(name, template, config))
    return html`<section><h2>${feature}</h2><ul class="letters">${await Promise.all(rows)}</ul></section>`
  })
  return html`<p>Written with invented names, in both languages.</p>
    <p class="ways"><a href="/dev/mail">Letters sent</a> <a href="/dev/sms">Text messages sent</a></p>
    ${await Promise.all(features)}`
}

async function rowOf(name: string, template: EmailTemplate, config: Named) {
  const subjects = languages.map(async language => {
    const { subject } = await renderEmail(template, sampleEmailProps(template, language), language, config)
    return html`<a lang="${language}" href="${address}/${name}?lang=${language}">${subject}</a>`
  })
  return html`<li>
    <a class="pair" href="${address}/${name}">${name}</a>${await Promise.all(subjects)}
  </li>`
}

/** One letter in both languages, side by side; within the page, because no page of ours stands in a frame. */
async function pairOf(name: string, template: EmailTemplate, view: View, config: Named) {
  const sheets = languages.map(async language => {
    const letter = await renderEmail(template, sampleEmailProps(template, language), language, config)
    const shown =
      view === 'text'
        ? html`<pre>${letter.text}</pre>`
        : html`<iframe sandbox="" title="${name}, ${language}" srcdoc="${letter.html}"></iframe>`
    return html`<figure lang="${language}"><figcaption>${letter.subject}</figcaption>${shown}</figure>`
  })
  return html`<p class="ways">
      <a href="${address}">All letters</a>
      ${Object.entries(views).map(
        ([one, words]) =>
          html`<a href="${address}/${name}?view=${one}" ${one === view ? html`aria-current="page"` : ''}>${words}</a> `,
      )}
    </p>
    <div class="sheets ${view}">${await Promise.all(sheets)}</div>`
}
