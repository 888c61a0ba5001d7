import { aRegistry } from './arrange.ts'
import * as host from './hosting-gifts.ts'
import { desk, test } from './journey.ts'

const wished = [
  { product_id: 1001 },
  { product_id: 1101, is_group_gifting: true },
  { product_id: 1022, quantity: 2 },
]

test('hosts order their gifts by keyboard and by pointer, change and remove them', async ({
  site,
  visitor,
}) => {
  const registry = await aRegistry(site.url, wished)
  const page = await visitor({ viewport: desk })
  const hosting = { page, language: 'en' as const, registry }
  await host.signsIn(hosting)
  await host.ordersByKeyboard(hosting)
  await host.ordersByPointer(hosting)
  await host.changesAndRemoves(hosting)
  await host.addsAtOnce(hosting)
})
