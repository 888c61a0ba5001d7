import { languages } from '../src/base/language.ts'
import { paths } from '../src/base/paths.ts'
import { finishedDesigns } from '../src/invitation/content.rules.ts'
import { m } from '../src/paraglide/messages.js'
import { checkPage, desktop, expect, phone, test } from './fixtures.ts'

for (const language of languages)
  test(`a host begins with a finished design, which the printed cards take, in ${language}`, async ({
    host,
  }) => {
    const at = { locale: language }
    const { page, registry } = await host(language, { viewport: language === 'el' ? phone : desktop })
    await page.goto(`${paths.editRegistry(registry.id, 'invitation-settings')}?lang=${language}`)
    const [paper, night] = [m.look_paper, m.look_night].map(label =>
      page.getByRole('button', { name: label({}, at), exact: true }),
    )
    await expect(paper!).toHaveAttribute('aria-pressed', 'true')
    await page.getByLabel(m.look_message({}, at), { exact: true }).fill('Σας περιμένουμε.')
    await night!.click()
    const card = page.getByRole('region', { name: m.look_preview({}, at) }).getByText('Σας περιμένουμε.')
    await expect(card).toHaveCSS('color', toRgb(finishedDesigns.night.text_color))
    await checkPage(page, language, 'invitation-designs')
    await page.getByRole('button', { name: m.look_save({}, at) }).click()
    await expect(page.getByText(m.invitation_saved({}, at)).first()).toBeVisible()

    await page.reload()
    await expect(night!).toHaveAttribute('aria-pressed', 'true')
    await page.goto(`${paths.registryCards(registry.id)}?lang=${language}`)
    await expect(page.locator('.printed-card').first()).toHaveCSS(
      'background-color',
      toRgb(finishedDesigns.night.background_color),
    )
  })

/** `#rrggbb` as browsers answer it. */
const toRgb = (colour: string) =>
  `rgb(${[1, 3, 5].map(start => Number.parseInt(colour.slice(start, start + 2), 16)).join(', ')})`
