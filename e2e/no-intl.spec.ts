import { paths } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import { expect, phone, test } from './fixtures.ts'
import { signIn } from './gift-list-steps.ts'
import { createTestRegistry } from './test-registry.ts'

declare global {
  interface Window {
    intlUses: string[]
  }
}

/**
 * Records every use of Intl's slow constructors: the first number format takes a phone 70 ms. Plural rules take 2 ms, so
 * counted messages may use them.
 */
function recordIntl(): void {
  window.intlUses = []
  for (const name of ['NumberFormat', 'DateTimeFormat', 'Collator'] as const)
    Reflect.set(
      Intl,
      name,
      new Proxy(Intl[name], {
        construct(own, args) {
          window.intlUses.push(`${name} ${new Error().stack}`)
          return Reflect.construct(own, args)
        },
      }),
    )
}

test('no page of guests, nor a host’s of a registry, uses Intl while loading', async ({ site, visitor }) => {
  const registry = await createTestRegistry(site.url, [{ product_id: 1001, quantity: 3 }])
  const page = await visitor({ viewport: phone })
  await page.addInitScript(recordIntl)
  const opens = async (path: string) => {
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=el`, { waitUntil: 'networkidle' })
    expect(await page.evaluate(() => window.intlUses)).toEqual([])
  }
  for (const path of ['/', paths.registry(registry.id), `${paths.registry(registry.id)}/1001`])
    await opens(path)
  for (const path of [paths.findRegistry(), paths.cart, '/faq']) await opens(path)
  await signIn({ page, language: 'el', registry })
  await opens(paths.editRegistry(registry.id))
  await opens(paths.addGifts(registry.id))
  // The slider of prices is loaded when the filters are opened.
  await expect(page.getByRole('slider', { includeHidden: true })).toHaveCount(0)
  await page.getByText(m.gift_filters({}, { locale: 'el' }), { exact: true }).click()
  await expect(page.getByRole('slider').first()).toHaveAttribute('aria-valuetext', /€/)
  expect(await page.evaluate(() => window.intlUses)).toEqual([])
})
