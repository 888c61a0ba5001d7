import type { Page } from '@playwright/test'
import { m } from '../src/paraglide/messages.js'
import { desktop, expect, phone, test, testInFull } from './fixtures.ts'
import { addToCart, goToCheckout, miniCart } from './guest-steps.ts'
import { callApi, createTestRegistry } from './test-registry.ts'

/** What a slow server must not lose or do twice: requests of a page are held, and its timers run meanwhile. */

const el = { locale: 'el' } as const
const en = { locale: 'en' } as const
const teapot = { id: 1001, el: 'Κεραμική τσαγιέρα, 1,2 λίτρα', en: 'Stoneware teapot, 1.2 L' }
const suitcase = { id: 2101, en: 'Cabin suitcase' }
const giver = { name: 'Φαίδρα', surname: 'Δοκιμή', email: 'faidra@journey.example', message: 'Να ζήσετε!' }

/** A window of its own, whose clock the test moves. */
const ownWindow = { permissions: [] as string[] }

/** Keeps what the page asks at that address from the server until `release`; `asked` counts the requests. */
async function hold(page: Page, address: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let count = 0
  await page.route(address, async route => {
    count++
    await released
    // The page may have given it up.
    await route.continue().catch(() => {})
  })
  return { asked: () => count, release }
}

test('a page that refreshes itself is left by a link, and asks for the next one once', async ({
  site,
  visitor,
}) => {
  const { id } = await createTestRegistry(site.url, [{ product_id: teapot.id }])
  const page = await visitor({ viewport: phone, ...ownWindow })
  await page.clock.install()
  await page.goto(`/registry/${id}?lang=el`)
  await addToCart(page, 'el', teapot.el)
  await page.goto('/cart?lang=el')
  await goToCheckout(page, 'el', giver)
  await expect(page).toHaveURL(/\/shop\/checkout/)
  await page.goBack()
  const next = await hold(page, '**/thank-you/*.data*')
  await page
    .getByRole('main')
    .getByRole('link', { name: m.handoff_paid_link({}, el) })
    .click()
  await expect.poll(next.asked).toBe(1)
  await page.clock.runFor(130_000)
  expect(next.asked()).toBe(1)
  next.release()
  await expect(page).toHaveURL(/\/thank-you\//)
})

test('what is typed into the search does not end the opening of a product', async ({ host }) => {
  const { page, registry } = await host('en', { viewport: desktop, ...ownWindow })
  await page.clock.install()
  await page.goto(`/registry/${registry.id}/add?lang=en`)
  const opening = await hold(page, `**/add/${suitcase.id}.data*`)
  await page.getByRole('main').getByLabel(m.common_search_the_shop({}, en)).fill('Cabin')
  await page.getByRole('main').getByRole('link', { name: suitcase.en }).first().click()
  await expect.poll(opening.asked).toBe(1)
  await page.clock.runFor(1000)
  opening.release()
  await expect(page.getByRole('dialog', { name: suitcase.en })).toBeVisible()
})

for (const state of ['waits', 'is on its way'])
  testInFull(`a search that ${state} while a gift is added is made afterwards`, async ({ host }) => {
    const { page, registry } = await host('en', { viewport: desktop, ...ownWindow })
    await page.clock.install()
    await page.goto(`/registry/${registry.id}/add?lang=en`)
    const [searching, adding] = [
      await hold(page, '**/add.data*'),
      await hold(page, `**/add/${suitcase.id}.data*`),
    ]
    await page.getByRole('main').getByLabel(m.common_search_the_shop({}, en)).fill('teapot')
    if (state === 'is on its way') await expect.poll(searching.asked).toBe(1)
    await page.getByRole('button', { name: m.gift_add_this({ name: suitcase.en }, en) }).click()
    await expect.poll(adding.asked).toBe(1)
    await page.clock.runFor(1000)
    searching.release()
    adding.release()
    await expect(page.locator('#your-gifts').getByText(suitcase.en)).toBeVisible()
    await expect(page).toHaveURL(/search=teapot/)
  })

test('what comes into the cart while it is refreshed stays in it', async ({ site, visitor }) => {
  const gifts = [{ product_id: teapot.id }, { product_id: suitcase.id }]
  const { id, token } = await createTestRegistry(site.url, gifts)
  const page = await visitor({ viewport: desktop })
  await page.goto(`/registry/${id}?lang=en`)
  await addToCart(page, 'en', teapot.en)
  await expect(miniCart(page, 'en')).toBeVisible()
  const refresh = await hold(page, '**/cart.data*look=*')
  await page.goto('/cart?lang=en')
  await expect.poll(refresh.asked).toBe(1)
  const tab = await page.context().newPage()
  await tab.goto(`/registry/${id}?lang=en`)
  await addToCart(tab, 'en', suitcase.en)
  const buttonsOf = (name: string) => page.getByRole('main').getByRole('button', { name }).first()
  await expect(buttonsOf(suitcase.en)).toBeVisible()
  // The first gift has gone meanwhile, so that one sees when the cart is refreshed.
  const listed = { registry_id: id, lang: 'en' }
  const { data } = await callApi<{ data: { id: number; name: string }[] }>(
    site.url,
    '/registry/show/products',
    listed,
  )
  const gift_id = data.find(({ name }) => name === teapot.en)?.id
  await callApi(site.url, '/me/registry/remove/product', { gift_id }, token)
  refresh.release()
  await expect(buttonsOf(teapot.en)).toBeHidden()
  await expect(buttonsOf(suitcase.en)).toBeVisible()
  await tab.close()
})
