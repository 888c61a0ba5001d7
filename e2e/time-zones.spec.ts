import { paths } from '../src/base/paths.ts'
import { desktop, expect, isFull, test } from './fixtures.ts'
import { createTestRegistry, signIn } from './test-registry.ts'

test('days are the same in every time zone, before and after hydration', async ({ site, visitor }) => {
  const registry = await createTestRegistry(site.url, [{ product_id: 1001, quantity: 3 }])
  const pages = [paths.registry(registry.id), paths.editRegistry(registry.id)]
  if (isFull) pages.push(paths.myRegistries)
  const textsByPath = new Map<string, Set<string>>(pages.map(path => [path, new Set()]))
  for (const timezoneId of ['America/New_York', 'Pacific/Auckland']) {
    // A difference between server and hydration is logged as an error, which fails the test.
    const page = await visitor({ viewport: desktop, timezoneId })
    await signIn({ page, language: 'el', registry })
    for (const path of pages) {
      await page.goto(`${path}?lang=el`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      textsByPath.get(path)?.add(await page.getByRole('main').innerText())
    }
  }
  for (const [path, texts] of textsByPath) expect([path, texts.size]).toEqual([path, 1])
})
