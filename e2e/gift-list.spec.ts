import { desktop, expect, phone, type Site, test } from './fixtures.ts'
import * as giftList from './gift-list-steps.ts'
import { createTestRegistry, type GiftRequest, signIn } from './test-registry.ts'

const giftRequests = [
  { product_id: 1001 },
  { product_id: 1101, is_group_gifting: true },
  { product_id: 1022, quantity: 2 },
]

test('hosts reorder their gifts by keyboard and by pointer, change and remove them', async ({
  site,
  visitor,
}) => {
  const registry = await createTestRegistry(site.url, giftRequests)
  const page = await visitor({ viewport: desktop })
  const session = { page, language: 'en' as const, registry }
  await signIn(session)
  await giftList.reorderByKeyboard(session)
  await giftList.reorderByPointer(session)
  await giftList.leaveWhileMoving(session)
  await giftList.changeAndRemove(session)
  await giftList.addWithoutDialog(session)
  await giftList.undoByTick(session)
  await giftList.filterInSheet(session)
})

test('a long list is whole once it has loaded, and sorted and searched as a whole', async ({
  site,
  visitor,
}) => {
  const gifts = await listSimpleProducts(site)
  expect(gifts.length).toBeGreaterThan(50)
  const { id } = await createTestRegistry(site.url, gifts)
  const page = await visitor({ viewport: phone })
  await page.goto(`/registry/${id}`)
  const tiles = page.locator('li[data-state]')
  await expect(tiles).toHaveCount(gifts.length)
  // A hidden part of a page that find-in-page searches is laid out only when it is found or seen.
  const last = tiles.last()
  expect(await last.evaluate(tile => getComputedStyle(tile).contentVisibility)).toBe('auto')
  const name = (await last.getByRole('heading').textContent()) ?? ''
  await page.getByRole('searchbox').last().fill(name)
  await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport()
})

/** Products that are sold singly, without a question. */
async function listSimpleProducts({ api }: Site): Promise<GiftRequest[]> {
  const found: GiftRequest[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const answer = await api.get(`/api/bigcommerce/products?page=${page}`)
    const { data, meta } = (await answer.json()) as {
      data: Record<string, unknown>[]
      meta: { last_page: number }
    }
    last = meta.last_page
    const simple = data.filter(
      one =>
        one.available && one.type === 'physical' && !one.has_options && !one.needs_answers && !one.needs_file,
    )
    found.push(...simple.map(({ id }) => ({ product_id: Number(id), quantity: 2 })))
  }
  return found.slice(0, 70)
}
