import { generateSync } from 'otplib'
import { m } from '../src/paraglide/messages.js'
import { startJourney } from './account-steps.ts'
import { checkPage, desktop, expect, phone, test } from './fixtures.ts'

const password = 'quince and cream'
const people = {
  en: { name: 'Nora', surname: 'Factor', email: 'nora@factor.example' },
  el: { name: 'Δανάη', surname: 'Δοκιμή', email: 'danae@factor.example' },
} as const

/** The quick run takes the last one. */
const journeys = ['en', 'el'] as const

for (const language of journeys)
  test(`${language}: a host adds two-step sign-in, is asked for a code on another browser, and turns it off`, async ({
    visitor,
    site,
  }) => {
    const viewport = language === 'el' ? phone : desktop
    const person = people[language]
    await site.api.post('/api/register', { data: { ...person, password, repassword: password } })
    const page = await visitor({ viewport, expectsRefusals: true })
    const journey = startJourney(page, language, person)
    const { at, query, field, click, main } = journey
    await journey.signIn(password)
    await expect(page).not.toHaveURL(/\/login/)
    await page.goto(`/settings/second-factor${query}`)
    const secret = await main.locator('code').innerText()
    await field(m.account_factor_first({}, at)).fill('000000')
    await click(m.account_factor_add({}, at))
    await expect(main.getByText(m.account_factor_wrong({}, at)).first()).toBeVisible()
    expect(await main.locator('code').innerText()).toBe(secret)
    const code = (step: number) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + step * 30 })
    await field(m.account_factor_first({}, at)).fill(code(0))
    await click(m.account_factor_add({}, at))
    await expect(main.getByRole('heading', { name: m.account_factor_codes({}, at) })).toBeVisible()
    await expect(main.locator('code')).toHaveCount(10)
    const recoveryCode = await main.locator('code').first().innerText()
    await checkPage(page, language, 'recovery-codes')

    const other = await visitor({ viewport, expectsRefusals: true })
    const second = startJourney(other, language, person)
    await second.signIn(password)
    await second.field(m.account_factor_code({}, at)).fill(recoveryCode)
    await checkPage(other, language, 'second-factor-asked')
    await other.keyboard.press('Enter')
    await expect(other).not.toHaveURL(/\/login/)
    await other.goto(`/settings/second-factor${query}`)
    await expect(second.main.getByText(m.account_factor_left({ count: 9 }, at))).toBeVisible()
    await checkPage(other, language, 'second-factor-on')
    await second.click(m.account_factor_remove({}, at))
    await expect(other.getByText(m.account_factor_removed({}, at)).first()).toBeVisible()
  })
