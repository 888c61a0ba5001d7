import { paths } from '../src/base/paths.ts'
import { m } from '../src/paraglide/messages.js'
import { expect, phone, test } from './fixtures.ts'
import { createTestRegistry, signIn } from './test-registry.ts'

declare global {
  interface Window {
    intlUses: string[]
    /** How often React drew the page within each task of the browser. */
    commits: number[]
    __REACT_DEVTOOLS_GLOBAL_HOOK__: object
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

/** Runs in the page: what the tools for developers are told, tells of every time that React has drawn. */
function recordCommits(): void {
  window.commits = []
  let isSameTask = false
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    isSameTask = false
  }
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot() {
      if (isSameTask) window.commits.push((window.commits.pop() ?? 0) + 1)
      else window.commits.push(1)
      isSameTask = true
      port2.postMessage(null)
    },
    onPostCommitFiberRoot() {},
    onCommitFiberUnmount() {},
  }
}

test('while it starts, no page of guests or hosts uses Intl, and none is drawn a second time at once', async ({
  site,
  visitor,
}) => {
  const registry = await createTestRegistry(site.url, [{ product_id: 1001, quantity: 3 }])
  const page = await visitor({ viewport: phone })
  await page.addInitScript(recordIntl)
  await page.addInitScript(recordCommits)
  const opens = async (path: string) => {
    await page.goto(`${path}?lang=el`, { waitUntil: 'networkidle' })
    // On a busy machine the network rests before React has begun.
    await page.waitForFunction(() => window.commits.length > 0)
    const { commits, intlUses } = await page.evaluate(() => ({
      commits: window.commits,
      intlUses: window.intlUses,
    }))
    expect(intlUses, path).toEqual([])
    expect(
      commits.filter(count => count > 1),
      path,
    ).toEqual([])
  }
  for (const path of [
    paths.home,
    paths.registry(registry.id),
    `${paths.registry(registry.id)}/1001`,
    paths.findRegistry(),
    paths.cart,
    '/faq',
    '/login',
  ])
    await opens(path)
  await signIn({ page, language: 'el', registry })
  for (const path of [paths.manageGifts, paths.editRegistry, paths.addGifts]) await opens(path(registry.id))
  // The slider of prices is loaded when the filters are opened.
  await expect(page.getByRole('slider', { includeHidden: true })).toHaveCount(0)
  await page.getByText(m.gift_filters({}, { locale: 'el' }), { exact: true }).click()
  await expect(page.getByRole('slider').first()).toHaveAttribute('aria-valuetext', /€/)
  expect(await page.evaluate(() => window.intlUses)).toEqual([])
  await opens(paths.myRegistries)
})
