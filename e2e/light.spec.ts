import { paths } from '../src/base/paths.ts'
import { aRegistry } from './arrange.ts'
import { signsIn } from './hosting-gifts.ts'
import { expect, phone, test } from './journey.ts'

declare global {
  interface Window {
    asked: string[]
  }
}

/** Notes who asks how numbers, days and words are written: the first answer takes a phone a tenth of a second. */
function notesIntl(): void {
  window.asked = []
  for (const name of ['NumberFormat', 'DateTimeFormat', 'PluralRules', 'Collator'] as const)
    Reflect.set(
      Intl,
      name,
      new Proxy(Intl[name], {
        construct(own, args) {
          window.asked.push(`${name} ${new Error().stack}`)
          return Reflect.construct(own, args)
        },
      }),
    )
}

test('no page that a guest opens, nor the host’s shelf, waits for Intl', async ({ site, visitor }) => {
  const registry = await aRegistry(site.url, [{ product_id: 1001, quantity: 3 }])
  const page = await visitor({ viewport: phone })
  await page.addInitScript(notesIntl)
  const opens = async (path: string) => {
    await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=el`, { waitUntil: 'networkidle' })
    expect(await page.evaluate(() => window.asked)).toEqual([])
  }
  for (const path of ['/', paths.registry(registry.id), `${paths.registry(registry.id)}/1001`])
    await opens(path)
  for (const path of [paths.findRegistry(), paths.cart, '/faq']) await opens(path)
  await signsIn({ page, language: 'el', registry })
  await opens(paths.addGifts(registry.id))
  await expect(page.getByRole('slider').first()).toHaveAttribute('aria-valuetext', /€/)
})
