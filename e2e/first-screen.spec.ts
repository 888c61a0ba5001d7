import { expect } from '@playwright/test'
import { languages } from '../src/base/language.ts'
import { phone, test } from './fixtures.ts'
import { createTestRegistry } from './test-registry.ts'

const greeting = 'Thank you for being with us on this day, from near and from far.\n\n'.repeat(4)

for (const language of languages)
  for (const hasScripts of [true, false])
    test(`a phone's first screen shows the first gift, in ${language}, scripts: ${hasScripts}`, async ({
      site,
      visitor,
    }) => {
      const gifts = [{ product_id: 1001 }, { product_id: 1101, is_group_gifting: true }]
      const registry = await createTestRegistry(site.url, gifts, { greeting })
      const page = await visitor({ viewport: phone, javaScriptEnabled: hasScripts })
      await page.goto(`/registry/${registry.id}?lang=${language}`)
      const picture = page.locator('li[data-state] img').first()
      await expect(picture).toBeInViewport({ ratio: 0.6 })
      expect((await picture.boundingBox())?.y, 'where the first gift begins').toBeLessThan(580)
      const letter = page.getByText('from near and from far').first()
      const folded = (await letter.boundingBox())?.height ?? 0
      await page.locator('summary', { hasText: language === 'el' ? 'γράμμα' : 'letter' }).click()
      await expect.poll(async () => (await letter.boundingBox())?.height).toBeGreaterThan(folded * 2)
    })
