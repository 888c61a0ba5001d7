import { type Language, languages } from '../src/base/language.ts'
import { paths } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import { desktop, expect, languagesOf, test } from './fixtures.ts'
import { chooseElsewhere } from './own-language.ts'
import { createTestRegistry } from './test-registry.ts'

const teapot = { id: 1001, name: { en: 'Stoneware teapot, 1.2 L', el: 'Κεραμική τσαγιέρα, 1,2 λίτρα' } }

for (const language of languagesOf('el'))
  test(`a gift closed by Escape or beside it leaves the registry in ${language}`, async ({
    site,
    visitor,
  }) => {
    const other = languages.find(one => one !== language) as Language
    const { id } = await createTestRegistry(site.url, [{ product_id: teapot.id }])
    const page = await visitor({ viewport: desktop })
    for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 400)]) {
      await page.goto(`${paths.registryGift(id, teapot.id)}?lang=${language}`)
      await chooseElsewhere(page, site, other)
      await expect(page.getByRole('dialog')).toBeVisible()
      await close()
      await expect(page).toHaveURL(`${paths.registry(id)}?lang=${language}`)
      await expect(
        page.getByRole('main').getByRole('link', { name: teapot.name[language] }).first(),
      ).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
    }
  })

test('who pays from a Greek cart comes to the Greek checkout, and gets Greek letters', async ({
  site,
  visitor,
}) => {
  const { id } = await createTestRegistry(site.url, [{ product_id: teapot.id }])
  const page = await visitor({ viewport: desktop })
  await page.goto(`${paths.registryGift(id, teapot.id)}?lang=el`)
  await page.getByRole('button', { name: m.give_add_to_cart({}, { locale: 'el' }) }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).toContain(String(teapot.id))
  await page.goto(`${paths.cart}?lang=el`)
  await chooseElsewhere(page, site, 'en')
  await page.getByRole('textbox', { name: m.checkout_name_label({}, { locale: 'el' }) }).fill('Νίκος')
  await page.getByRole('button', { name: m.checkout_submit({}, { locale: 'el' }) }).click()
  await expect(page).toHaveURL(/\/shop\/checkout/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'el')
})

test('what was typed on the registration form is still there in the other language', async ({ visitor }) => {
  const page = await visitor({ viewport: desktop })
  await page.goto('/register?lang=el')
  const el = { locale: 'el' } as const
  const main = page.getByRole('main')
  await main.getByLabel(m.common_first_name({}, el)).fill('Ελένη')
  await main.getByLabel(m.common_email({}, el)).fill('eleni@typed.example')
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const en = { locale: 'en' } as const
  await expect(main.getByLabel(m.common_email({}, en))).toHaveValue('eleni@typed.example')
  await expect(main.getByLabel(m.common_first_name({}, en))).toHaveValue('Ελένη')
  // Only there, and only once.
  await page.reload()
  await expect(main.getByLabel(m.common_email({}, en))).toHaveValue('')
})
