import { HtmlValidate } from 'html-validate'
import { Parser } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { allLetters, lettersByFeature as byFeature } from '../app/letters.ts'
import { languages } from '../base/language.ts'
import { renderEmail } from '../server/email/email-sender.ts'
import { emailGalleryRoutes, sampleEmailProps } from './letter-gallery.ts'

const config = {
  SITE_NAME: 'Doron',
  SITE_URL: 'https://registry.example',
  SUPPORT_EMAIL: 'help@registry.example',
}
const emails = Object.keys(allLetters).flatMap(name => languages.map(language => [name, language] as const))

/** Latin words that stand in a Greek letter too: the site's name, addresses, codes. */
const sameInGreek = /^(Doron|e[-\u2011]mail|Firefox|Linux|SMS|QR|OK|URL)$/i

/** Mail programs need table attributes that are obsolete in browsers. */
const checker = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: { 'no-deprecated-attr': 'off' },
})

describe.each(emails)('%s in %s', (name, language) => {
  const letter = allLetters[name]!
  let email: ReturnType<typeof renderEmail> | undefined
  const written = () => (email ??= renderEmail(letter, sampleEmailProps(letter, language), language, config))

  test('has a subject, and its contents in both parts', async () => {
    const { subject, html, text } = await written()
    expect(subject.length).toBeGreaterThan(5)
    expect(text.length).toBeGreaterThan(60)
    expect(html).toContain(`lang="${language}"`)
    expect(html).toContain('@media (prefers-color-scheme:dark){')
    expect(subject + html + text).not.toMatch(/undefined|NaN|Invalid Date|\[object/)
  })

  test('is valid', async () => {
    const { results } = await checker.validateString((await written()).html)
    expect(results.flatMap(({ messages }) => messages.map(one => `${one.ruleId}: ${one.message}`))).toEqual(
      [],
    )
  })

  test('needs no picture and has no tracking', async () => {
    const { html } = await written()
    const tags: [string, Record<string, string>][] = []
    const parser = new Parser({ onopentag: (tag, attributes) => void tags.push([tag, attributes]) })
    parser.end(html)
    for (const [tag, attributes] of tags) {
      if (tag === 'img') expect(attributes.alt).toBeDefined()
      if (tag === 'a') expect(attributes.href).toMatch(/^(https:\/\/registry\.example\/|mailto:)/)
      expect(Object.keys(attributes).filter(one => one.startsWith('on'))).toEqual([])
    }
    expect(tags.filter(([tag]) => ['script', 'iframe', 'form', 'link'].includes(tag))).toEqual([])
    expect(tags.filter(([tag, { width }]) => tag === 'img' && width === '1')).toEqual([])
  })

  test('is in one language alone', async () => {
    const { subject, text } = await written()
    const own = `${subject} ${text}`.replace(/\S*(:\/\/|@|\/)\S*/g, ' ')
    const foreign =
      language === 'el'
        ? (own.match(/[A-Za-z][A-Za-z'’\u2011-]{2,}/g) ?? [])
        : (own.match(/\p{Script=Greek}+/gu) ?? [])
    expect(foreign.filter(word => !sameInGreek.test(word))).toEqual([])
  })
})

test('the gallery shows all of them', async () => {
  const pages = emailGalleryRoutes(byFeature, config)
  const list = await (await pages.request('/dev/mail/templates')).text()
  for (const [name, language] of emails)
    expect(list).toContain(`/dev/mail/templates/${name}?lang=${language}`)
  expect(list.match(/<h2>/g)).toHaveLength(Object.keys(byFeature).length)
  expect((await pages.request('/dev/mail/templates/welcome?lang=el')).status).toBe(200)
  expect((await pages.request('/dev/mail/templates/no-such-letter')).status).toBe(404)
  const pair = await (await pages.request('/dev/mail/templates/invitation?view=narrow')).text()
  for (const language of languages)
    expect(pair).toContain(`&lt;html dir=&quot;ltr&quot; lang=&quot;${language}&quot;&gt;`)
  const bare = await pages.request('/dev/mail/templates/invitation?lang=el&view=bare')
  expect(bare.headers.get('content-security-policy')).toContain("img-src 'none'")
})
