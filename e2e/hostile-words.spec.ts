import type { Page } from '@playwright/test'
import { paths } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import { expect, isFull, phone, testInFull } from './fixtures.ts'
import { createTestRegistry, signIn } from './test-registry.ts'

/** What a host may write to harm whoever sees it, at most as long as a registry's name. */
const names = {
  'a picture': '"><img src=x onerror=ran=1>',
  'one long word': 'ω'.repeat(30),
  'a script': '<script>ran=1</script>',
  'letters from right to left': 'שלום עולם',
}
/** The quick run takes the first two: what could run, and what could be too wide. */
const triedNames = Object.entries(names).slice(0, isFull ? undefined : 2)
/** The same in an invitation, and what is answered when it is saved. */
const messages: [name: string, text: string, answer: typeof m.invitation_saved][] = [
  ...triedNames.map(([name, text]): (typeof messages)[number] => [name, text, m.invitation_saved]),
  ['one word of a whole text', 'W'.repeat(1000), m.invitation_saved],
  ['a word of 5,000 letters', 'W'.repeat(5000), m.look_message_long],
  ['turned letters', '\u202Erab\u2066foo\u2067 moc\u202D', m.field_characters],
]
/** A4 at 96 pixels an inch, without its margins. */
const paper = { width: 658, height: 1032 }
const english = { locale: 'en' } as const

/** Nothing ran, and nothing is wider than the page; on paper no card is larger than it is. */
async function expectHarmless(page: Page, name: string): Promise<void> {
  const find = () => {
    const { scrollWidth, clientWidth } = document.documentElement
    const cards = [...document.querySelectorAll('.printed-card')]
    const isOver = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
      scrollWidth > clientWidth || scrollHeight > clientHeight
    return { ran: 'ran' in window, over: scrollWidth - clientWidth, cards: cards.filter(isOver).length }
  }
  await expect.poll(() => page.evaluate(find), { message: name }).toEqual({ ran: false, over: 0, cards: 0 })
}

testInFull('hostile words of a host harm no page, no card and no editor', async ({ site, visitor }) => {
  const page = await visitor({ viewport: phone, expectsRefusals: true })
  for (const [name, registry_name] of triedNames) {
    const registry = await createTestRegistry(site.url, [{ product_id: 1001 }], { registry_name })
    await page.context().clearCookies()
    await signIn({ page, language: 'en', registry })
    for (const path of [paths.registry(registry.id), paths.myRegistries, paths.registryCards(registry.id)]) {
      await page.goto(path)
      await expectHarmless(page, `${path} with ${name}`)
    }
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize(paper)
    await expectHarmless(page, `cards with ${name} on paper`)
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize(phone)
  }
})

testInFull('hostile words in an invitation', async ({ site, visitor }) => {
  const page = await visitor({ viewport: phone, expectsRefusals: true })
  const registry = await createTestRegistry(site.url, [{ product_id: 1001 }])
  await signIn({ page, language: 'en', registry })
  await page.goto(paths.editRegistry(registry.id, 'invitation-settings'))
  const field = (label: string) => page.getByRole('main').getByLabel(label, { exact: true })
  for (const [name, text, answer] of messages) {
    await field(m.look_subject({}, english)).fill(text.slice(0, 80))
    await field(m.look_message({}, english)).fill(text)
    await expectHarmless(page, `editor with ${name}`)
    await page.getByRole('button', { name: m.look_save({}, english) }).click()
    await expect(page.getByText(answer({}, english)).first()).toBeVisible()
    await page.reload()
    await expectHarmless(page, `saved: ${name}`)
  }
})
