import { desktop, test } from './fixtures.ts'
import * as giftList from './gift-list-steps.ts'
import { createTestRegistry } from './test-registry.ts'

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
  await giftList.signIn(session)
  await giftList.reorderByKeyboard(session)
  await giftList.reorderByPointer(session)
  await giftList.changeAndRemove(session)
  await giftList.addWithoutDialog(session)
})
