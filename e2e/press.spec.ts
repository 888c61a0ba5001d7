import type { Page } from '@playwright/test'
import { paths } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import { expect, phone, test } from './fixtures.ts'
import { createTestRegistry } from './test-registry.ts'

const en = { locale: 'en' } as const

declare global {
  interface Window {
    heldFrames: FrameRequestCallback[]
  }
}

test('a pressed filter is painted before the list changes', async ({ site, visitor }) => {
  const gifts = [1001, 1011, 1013, 1014, 1042].map(product_id => ({ product_id, quantity: 2 }))
  const { id } = await createTestRegistry(site.url, [...gifts, { product_id: 1101, is_group_gifting: true }])
  const page = await visitor({ viewport: phone })
  await page.goto(paths.registry(id))
  await page.waitForLoadState('networkidle')
  await holdFrames(page)
  const filter = page.locator('main a[href*="show="]').first()
  await filter.evaluate(pressAndAskServer, 1)
  expect(page.url()).not.toContain('show=')
  await releaseFrames(page)
  await expect(page).toHaveURL(/show=/)
})

test('a press that adds a gift is painted before it is sent, and two are sent once', async ({ host }) => {
  const { page, registry } = await host('en', { viewport: phone })
  await page.goto(`${paths.addGifts(registry.id)}/1001`)
  await page.waitForLoadState('networkidle')
  const posts: string[] = []
  page.on('request', request => request.method() === 'POST' && posts.push(request.url()))
  await holdFrames(page)
  const submit = page
    .getByRole('dialog')
    .getByRole('button', { name: m.gift_add_submit({}, en), exact: true })
  await submit.evaluate(pressAndAskServer, 2)
  expect(posts).toEqual([])
  await releaseFrames(page)
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(posts).toHaveLength(1)
})

/** From now on the page paints nothing, as while a phone is busy. */
function holdFrames(page: Page): Promise<void> {
  return page.evaluate(() => {
    window.heldFrames = []
    window.requestAnimationFrame = callback => window.heldFrames.push(callback)
  })
}

function releaseFrames(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const callback of window.heldFrames.splice(0)) callback(performance.now())
  })
}

/** Presses so many times; what that starts at once has begun by the time the server has answered something else. */
async function pressAndAskServer(target: HTMLElement | SVGElement, times: number): Promise<void> {
  for (let press = 0; press < times; press++) (target as HTMLElement).click()
  await fetch(location.href).then(page => page.text())
}
