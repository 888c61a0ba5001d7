import { m } from '../src/paraglide/messages.js'
import { desktop, expect, isFull, languagesOf, phone, test } from './fixtures.ts'
import { miniCart } from './guest-steps.ts'
import { createTestRegistry } from './test-registry.ts'

/** The quick run takes English, and Greek in e2e/form-messages.spec.ts. */
for (const language of languagesOf('en')) {
  const at = { locale: language }

  test(`of two Find buttons only the pressed one turns, and none for a link, in ${language}`, async ({
    visitor,
  }) => {
    const page = await visitor({ viewport: desktop })
    await page.goto(`/find-registry?lang=${language}`)
    const buttons = page.getByRole('main').getByRole('button', { name: m.common_find({}, at) })
    const spinners = page.locator('main button .animate-spin')
    await expect(buttons).toHaveCount(2)
    let goOn = () => {}
    const isHeldBack = new Promise<void>(done => {
      goOn = done
    })
    await page.route(/\.data(\?|$)/, async route => {
      await isHeldBack
      await route.continue()
    })
    await page.getByLabel(m.find_box_label({}, at)).fill('Nobody Anywhere')
    await buttons.first().click()
    await expect(buttons.first().locator('.animate-spin')).toBeVisible()
    await expect(buttons.first()).toHaveAttribute('aria-disabled', 'true')
    await expect(buttons.last()).not.toHaveAttribute('aria-disabled')
    await expect(spinners).toHaveCount(1)
    goOn()
    await expect(page).toHaveURL(/q=Nobody/)
    await expect(spinners).toHaveCount(0)
  })

  test(`a giver who wants to be named and left the name empty is asked, and nothing is lost, in ${language}`, async ({
    site,
    visitor,
  }) => {
    const { id } = await createTestRegistry(site.url, [{ product_id: 1001, quantity: 2 }])
    for (const hasScripts of isFull ? [true, false] : [true]) {
      const page = await visitor({ viewport: phone, javaScriptEnabled: hasScripts })
      await page.goto(`/registry/${id}/1001?lang=${language}`)
      await page.getByRole('button', { name: m.give_add_to_cart({}, at) }).click()
      if (hasScripts)
        await miniCart(page, language)
          .getByRole('link', { name: m.common_continue({}, at) })
          .click()
      await expect(page).toHaveURL(/\/cart/)
      const message = page.locator('main textarea[name=message]')
      await expect(page.locator('label', { has: page.getByText(m.ui_optional({}, at)) })).toHaveCount(1)
      await message.fill('Με αγάπη')
      await page.getByRole('button', { name: m.checkout_submit({}, at) }).click()
      const name = page.getByRole('textbox', { name: m.checkout_name_label({}, at) }).first()
      await expect(page.getByText(m.giver_name_required({}, at))).toBeVisible()
      await expect(name).toHaveAttribute('aria-invalid', 'true')
      if (hasScripts) await expect(name).toBeFocused()
      await expect(message).toHaveValue('Με αγάπη')
      await page.getByText(m.checkout_visibility_anonymous({}, at), { exact: true }).click()
      await page.getByRole('button', { name: m.checkout_submit({}, at) }).click()
      await expect(page).toHaveURL(/\/shop\/checkout/)
    }
  })

  test(`the title follows the page, also after signing up, in ${language}`, async ({ visitor }) => {
    const page = await visitor({ viewport: desktop })
    const expectOwnTitle = async () => {
      await expect(async () => {
        const html = await (await page.request.get(page.url())).text()
        expect(await page.title()).toBe(decodeEntities(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''))
      }).toPass()
    }
    await page.goto(`/?lang=${language}`)
    const links = [
      page.getByRole('contentinfo').getByRole('link', { name: m.site_link_faq({}, at) }),
      page.getByRole('contentinfo').getByRole('link', { name: m.site_link_find({}, at) }),
      page.locator('.site-header').getByRole('link', { name: m.common_sign_up({}, at) }),
    ]
    const titles = new Set([await page.title()])
    for (const link of links) {
      await link.click()
      await page.waitForURL(url => url.pathname !== '/')
      await expect(page).not.toHaveTitle([...titles].at(-1) ?? '')
      await expectOwnTitle()
      titles.add(await page.title())
    }
    expect(titles.size).toBe(4)
    const fields = {
      name: 'Rhea',
      surname: 'Sample',
      email: `title-${language}-${Date.now()}@journey.example`,
    }
    for (const [name, value] of Object.entries({
      ...fields,
      password: 'harbour-42',
      repassword: 'harbour-42',
    }))
      await page.locator(`main [name=${name}]`).fill(value)
    await page.getByRole('button', { name: m.account_register_action({}, at) }).click()
    await expect(page.getByText(m.account_created({}, at))).toBeVisible()
    await expectOwnTitle()
    await page.goBack()
    await expectOwnTitle()
  })

  test(`the meter of passwords never contradicts what is wrong with one, in ${language}`, async ({
    visitor,
  }) => {
    const page = await visitor({ viewport: phone })
    await page.goto(`/register?lang=${language}`)
    const password = page.locator('main [name=password]')
    const meter = page.getByRole('status').filter({ has: page.locator('[aria-hidden]') })
    await password.fill('correct horse battery')
    await expect(meter).toContainText(m.account_strength_strong({}, at))
    for (const weak of ['aaaaaaaa', 'αααααααααααα', 'ασδφγηξκλζχψωβνμ', 'asdfghjkl;asdfgh']) {
      await password.fill(weak)
      await expect(meter).toContainText(m.account_strength_weak({}, at))
    }
    await password.fill('12345678')
    await expect(meter).toContainText(m.account_strength_common({}, at))
    await password.fill('correct horse battery staple '.repeat(3))
    await expect(meter).toHaveText(m.account_password_long({}, at))
    await page.locator('main [name=repassword]').focus()
    await expect(page.getByText(m.account_password_long({}, at))).toHaveCount(1)
    await expect(page.getByText(m.account_strength_strong({}, at))).toHaveCount(0)
  })
}

const decodeEntities = (text: string) =>
  text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&lt;', '<')
