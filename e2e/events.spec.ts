import type { Page } from '@playwright/test'
import { m } from '../src/paraglide/messages.js'
import { aRegistry, post } from './arrange.ts'
import { type Giver, handsOver, miniCart, putsIntoCart } from './guest.ts'
import { expect, test } from './journey.ts'

const teapot = { id: 1001, name: 'Stoneware teapot, 1.2 L' }
const glasses = 1011
const giver: Giver = { name: 'Nora', surname: 'Sample', email: 'nora@journey.example', message: 'With love!' }
const at = { locale: 'en' } as const

test('with consent the ten events are noted, and none tells of a person or a title', async ({
  site,
  visitor,
}) => {
  const { id, name, host } = await aRegistry(site.url, [{ product_id: teapot.id }])
  const guest = await visitor()
  const noted = await listens(guest)
  await guest.goto('/find-registry?q=Sample')
  await expect.poll(() => noted.some(([event]) => event === 'search_registry')).toBe(true)
  await guest.goto(`/registry/${id}`)
  await putsIntoCart(guest, 'en', teapot.name)
  await miniCart(guest, 'en')
    .getByRole('link', { name: m.cart_to_checkout({}, at) })
    .click()
  await handsOver(guest, 'en', giver)
  await expect(guest).toHaveURL(/\/shop\/checkout/)

  const { token } = await post<{ token: string }>(site.url, '/login', host)
  const owner = await visitor()
  const ownerNoted = await listens(owner)
  await owner.context().addCookies([{ name: 'customerToken', value: token, url: site.url }])
  await owner.goto(`/registry/${id}/add?done=created`)
  const isNoted = (event: string) => expect.poll(() => ownerNoted.some(([one]) => one === event)).toBe(true)
  await isNoted('create_registry')
  await owner.goto(`/registry/${id}/add/${glasses}`)
  await owner
    .getByRole('dialog')
    .getByRole('button', { name: m.gift_add_submit({}, at) })
    .click()
  await expect(owner.getByRole('dialog')).toBeHidden()
  await owner.goto(`/registry/${id}/share`)
  await owner
    .getByRole('button', { name: m.registry_share_copy({}, at) })
    .first()
    .click()
  await isNoted('registry_share')
  await owner.goto('/logout')
  await owner
    .getByRole('main')
    .getByRole('button', { name: m.account_logout_action({}, at) })
    .click()
  await expect(owner).toHaveURL(/\/$/)

  const all = () => [...noted, ...ownerNoted]
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
    expect(all().find(([one]) => one === event)?.[1]).toEqual(money)
  const said = JSON.stringify(all())
  for (const secret of [id, name, giver.name, giver.email, host.email, 'Rhea'])
    expect(said).not.toContain(secret)
})

type Noted = [event: string, facts: unknown][]

/** Somebody who has allowed counting; what is noted from then on, across documents. */
async function listens(page: Page): Promise<Noted> {
  const noted: Noted = []
  await page.exposeFunction('noteEvent', (event: string, facts: unknown) => void noted.push([event, facts]))
  await page.addInitScript(() => {
    window.localStorage.setItem('consent', '1:granted')
    const note = (window as unknown as { noteEvent(event: string, facts: unknown): void }).noteEvent
    let layer: unknown[] | undefined
    Object.defineProperty(window, 'dataLayer', {
      get: () => layer,
      set(made: unknown[]) {
        layer = made
        made.push = (...entries) => {
          for (const entry of entries) {
            const [kind, event, facts] = Array.from(entry as ArrayLike<unknown>)
            if (kind === 'event') note(String(event), facts)
          }
          return Array.prototype.push.apply(made, entries)
        }
      },
    })
  })
  return noted
}
