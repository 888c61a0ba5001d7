import { paths } from '../src/base/paths.ts'
import { aRegistry } from './arrange.ts'
import { signsIn } from './hosting-gifts.ts'
import { desk, expect, test } from './journey.ts'

test('whoever travels sees the same days, before and after the scripts', async ({ site, visitor }) => {
  const registry = await aRegistry(site.url, [{ product_id: 1001, quantity: 3 }])
  const pages = [paths.registry(registry.id), paths.myRegistries, paths.editRegistry(registry.id)]
  const seen = new Map<string, Set<string>>(pages.map(path => [path, new Set()]))
  for (const timezoneId of ['Europe/Athens', 'America/New_York', 'Pacific/Auckland']) {
    // What the scripts would draw otherwise than the server is a complaint, which ends the journey.
    const page = await visitor({ viewport: desk, timezoneId })
    await signsIn({ page, language: 'el', registry })
    for (const path of pages) {
      await page.goto(`${path}?lang=el`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      seen.get(path)?.add(await page.getByRole('main').innerText())
    }
  }
  for (const [path, texts] of seen) expect([path, texts.size]).toEqual([path, 1])
})
