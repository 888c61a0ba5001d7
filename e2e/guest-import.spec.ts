import { languages } from '../src/base/language.ts'
import { paths, withLanguage } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import { checkPage, expect, phone, test } from './fixtures.ts'

for (const language of languages)
  test(`a file of guests is shown, a column is changed, and they are added, in ${language}`, async ({
    host,
  }) => {
    const at = { locale: language }
    const { page, registry } = await host(language, { viewport: phone, expectsRefusals: true }, [
      { product_id: 1001 },
    ])
    await page.goto(withLanguage(`${paths.editRegistry(registry.id, 'guests')}?guest=import`, language))
    const dialog = page.getByRole('dialog', { name: m.guest_import({}, at) })
    const check = dialog.getByRole('button', { name: m.guest_import_check({}, at) })
    const choose = async (file: string) => {
      await dialog.getByLabel(m.guest_import_file({}, at)).setInputFiles(`test/files/${file}`)
      await check.click()
    }

    await choose('invitation.pdf')
    await expect(dialog.getByText(m.guest_file_unknown({}, at))).toBeVisible()

    await choose('excel.xlsx')
    await expect(dialog.getByText(m.guest_import_summary({ good: 2, wrong: 0 }, at))).toBeVisible()
    await expect(dialog.getByText(m.guest_import_left({ list: 'Τραπέζι, Τραπέζια' }, at))).toBeVisible()
    const table = dialog.getByLabel('Τραπέζι', { exact: true })
    await expect(table).toHaveValue('none')
    await checkPage(page, language, 'guests-import-file')
    await table.selectOption('notes')
    await check.click()
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Νίκος Ράπτης' })).toContainText('6')
    await dialog.getByRole('button', { name: m.guest_import_confirm({ count: 2 }, at) }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('listitem').filter({ hasText: 'Μαρία Παππά' })).toContainText('5')
  })
