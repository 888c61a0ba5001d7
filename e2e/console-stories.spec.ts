import { formatEuro } from '../src/base/money.ts'
import {
  correctEmail,
  finishHangingPayout,
  helpHostWithoutPhone,
  placeLostPayment,
  readThisMonth,
  recordPhoneOrder,
  signInAsStaff,
} from './console-steps.ts'
import { checkPage, desktop, expect, phone, testInFull } from './fixtures.ts'
import { glasses } from './money-registry.ts'
import { createTestRegistry } from './test-registry.ts'

const teapot = { id: 1001, name: { en: 'Stoneware teapot', el: 'Κεραμική τσαγιέρα' } }

const journeys = [
  { language: 'el', viewport: phone },
  { language: 'en', viewport: desktop },
] as const

for (const { language, viewport } of journeys)
  testInFull(
    `${language}: staff help those who call, and the month's report has all of it`,
    async ({ site, visitor }) => {
      const gifts = [
        { product_id: glasses.id, is_group_gifting: true },
        { product_id: teapot.id, quantity: 2 },
      ]
      const registry = await createTestRegistry(site.url, gifts, {}, language)
      const page = await visitor({ viewport, expectsRefusals: true })
      const part = { page, site, language, registry }
      await signInAsStaff(part)
      const before = await readThisMonth(part)
      const order = await placeLostPayment(part, glasses.id, 30)
      await recordPhoneOrder(part, teapot.id, teapot.name[language])
      await finishHangingPayout(part)
      await helpHostWithoutPhone(part)
      await correctEmail(part)
      const after = await readThisMonth(part)
      const difference = (column: string) => (after[column] ?? 0) - (before[column] ?? 0)
      // What was placed came in, the payout left; what was taken back is in neither.
      expect([difference('Came in'), difference('Sent as gift cards'), difference('After')]).toEqual([
        3000, -3000, 0,
      ])
      const { Month, Before = 0, After, ...moved } = after
      expect(Object.values(moved).reduce((sum, cents) => sum + cents, Before)).toBe(After)
      await page.goto(`/staff/money?lang=${language}`)
      await checkPage(page, language, 'console-month')
      const findWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
      await expect.poll(findWidth).toBe(viewport.width)
      await page.locator('a[href*="movement=received"]').first().click()
      await expect(page.getByRole('listitem').filter({ hasText: String(order) })).toContainText(
        formatEuro(3000, language),
      )
    },
  )
