import type { Page } from '@playwright/test'
import type { Language } from '../src/base/language.ts'
import { m } from '../src/paraglide/messages.js'
import { checkPage, expect } from './fixtures.ts'
import { findEmailLink } from './test-registry.ts'

/** The passwords of the account, one after the other. */
const [first, second, third] = ['quince and cream', 'figs and honey', 'rice with milk'] as const

interface Person {
  name: string
  surname: string
  email: string
}

type AccountJourney = ReturnType<typeof startJourney>

/** A person's page, and the fields and buttons of its main part by their labels. */
export function startJourney(page: Page, language: Language, person: Person) {
  const at = { locale: language }
  // Of addresses in this language.
  const query = language === 'el' ? '?lang=el' : ''
  const main = page.getByRole('main')
  const field = (label: string) => main.getByLabel(label, { exact: true })
  return {
    page,
    language,
    query,
    person,
    at,
    main,
    field,
    click: (name: string) => main.getByRole('button', { name, exact: true }).click(),
    async signIn(password: string) {
      await page.goto(`/login${query}`)
      await field(m.common_email({}, at)).fill(person.email)
      await field(m.account_password({}, at)).fill(password)
      await page.keyboard.press('Enter')
    },
  }
}

/** Registers; two different passwords are refused. */
export async function register(journey: AccountJourney): Promise<void> {
  const { page, query, person, at, main, field, click } = journey
  await page.goto(`/register${query}`)
  await field(m.common_first_name({}, at)).fill(person.name)
  await field(m.common_last_name({}, at)).fill(person.surname)
  await field(m.common_email({}, at)).fill(person.email)
  await field(m.account_password({}, at)).fill(first)
  await field(m.account_password_again({}, at)).fill(second)
  await click(m.account_register_action({}, at))
  await expect(main.getByText(m.account_passwords_differ({}, at)).first()).toBeVisible()
  await field(m.account_password_again({}, at)).fill(first)
  await click(m.account_register_action({}, at))
  await expect(page).toHaveURL(({ pathname }) => pathname === '/')
  await expect(main.getByText(m.account_created({}, at))).toBeVisible()
}

/** Confirms the e-mail address by the button of the page that the link opens; it works once. */
export async function confirmEmail(journey: AccountJourney): Promise<void> {
  const { page, language, query, person, at, main, click } = journey
  await page.goto(`/settings${query}`)
  await expect(main.getByText(m.account_unconfirmed({}, at))).toBeVisible()
  await checkPage(page, language, 'settings-unconfirmed')
  const link = await findEmailLink(new URL(page.url()).origin, person.email, 'email-confirmation')
  await page.goto(link)
  expect(page.url()).not.toContain('code')
  await checkPage(page, language, 'confirm')
  await click(m.common_confirm_my_email({}, at))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.account_confirmed({}, at))
  await checkPage(page, language, 'confirmed')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.account_confirm_already({}, at))
  await page.goto(`/email-confirmation?code=nonsense${query.replace('?', '&')}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.account_confirm_expired({}, at))
  await checkPage(page, language, 'confirmation-expired')
}

/** Signs out and in again; a wrong password is refused. */
export async function signOutAndIn(journey: AccountJourney): Promise<void> {
  const { page, language, query, person, at, field, click } = journey
  await page.goto(`/logout${query}`)
  await click(m.common_sign_out({}, at))
  await expect(page).toHaveURL(new RegExp(`/(\\?lang=${language})?$`))
  await page.goto(`/settings${query}`)
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsettings/)
  await field(m.common_email({}, at)).fill(person.email)
  await field(m.account_password({}, at)).fill('not the one')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').first()).toContainText(m.account_login_wrong({}, at))
  await field(m.account_password({}, at)).fill(first)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.account_login_done({}, at))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.common_settings({}, at))
}

/** Changes the details after the session has ended; the form is restored after signing in. */
export async function changeDetails(journey: AccountJourney): Promise<void> {
  const { page, language, person, at, field, click } = journey
  await field(m.common_last_name({}, at)).fill(person.surname + person.surname.toLowerCase())
  await page.context().clearCookies({ name: 'customerToken' })
  await click(m.account_settings_save({}, at))
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsettings/)
  await field(m.common_email({}, at)).fill(person.email)
  await field(m.account_password({}, at)).fill(first)
  await page.keyboard.press('Enter')
  await expect(page.getByText(m.ui_form_restored({}, at))).toBeVisible()
  await expect(field(m.common_last_name({}, at))).toHaveValue(person.surname + person.surname.toLowerCase())
  await checkPage(page, language, 'settings-restored')
  await click(m.account_settings_save({}, at))
  await expect(page.getByText(m.account_updated({}, at))).toBeVisible()
}

/** Changes the password; another device, `otherPage`, is signed out. */
export async function changePassword(journey: AccountJourney, otherPage: Page): Promise<void> {
  const { page, language, query, person, at, main, field, click } = journey
  await otherPage.goto(`/login${query}`)
  await otherPage.getByRole('main').getByLabel(m.common_email({}, at), { exact: true }).fill(person.email)
  await otherPage.getByRole('main').getByLabel(m.account_password({}, at), { exact: true }).fill(first)
  await otherPage.keyboard.press('Enter')
  await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText(m.account_login_done({}, at))
  await page.goto(`/settings${query}`)
  await expect(main.getByText(m.account_devices_end_others({}, at))).toBeVisible()
  await page.goto(`/settings/update-password${query}`)
  await field(m.account_password_current({}, at)).fill('not the one')
  await field(m.common_new_password({}, at)).fill(second)
  await field(m.account_password_again({}, at)).fill(second)
  await click(m.common_change_password({}, at))
  await expect(main.getByText(m.account_password_wrong({}, at)).first()).toBeVisible()
  await checkPage(page, language, 'password-wrong')
  await field(m.account_password_current({}, at)).fill(first)
  await click(m.common_change_password({}, at))
  await expect(page.getByText(m.account_password_changed({}, at))).toBeVisible()
  await otherPage.goto(`/settings${query}`)
  await expect(otherPage).toHaveURL(/\/login\?redirect/)
}

/** Resets a forgotten password by e-mail. */
export async function resetPassword(journey: AccountJourney): Promise<void> {
  const { page, language, query, person, at, field, click, signIn } = journey
  await page.context().clearCookies({ name: 'customerToken' })
  await page.goto(`/forgot-password${query}`)
  await field(m.common_email({}, at)).fill(person.email)
  await click(m.account_forgot_action({}, at))
  await expect(page.getByText(m.account_email_sent({}, at), { exact: true })).toBeVisible()
  await page.goto(await findEmailLink(new URL(page.url()).origin, person.email, 'reset-password'))
  await expect(field(m.common_email({}, at))).toHaveValue(person.email)
  expect(page.url()).not.toMatch(/code|email/)
  await expect(field(m.common_email({}, at))).toBeDisabled()
  await checkPage(page, language, 'reset')
  await field(m.account_password({}, at))
    .or(field(m.common_new_password({}, at)))
    .first()
    .fill(third)
  await field(m.account_password_again({}, at)).fill(third)
  await click(m.common_change_password({}, at))
  await expect(page.getByText(m.account_password_changed({}, at))).toBeVisible()
  await signIn(second)
  await expect(page.getByRole('alert').first()).toContainText(m.account_login_wrong({}, at))
}

/** Deactivates the account, and restores it by signing in. */
export async function deactivateAndReturn(journey: AccountJourney): Promise<void> {
  const { page, language, query, at, field, click, signIn } = journey
  await signIn(third)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.account_login_done({}, at))
  await page.goto(`/settings/deactivate${query}`)
  await field(m.account_password({}, at)).fill(third)
  await click(m.account_deactivate_action({}, at))
  await expect(page.getByText(m.account_deactivated({}, at))).toBeVisible()
  await checkPage(page, language, 'deactivated')
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
}
