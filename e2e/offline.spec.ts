import { m } from '../src/paraglide/messages.js'
import { expect, phone, test } from './fixtures.ts'

test('without a network a page says so in its language, and no personal data is cached', async ({
  visitor,
}) => {
  const page = await visitor({
    viewport: phone,
    serviceWorkers: 'allow',
    // What the page loads for later may be cut off, too.
    expectsRefusals: true,
    expectsNoAnswer: true,
  })
  await page.goto('/?lang=el')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.goto('/contact-us?lang=el')
  const at = { locale: 'el' } as const
  await page.getByLabel(m.contact_message({}, at)).fill('Κάτι που δεν πρέπει να χαθεί')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: m.contact_send({}, at) }).click()
  await expect(page.getByRole('alert').filter({ hasText: m.site_server_error({}, at) })).toBeVisible()
  await expect(page.getByLabel(m.contact_message({}, at))).toHaveValue('Κάτι που δεν πρέπει να χαθεί')
  await page.goto('/find-registry?lang=el', { waitUntil: 'load' }).catch(() => {})
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(m.site_offline_title({}, { locale: 'el' }))
  await expect(page.locator('html')).toHaveAttribute('lang', 'el')
  const cachedUrls = await page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname + new URL(url).search)
  })
  expect(cachedUrls).toEqual(['/offline?lang=en', '/offline?lang=el'])
  await page.context().setOffline(false)
  await page.getByRole('link', { name: m.site_try_again({}, { locale: 'el' }) }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(
    m.site_offline_title({}, { locale: 'el' }),
  )
})
