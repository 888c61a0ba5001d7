import type { Page } from '@playwright/test'
import { m } from '../src/paraglide/messages.js'
import { expect, test } from './fixtures.ts'
import { addToCart, type Giver, goToCheckout, miniCart } from './guest-steps.ts'
import { createTestRegistry } from './test-registry.ts'

const teapot = { id: 1001, name: 'Stoneware teapot, 1.2 L' }
const glasses = 1011
const giver: Giver = { name: 'Nora', surname: 'Sample', email: 'nora@journey.example', message: 'With love!' }
const at = { locale: 'en' } as const

test('with consent the ten events are recorded, and none contains names, addresses or titles', async ({
  site,
  visitor,
}) => {
  const { id, name, host, token } = await createTestRegistry(site.url, [{ product_id: teapot.id }])
  const guest = await visitor()
  const guestEvents = await recordEvents(guest)
  await giveAsGuest(guest, id, guestEvents)
  const owner = await visitor()
  const hostEvents = await recordEvents(owner)
  await owner.context().addCookies([{ name: 'customerToken', value: token, url: site.url }])
  await editAsHost(owner, id, hostEvents)

  const all = () => [...guestEvents, ...hostEvents]
  await expect
    .poll(() => new Set(all().map(([event]) => event)))
    .toEqual(
      new Set([
        'page_view',
        'search_registry',
        'view_registry',
        'add_to_cart',
        'view_cart',
        'begin_checkout',
        'create_registry',
        'add_product_to_registry',
        'registry_share',
        'sign_out',
      ]),
    )
  const money = { currency: 'EUR', value: 64, items: [{ item_id: '1001', quantity: 1, price: 64 }] }
  for (const event of ['add_to_cart', 'view_cart', 'begin_checkout'])
    expect(all().find(([name]) => name === event)?.[1]).toEqual(money)
  const recordedText = JSON.stringify(all())
  for (const privateText of [id, name, giver.name, giver.email, host.email, 'Rhea'])
    expect(recordedText).not.toContain(privateText)
})

/** Searches, views the registry, adds a gift to the cart, and goes to the checkout. */
async function giveAsGuest(page: Page, registryId: string, events: RecordedEvents): Promise<void> {
  await page.goto('/find-registry?q=Sample')
  await expectRecorded(events, 'search_registry')
  await page.goto(`/registry/${registryId}`)
  await addToCart(page, 'en', teapot.name)
  await miniCart(page, 'en')
    .getByRole('link', { name: m.common_continue({}, at) })
    .click()
  await goToCheckout(page, 'en', giver)
  await expect(page).toHaveURL(/\/shop\/checkout/)
}

/** Arrives at the new registry, adds a gift, shares, and signs out. */
async function editAsHost(page: Page, registryId: string, events: RecordedEvents): Promise<void> {
  await page.goto(`/registry/${registryId}/add?done=created`)
  await expectRecorded(events, 'create_registry')
  await page.goto(`/registry/${registryId}/add/${glasses}`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: m.gift_add_submit({}, at) })
    .click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto(`/registry/${registryId}/share`)
  await page
    .getByRole('button', { name: m.registry_share_copy({}, at) })
    .first()
    .click()
  await expectRecorded(events, 'registry_share')
  await page.goto('/logout')
  await page
    .getByRole('main')
    .getByRole('button', { name: m.common_sign_out({}, at) })
    .click()
  await expect(page).toHaveURL(/\/\?lang=en$/)
}

const expectRecorded = (events: RecordedEvents, event: string) =>
  expect.poll(() => events.some(([name]) => name === event)).toBe(true)

type RecordedEvents = [event: string, facts: unknown][]

/** Gives consent; returns the list that events are recorded in from then on, across pages. */
async function recordEvents(page: Page): Promise<RecordedEvents> {
  const recorded: RecordedEvents = []
  await page.exposeFunction(
    'noteEvent',
    (event: string, facts: unknown) => void recorded.push([event, facts]),
  )
  await page.addInitScript(() => {
    window.localStorage.setItem('consent', '1:granted')
    const recordEvent = (window as unknown as { noteEvent(event: string, facts: unknown): void }).noteEvent
    let layer: unknown[] | undefined
    Object.defineProperty(window, 'dataLayer', {
      get: () => layer,
      set(value: unknown[]) {
        layer = value
        value.push = (...entries) => {
          for (const entry of entries) {
            const [kind, event, facts] = Array.from(entry as ArrayLike<unknown>)
            if (kind === 'event') recordEvent(String(event), facts)
          }
          return Array.prototype.push.apply(value, entries)
        }
      },
    })
  })
  return recorded
}
