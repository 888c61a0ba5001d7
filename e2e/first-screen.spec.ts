import { expect } from '@playwright/test'
import { addDays, dayInAthens, formatDay } from '../src/base/dates.ts'
import { m } from '../src/paraglide/messages.js'
import { checkEvenLook } from './accessibility-checks.ts'
import { languagesOf, phone, test } from './fixtures.ts'
import { createTestRegistry, signIn } from './test-registry.ts'

const smallPhone = { width: 360, height: 740 }

const greeting = 'Thank you for being with us on this day, from near and from far.\n\n'.repeat(4)

for (const language of languagesOf('el'))
  for (const hasScripts of [true, false])
    test(`a phone's first screen shows the first gift, in ${language}, scripts: ${hasScripts}`, async ({
      site,
      visitor,
    }) => {
      const gifts = [1001, 1011, 1201, 1101].map(product_id => ({ product_id }))
      const registry = await createTestRegistry(site.url, gifts, { greeting })
      const page = await visitor({ viewport: phone, javaScriptEnabled: hasScripts })
      await page.goto(`/registry/${registry.id}?lang=${language}`)
      const picture = page.locator('li[data-state] img').first()
      await expect(picture).toBeInViewport({ ratio: 0.6 })
      await expect
        .poll(async () => (await picture.boundingBox())?.y, 'where the first gift begins')
        .toBeLessThan(580)
      const numbers = page.locator('.registry-numbers')
      await expect
        .poll(async () => (await numbers.boundingBox())?.height, 'one strip')
        .toBeLessThanOrEqual(70)
      const short = numbers.getByText(m.ui_gifts_given_short({ given: 0, total: 4 }, { locale: language }))
      await expect.poll(async () => (await short.boundingBox())?.height, 'one line').toBeLessThan(24)
      const letter = page.getByText('from near and from far').first()
      // An ellipsis would stand right after the full stop of a line that ends with one.
      expect(await letter.evaluate(element => getComputedStyle(element).webkitLineClamp)).toBe('none')
      const folded = (await letter.boundingBox())?.height ?? 0
      await page.locator('summary', { hasText: language === 'el' ? 'γράμμα' : 'letter' }).click()
      await expect.poll(async () => (await letter.boundingBox())?.height).toBeGreaterThan(folded * 2)
    })

for (const language of languagesOf('el'))
  test(`a small phone shows a long surname whole, and type, day and place in two lines, in ${language}`, async ({
    site,
    visitor,
  }) => {
    const day = addDays(dayInAthens(new Date()), 300)
    const registry = await createTestRegistry(site.url, [{ product_id: 1001 }, { product_id: 1011 }], {
      registry_name: 'Χατζηκωνσταντίνου',
      registry_date: day,
      end_date: day,
      event_place: 'Άγιος Νικόλαος Λασιθίου Κρήτης',
    })
    const page = await visitor({ viewport: smallPhone })
    await signIn({ page, language, registry })
    for (const path of [
      `/registry/${registry.id}`,
      `/registry/${registry.id}/edit`,
      '/my-registries',
      '/search?q=Χατζηκωνσταντίνου',
    ]) {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`)
      await expect(page.getByText('Χατζηκωνσταντίνου').filter({ visible: true }).first()).toBeVisible()
      expect(await checkEvenLook(page), path).toEqual([])
    }
    await page.goto(`/registry/${registry.id}?lang=${language}`)
    const facts = page.locator('.registry-header .dotted').first()
    await expect(facts).toContainText(formatDay(day, language, true))
    await expect.poll(async () => (await facts.boundingBox())?.height).toBeLessThan(44)
  })

test('the action of a gift’s sheet is seen on every phone, in large text, and above a keyboard', async ({
  site,
  visitor,
}) => {
  const sofa = 1101
  const registry = await createTestRegistry(site.url, [{ product_id: sofa, is_group_gifting: true }])
  const page = await visitor({ viewport: phone })
  const action = page
    .getByRole('dialog')
    .getByRole('button', { name: m.give_share_none({}, { locale: 'el' }), exact: true })
  for (const { width, height, text } of [
    { ...phone, text: 100 },
    { width: 360, height: 640, text: 100 },
    { width: 360, height: 640, text: 200 },
    { width: 390, height: 420, text: 100 },
  ]) {
    await page.setViewportSize({ width, height })
    await page.goto(`/registry/${registry.id}/${sofa}?lang=el`)
    await page.evaluate(size => {
      document.documentElement.style.fontSize = size
    }, `${text}%`)
    await expect(action, `${width} × ${height}, text of ${text}%`).toBeInViewport({ ratio: 1 })
    // A field that has the focus is not behind it.
    await page.getByRole('dialog').getByRole('textbox').first().focus()
    await expect(async () => {
      const field = await page.getByRole('dialog').getByRole('textbox').first().boundingBox()
      expect(field!.y + field!.height).toBeLessThanOrEqual((await action.boundingBox())!.y)
    }).toPass()
  }
})
