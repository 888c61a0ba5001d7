import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { demoStaff } from '../src/demo/pages.ts'
import { checkEvenLook } from './accessibility-checks.ts'
import { findLayoutFaults } from './console-checks-in-page.ts'
import { checkPage, desktop, expect, isFull, phone, test } from './fixtures.ts'

const words = {
  en: {
    code: 'Time code',
    action: 'Sign in',
    wrong: 'You could not be signed in.',
    out: 'Sign out',
    rename: 'Correct the giver’s name',
    name: 'Name as it should be',
    next: 'Go on',
    reason: 'Reason',
  },
  el: {
    code: 'Κωδικός μιας χρήσης',
    action: 'Σύνδεση',
    wrong: 'Η σύνδεση δεν έγινε.',
    out: 'Αποσύνδεση',
    rename: 'Διόρθωση ονόματος καλεσμένου',
    name: 'Σωστό όνομα',
    next: 'Συνέχεια',
    reason: 'Αιτιολογία',
  },
} as const

test.describe.configure({ mode: 'parallel' })

/** Each takes a time step of its own, because no code is taken twice. The quick run has the first, with a fifth of the pages. */
const journeys = [
  { language: 'en', viewport: desktop, step: 0 },
  { language: 'el', viewport: phone, step: 30 },
] as const

for (const { language, viewport, step } of isFull ? journeys : journeys.slice(0, 1))
  test(`${language}: one of the staff signs in with a time code, and out`, async ({ visitor }) => {
    const page = await visitor({ viewport, expectsRefusals: true })
    const said = words[language]
    await page.goto(`/staff?lang=${language}`)
    await expect(page).toHaveURL(/\/staff\/login/)
    await signIn(page, language, '000000')
    await expect(page.getByRole('alert').filter({ hasText: said.wrong })).toBeVisible()
    const epoch = Math.floor(Date.now() / 1000) + step
    await signIn(page, language, generateSync({ secret: demoStaff.secret, epoch }))
    await expect(page).toHaveURL(/\/staff\/overview/)
    const pages = [
      '/staff/overview',
      '/staff/work',
      '/staff/work/call',
      '/staff/deliveries',
      '/staff/demand',
      '/staff/demand?by=brand&month=each',
      '/staff/demand/searches',
      '/staff/sessions',
      '/staff/money',
      '/staff/money/lines',
      '/staff/audit',
      '/staff/search',
      '/staff/people',
      ...(await findHostPaths(page)),
      '/staff/event-types',
      '/staff/event-types/wedding',
      '/staff/team',
      '/staff/team/1',
      '/staff/actions/line_placed',
    ]
    for (const path of pages.filter((_, place) => isFull || place % 5 === 0)) {
      await page.goto(path)
      // Nothing may run in a page that is only looked at: axe would wait for ever.
      if (path.startsWith('/staff/seen/')) await expect(page.locator('h1')).toHaveCount(1)
      else await checkPage(page, language, path.slice(1).replaceAll('/', '-'))
      await checkLayout(page, path, isFull ? widths : [widths[pages.indexOf(path) % 4 < 2 ? 0 : 3]])
    }
    await correctGiver(page, language, viewport.width)
    await page.getByRole('button', { name: said.out, exact: true }).click()
    await expect(page).toHaveURL(/\/staff\/login/)
    await page.goto('/staff/sessions')
    await expect(page).toHaveURL(/\/staff\/login/)
  })

/** The demonstration's host, and a registry of theirs: whole, and as it is seen by them and by guests. */
async function findHostPaths(page: Page): Promise<string[]> {
  await page.goto('/staff/search?q=demo@doron.example')
  const pathOf = async (kind: string) => {
    const href = await page.locator(`a[href^="/staff/${kind}/"]`).first().getAttribute('href')
    return new URL(href ?? '', 'http://any.example').pathname
  }
  const hosts = await pathOf('hosts')
  const registry = await pathOf('registries')
  await page.goto(`${registry}/orders`)
  const order = await pathOf('orders')
  const seen = registry.replace('/registries/', '/seen/')
  const asOf = (as: string) => seen.replace('/seen/', `/seen/${as}/`)
  return [
    hosts,
    registry,
    order,
    ...['gifts', 'orders', 'money', 'letters', 'guests', 'history'].map(part => `${registry}/${part}`),
    asOf('guest'),
    `${asOf('host')}/gifts`,
    `${asOf('host')}/gifts-received`,
    `${asOf('host')}/edit/registry-shipping-address`,
  ]
}

/** A host calls: the name beside a gift is misspelt. */
async function correctGiver(page: Page, language: keyof typeof words, width: number): Promise<void> {
  const said = words[language]
  await page.goto('/staff/search?q=demo@doron.example')
  const href = await page.locator('a[href^="/staff/registries/"]').first().getAttribute('href')
  await page.goto(`${new URL(href ?? '', 'http://any.example').pathname}/orders?lang=${language}`)
  await page.getByRole('link', { name: said.rename }).first().click()
  const name = `Δανάη Μακρυγιάννη ${language}`
  await page.getByLabel(said.name).fill(name)
  await page.getByRole('button', { name: said.next, exact: true }).click()
  await expect(page.getByRole('table')).toContainText(name)
  await checkPage(page, language, 'staff-actions-giver_renamed')
  await expect.poll(() => findWidth(page)).toBeLessThanOrEqual(width)
  await page.getByLabel(said.reason).fill('The host has called.')
  await page.getByRole('button', { name: said.rename, exact: true }).click()
  await expect(page).toHaveURL(/\/orders.*#(order|receipt)-\d+$/)
  await expect(page.locator('tbody').first()).toContainText(name)
}

/** Small and large phones, both sides of what is mobile, and a desktop; in the quick run a page has one of two. */
const widths = [360, 390, 991, 992, 1360] as const

/** At every width nothing is wider than the window, and the console's own pages are laid out as they should be. */
async function checkLayout(page: Page, path: string, widths: readonly number[]): Promise<void> {
  const before = page.viewportSize() ?? desktop
  for (const width of widths) {
    await page.setViewportSize({ width, height: before.height })
    const at = `${path} at ${width} px`
    await expect.poll(() => findWidth(page), { message: at }).toBeLessThanOrEqual(width)
    if (path.startsWith('/staff/seen/')) continue
    await expect.poll(() => page.evaluate(findLayoutFaults), { message: at }).toEqual([])
    expect(await checkEvenLook(page), at).toEqual([])
  }
  await page.setViewportSize(before)
}

/** How wide the page is that the window shows a part of. */
function findWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth)
}

async function signIn(page: Page, language: keyof typeof words, code: string): Promise<void> {
  const said = words[language]
  await page.locator('[name=email]').fill(demoStaff.email)
  await page.locator('[name=password]').fill(demoStaff.password)
  await page.getByLabel(said.code).fill(code)
  await page.getByRole('button', { name: said.action, exact: true }).click()
}
