import { Hono } from 'hono'
import { html } from 'hono/html'
import { languages, parseLanguage } from '../../base/language.ts'
import type { Letter } from '../../ui/email/letter.ts'
import type { Config } from '../config.ts'
import { demoPage, emailPreviewPolicy } from './demo-mailbox.ts'
import { sampleEmailProps } from './email-samples.ts'
import { renderEmail } from './email-sender.ts'

type SiteConfig = Pick<Config, 'SITE_NAME' | 'SITE_URL' | 'SUPPORT_EMAIL'>
/** The letters of each feature, by name. */
export type LettersByFeature = Record<string, Record<string, Letter>>

const galleryPath = '/dev/mail/templates'

const noImagesPolicy = emailPreviewPolicy.replace(/img-src [^;]*/, "img-src 'none'")

/** The views of an e-mail, with their labels. */
const views = {
  wide: 'As on a desk',
  narrow: 'As on a phone',
  bare: 'Pictures off',
  text: 'As plain text',
}
type View = keyof typeof views

/** Shows every letter with invented contents. */
export function emailGalleryRoutes(lettersByFeature: LettersByFeature, config: SiteConfig): Hono {
  const letters: Record<string, Letter> = Object.assign({}, ...Object.values(lettersByFeature))
  const pages = new Hono()
  pages.get(galleryPath, async c => {
    c.header('content-security-policy', emailPreviewPolicy)
    return c.html(demoPage('E-mails this site can send', await renderList(lettersByFeature, config)))
  })
  pages.get(`${galleryPath}/:name`, async c => {
    const name = c.req.param('name')
    const letter = letters[name]
    if (!letter) return c.notFound()
    const view = parseView(c.req.query('view'))
    const language = parseLanguage(c.req.query('lang'))
    c.header('content-security-policy', view === 'bare' ? noImagesPolicy : emailPreviewPolicy)
    if (!language) return c.html(demoPage(name, await renderLanguagePair(name, letter, view, config)))
    const email = await renderEmail(letter, sampleEmailProps(letter, language), language, config)
    return view === 'text' ? c.text(email.text) : c.html(email.html)
  })
  return pages
}

const parseView = (value: string | undefined): View =>
  value !== undefined && Object.hasOwn(views, value) ? (value as View) : 'wide'

async function renderList(lettersByFeature: LettersByFeature, config: SiteConfig) {
  const features = Object.entries(lettersByFeature).map(async ([feature, letters]) => {
    const rows = Object.entries(letters).map(([name, letter]) => renderRow(name, letter, config))
    return html`<section><h2>${feature}</h2><ul class="letters">${await Promise.all(rows)}</ul></section>`
  })
  return html`<p>Written with invented names, in both languages.</p>
    <p class="ways"><a href="/dev/mail">E-mails sent</a> <a href="/dev/sms">Text messages sent</a></p>
    ${await Promise.all(features)}`
}

async function renderRow(name: string, letter: Letter, config: SiteConfig) {
  const subjects = languages.map(async language => {
    const { subject } = await renderEmail(letter, sampleEmailProps(letter, language), language, config)
    return html`<a lang="${language}" href="${galleryPath}/${name}?lang=${language}">${subject}</a>`
  })
  return html`<li>
    <a class="pair" href="${galleryPath}/${name}">${name}</a>${await Promise.all(subjects)}
  </li>`
}

/** An e-mail in every language, side by side; by `srcdoc`, because our pages may not be shown in frames. */
async function renderLanguagePair(name: string, letter: Letter, view: View, config: SiteConfig) {
  const sheets = languages.map(async language => {
    const email = await renderEmail(letter, sampleEmailProps(letter, language), language, config)
    const shown =
      view === 'text'
        ? html`<pre>${email.text}</pre>`
        : html`<iframe sandbox="" title="${name}, ${language}" srcdoc="${email.html}"></iframe>`
    return html`<figure lang="${language}"><figcaption>${email.subject}</figcaption>${shown}</figure>`
  })
  return html`<p class="ways">
      <a href="${galleryPath}">All e-mails</a>
      ${Object.entries(views).map(
        ([key, label]) =>
          html`<a href="${galleryPath}/${name}?view=${key}" ${key === view ? html`aria-current="page"` : ''}>${label}</a> `,
      )}
    </p>
    <div class="sheets ${view}">${await Promise.all(sheets)}</div>`
}
