import { Hono } from 'hono'
import { html } from 'hono/html'
import * as z from 'zod'
import { coverOf } from '../base/covers.ts'
import { type Language, languages, parseLanguage } from '../base/language.ts'
import type { Config } from '../server/config.ts'
import { renderEmail } from '../server/email/email-sender.ts'
import type { Letter } from '../ui/email/letter.ts'
import { demoPage, emailPreviewPolicy } from './pages.ts'

type SiteConfig = Pick<Config, 'SITE_NAME' | 'SITE_MARK' | 'SITE_URL' | 'SUPPORT_EMAIL'>
type LettersByFeature = Record<string, Record<string, Letter>>

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

/** Invented props for a letter, with every field filled. */
export function sampleEmailProps(letter: Letter, language: Language): unknown {
  return createSample(
    z.toJSONSchema(letter.props, { io: 'input', unrepresentable: 'any' }) as JsonSchema,
    '',
    language,
  )
}

interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
}

function createSample(shape: JsonSchema, name: string, language: Language): unknown {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return createSample(shape.anyOf.find(one => one.type !== 'null') ?? {}, name, language)
  if (shape.type === 'object')
    return Object.fromEntries(
      Object.entries(shape.properties ?? {}).map(([key, inner]) => [
        key,
        createSample(inner, name === 'gifts' && key === 'name' ? 'gift' : key, language),
      ]),
    )
  if (shape.type === 'array') return [createSample(shape.items ?? {}, name, language)]
  if (shape.type === 'integer' || shape.type === 'number') return sampleNumbers[name] ?? 2
  if (shape.type === 'boolean') return true
  return sampleText(name)[language]
}

const sampleNumbers: Record<string, number> = { cents: 168_00, surplus: 5_00, order: 1042, font_size: 18 }

/** An invented text, chosen by the name of the field. */
function sampleText(name: string): Record<Language, string> {
  const both = (text: string) => ({ en: text, el: text })
  if (/^(at|until|day|.*_(at|on|day))$/.test(name)) return both('2027-06-19')
  if (/email/.test(name)) return both('eleni@example.com')
  if (/^(id|code)$/.test(name)) return both('456397336594')
  if (/^(token|mine|reply|stop|certificate)$/.test(name)) return both('4563-9733-6594')
  if (/background_colou?r/.test(name)) return both('#fffdf9')
  if (/colou?r/.test(name)) return both('#821a2d')
  if (/image/.test(name)) return both('')
  if (/photo/.test(name)) return both(coverOf('church'))
  if (/^cover$/.test(name)) return both('church')
  // The embedded shop's, of the very gift that is named.
  if (/^picture$/.test(name)) return both('/shop/images/stencil/384w/stoneware-teapot.webp')
  if (/^type$/.test(name)) return both('wedding')
  if (/message|word|text|why|reason/.test(name))
    return {
      en: 'With all our love, and a hug from the sea.',
      el: 'Με όλη μας την αγάπη και μια αγκαλιά από τη θάλασσα.',
    }
  if (/registry/.test(name)) return { en: 'Eleni & Paul', el: 'Ελένη & Παύλος' }
  if (/place/.test(name)) return { en: 'Nafplio', el: 'Ναύπλιο' }
  if (/gift/.test(name)) return { en: 'Stoneware teapot', el: 'Κεραμική τσαγιέρα' }
  if (/device/.test(name)) return both('Firefox · Linux')
  return { en: 'Eleni Mavridi', el: 'Ελένη Μαυρίδη' }
}
