import { m } from '../src/paraglide/messages.js'
import { desktop, expect, languagesOf, test } from './fixtures.ts'
import { choosePhoto, inLanguage, saveSettings } from './hosting-steps.ts'

/** The quick run takes Greek, and English in e2e/forms.spec.ts. */
for (const language of languagesOf('el')) {
  const at = { locale: language }

  test(`a field left by Tab for a button shows what is wrong with it, in ${language}`, async ({
    visitor,
  }) => {
    const page = await visitor({ viewport: desktop })
    await page.goto(inLanguage('/contact-us', language))
    const message = page.getByLabel(m.contact_message({}, at))
    await message.focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: m.contact_send({}, at) })).toBeFocused()
    await expect(page.getByText(m.contact_message_required({}, at))).toBeVisible()
  })

  test(`a picture chosen anew takes the error of the first away, and a new form the last message, in ${language}`, async ({
    host,
  }) => {
    const { page, registry } = await host(language, { viewport: desktop })
    await page.goto(inLanguage(`/registry/${registry.id}/edit`, language))
    await saveSettings(page, language)
    const file = page.getByLabel(m.hosting_picture_label({}, at))
    await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
    await expect(file).toHaveAttribute('aria-invalid', 'true')
    await choosePhoto(page, language)
    await expect(file).not.toHaveAttribute('aria-invalid')
    const save = page.getByRole('button', { name: m.common_save({}, at), exact: true })
    await page.locator('main input[name=name]').fill('')
    await save.click()
    await expect(page.locator('main input[name=name]')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText(m.registry_updated({}, at))).toHaveCount(0)

    // A photo that was chosen is saved with the rest, not left behind.
    await page.locator('main input[name=name]').fill('Άννα')
    await save.click()
    await expect(page.getByText(m.registry_updated({}, at)).first()).toBeVisible()
    await expect(page.getByRole('button', { name: m.hosting_picture_remove({}, at) })).toBeVisible()
    await expect(page.locator('.ReactCrop__crop-selection')).toHaveCount(0)
  })
}
