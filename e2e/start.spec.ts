import { paths } from '../src/base/paths.ts'
import { expect, phone, test } from './fixtures.ts'
import { signIn } from './gift-list-steps.ts'
import { createTestRegistry } from './test-registry.ts'

declare global {
  interface Window {
    /** How often React drew the page within each task of the browser. */
    commits: number[]
    __REACT_DEVTOOLS_GLOBAL_HOOK__: object
  }
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

test('no page is drawn a second time at once while it starts', async ({ site, visitor }) => {
  const registry = await createTestRegistry(site.url, [{ product_id: 1001, quantity: 3 }])
  const page = await visitor({ viewport: phone })
  await page.addInitScript(recordCommits)
  const opens = async (path: string) => {
    await page.goto(`${path}?lang=el`, { waitUntil: 'networkidle' })
    const commits = await page.evaluate(() => window.commits)
    expect(commits.length, path).toBeGreaterThan(0)
    expect(
      commits.filter(count => count > 1),
      path,
    ).toEqual([])
  }
  for (const path of ['/', paths.registry(registry.id), paths.findRegistry(), '/faq', '/login'])
    await opens(path)
  await signIn({ page, language: 'el', registry })
  for (const path of [paths.addGifts, paths.manageGifts, paths.editRegistry]) await opens(path(registry.id))
  await opens(paths.myRegistries)
})
