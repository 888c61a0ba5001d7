import type { Page } from '@playwright/test'

import { m } from '../src/paraglide/messages.js'
import { desk, expect, passes, phone, test } from './journey.ts'

const people = {
  en: { name: 'Nora', surname: 'Sample', email: 'nora@account.example' },
  el: { name: 'Δανάη', surname: 'Δοκιμή', email: 'danae@account.example' },
} as const
const [first, second, third] = ['quince and cream', 'figs and honey', 'rice with milk'] as const

for (const language of ['en', 'el'] as const) {
  const at = { locale: language }
  const person = people[language]
  const query = language === 'el' ? '?lang=el' : ''

  test(`${language}: register, confirm, sign in, change, reset, deactivate and come back`, async ({
    visitor,
  }) => {
    test.slow()
    const page = await visitor({ viewport: language === 'el' ? phone : desk, refused: true })
    const main = page.getByRole('main')
    const field = (label: string) => main.getByLabel(label, { exact: true })
    const click = (name: string) => main.getByRole('button', { name, exact: true }).click()
    const signIn = async (password: string) => {
      await page.goto(`/login${query}`)
      await field(m.account_email({}, at)).fill(person.email)
      await field(m.account_password({}, at)).fill(password)
      await page.keyboard.press('Enter')
    }

    await test.step('registers', async () => {
      await page.goto(`/register${query}`)
      await field(m.account_name({}, at)).fill(person.name)
      await field(m.account_surname({}, at)).fill(person.surname)
      await field(m.account_email({}, at)).fill(person.email)
      await field(m.account_password({}, at)).fill(first)
      await field(m.account_password_again({}, at)).fill(second)
      await click(m.account_register_action({}, at))
      await expect(main.getByText(m.account_passwords_differ({}, at)).first()).toBeVisible()
      await field(m.account_password_again({}, at)).fill(first)
      await click(m.account_register_action({}, at))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.account_created({}, at))
    })

    await test.step('confirms the e-mail, once', async () => {
      await page.goto(`/settings${query}`)
      await expect(main.getByText(m.account_unconfirmed({}, at))).toBeVisible()
      await passes(page, language, 'settings-unconfirmed')
      const link = await waitForLink(page, person.email, 'email-confirmation')
      await page.goto(link)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.account_confirmed({}, at))
      expect(page.url()).not.toContain('code')
      await passes(page, language, 'confirmed')
      await page.goto(link)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.account_confirm_already({}, at))
      await page.goto(`/email-confirmation?code=nonsense${query.replace('?', '&')}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.account_confirm_expired({}, at))
      await passes(page, language, 'confirmation-expired')
    })

    await test.step('signs out and in again', async () => {
      await page.goto(`/logout${query}`)
      await click(m.account_logout_action({}, at))
      await expect(page).toHaveURL(/\/(\?lang=el)?$/)
      await page.goto(`/settings${query}`)
      await expect(page).toHaveURL(/\/login\?redirect=%2Fsettings/)
      await field(m.account_email({}, at)).fill(person.email)
      await field(m.account_password({}, at)).fill('not the one')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert').first()).toContainText(m.account_login_wrong({}, at))
      await field(m.account_password({}, at)).fill(first)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.account_login_done({}, at))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.account_settings_title({}, at))
    })

    await test.step('changes the details, even after the session has ended', async () => {
      await field(m.account_surname({}, at)).fill(person.surname + person.surname.toLowerCase())
      await page.context().clearCookies({ name: 'customerToken' })
      await click(m.account_settings_save({}, at))
      await expect(page).toHaveURL(/\/login\?redirect=%2Fsettings/)
      await field(m.account_email({}, at)).fill(person.email)
      await field(m.account_password({}, at)).fill(first)
      await page.keyboard.press('Enter')
      await expect(page.getByText(m.ui_form_restored({}, at))).toBeVisible()
      await expect(field(m.account_surname({}, at))).toHaveValue(
        person.surname + person.surname.toLowerCase(),
      )
      await passes(page, language, 'settings-restored')
      await click(m.account_settings_save({}, at))
      await expect(page.getByText(m.account_updated({}, at))).toBeVisible()
    })

    await test.step('changes the password; another device is signed out', async () => {
      const other = await visitor({ refused: true })
      await other.goto(`/login${query}`)
      await other.getByRole('main').getByLabel(m.account_email({}, at), { exact: true }).fill(person.email)
      await other.getByRole('main').getByLabel(m.account_password({}, at), { exact: true }).fill(first)
      await other.keyboard.press('Enter')
      await expect(other.getByRole('heading', { level: 1 })).toHaveText(m.account_login_done({}, at))
      await page.goto(`/settings${query}`)
      await expect(main.getByText(m.account_devices_end_others({}, at))).toBeVisible()
      await passes(page, language, 'settings')
      await page.goto(`/settings/update-password${query}`)
      await field(m.account_password_current({}, at)).fill('not the one')
      await field(m.account_password_new({}, at)).fill(second)
      await field(m.account_password_again({}, at)).fill(second)
      await click(m.account_reset_action({}, at))
      await expect(main.getByText(m.account_password_wrong({}, at)).first()).toBeVisible()
      await passes(page, language, 'password-wrong')
      await field(m.account_password_current({}, at)).fill(first)
      await click(m.account_reset_action({}, at))
      await expect(page.getByText(m.account_password_changed({}, at))).toBeVisible()
      await other.goto(`/settings${query}`)
      await expect(other).toHaveURL(/\/login\?redirect/)
    })

    await test.step('resets a forgotten password by e-mail', async () => {
      await page.context().clearCookies({ name: 'customerToken' })
      await page.goto(`/forgot-password${query}`)
      await field(m.account_email({}, at)).fill(person.email)
      await click(m.account_forgot_action({}, at))
      await expect(page.getByText(m.account_email_sent({}, at), { exact: true })).toBeVisible()
      await page.goto(await waitForLink(page, person.email, 'reset-password'))
      await expect(field(m.account_email({}, at))).toHaveValue(person.email)
      expect(page.url()).not.toMatch(/code|email/)
      await expect(field(m.account_email({}, at))).toBeDisabled()
      await passes(page, language, 'reset')
      await field(m.account_password({}, at))
        .or(field(m.account_password_new({}, at)))
        .first()
        .fill(third)
      await field(m.account_password_again({}, at)).fill(third)
      await click(m.account_reset_action({}, at))
      await expect(page.getByText(m.account_password_changed({}, at))).toBeVisible()
      await signIn(second)
      await expect(page.getByRole('alert').first()).toContainText(m.account_login_wrong({}, at))
    })

    await test.step('deactivates, and comes back by signing in', async () => {
      await signIn(third)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.account_login_done({}, at))
      await page.goto(`/settings/deactivate${query}`)
      await passes(page, language, 'deactivate')
      await field(m.account_password({}, at)).fill(third)
      await click(m.account_deactivate_action({}, at))
      await expect(page.getByText(m.account_deactivated({}, at))).toBeVisible()
      await passes(page, language, 'deactivated')
      await page.goto(`/settings${query}`)
      await expect(page).toHaveURL(/\/login\?redirect/)
      await signIn(third)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.account_login_done({}, at))
      await expect(async () => {
        await page.goto('/dev/mail')
        await expect(page.getByText(m.account_mail_restored_subject({}, at)).first()).toBeVisible({
          timeout: 3000,
        })
      }).toPass()
    })
  })
}

/** Waits for an e-mail to that address with a link to that page, and answers the link. */
async function waitForLink(page: Page, email: string, path: string): Promise<string> {
  const { request } = page.context()
  let link: string | undefined
  await expect(async () => {
    const list = await (await request.get('/dev/mail')).text()
    const ids = [...list.matchAll(/href="(\/dev\/mail\/[^"?]+)\?part=text">text<\/a>\s*<small>([^ ]+)/g)]
    for (const [, emailPath = ''] of ids.filter(([, , recipient]) => recipient === email)) {
      const text = await (await request.get(`${emailPath}?part=text`)).text()
      link ??= text.match(new RegExp(`https?://\\S+/${path}\\?\\S+`))?.[0]
    }
    expect(link).toBeDefined()
  }).toPass()
  return link as string
}
