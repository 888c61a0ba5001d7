import { beforeAll, expect, test } from 'vitest'
import { aHost, aRegistry } from '../../../test/builders.ts'
import { opened } from '../../../test/opened.ts'
import { insertProducts } from '../../../test/products.ts'
import { openActionPages } from '../../../test/staff-actions.ts'
import { phoneticSearchKeys } from '../../base/greek/phonetic-keys.ts'
import { updateProductListings } from '../../catalogue/search.sql.ts'

const pages = opened(() => openActionPages())
beforeAll(async () => {
  await insertProducts(pages.app.db, [
    { id: 7_000_001, cents: 6400 },
    { id: 7_000_002, cents: 2000, variants: [7_000_021, 7_000_022] },
    { id: 7_000_003, available: false },
    { id: 7_000_004 },
  ])
  await pages.app.db.updateTable('product').set({ listed: false }).where('id', '=', 7_000_004).execute()
})

const newRegistry = async (more: object = {}) =>
  aRegistry(pages.app, await aHost(pages.app), { event_type: 'wedding', ...more })
const giftsOf = ({ id }: { id: number }) =>
  pages.app.db
    .selectFrom('gift')
    .select(['product_id', 'variant_id', 'quantity', 'is_group'])
    .where('registry_id', '=', id)
    .orderBy('id')
    .execute()

test('a product is added by its SKU or number, once for each form, and gains units', async () => {
  const registry = await newRegistry()
  const fields = { registry: registry.code, product: 'sku-7000001', quantity: 2, group: 'no' }
  const { hidden, text } = await pages.look(pages.support, 'gift_added', fields)
  expect(text).toContain('€64.00')
  await pages.breakAudit(async () => {
    expect((await pages.send(pages.support, 'gift_added', hidden)).status).toBe(500)
  })
  expect(await giftsOf(registry)).toEqual([])
  expect(await pages.race(pages.support, 'gift_added', fields)).toContain(409)
  const gift = { product_id: 7_000_001, variant_id: 0, is_group: false }
  expect(await giftsOf(registry)).toEqual([{ ...gift, quantity: 2 }])
  expect(await pages.audited('gift_added', registry)).toMatchObject([
    { before: { units: 0 }, after: { units: 2, is_group: false }, reason: 'They called.' },
  ])
  const history = pages.app.db
    .selectFrom('registry_change')
    .select(['what', 'customer_id'])
    .where('registry_id', '=', registry.id)
  expect(await history.execute()).toEqual([{ what: 'shop_gift_added', customer_id: null }])
  const more = { ...fields, product: '7000001', quantity: 97 }
  expect(await pages.act(pages.support, 'gift_added', more)).toMatchObject({ status: 302 })
  expect(await giftsOf(registry)).toEqual([{ ...gift, quantity: 99 }])
  const tooMany = await pages.look(pages.support, 'gift_added', { ...fields, quantity: 1 })
  expect([tooMany.text, tooMany.hidden.version]).toEqual([expect.stringContaining('At most 99'), undefined])
  const group = await pages.look(pages.support, 'gift_added', { ...fields, group: 'yes', quantity: 0 })
  expect(group.text).toContain('from 1 to 99')
})

test('a product is chosen by its words, with its picture, and without scripts', async () => {
  const registry = await newRegistry()
  const fields = { registry: registry.code, quantity: 1, group: 'no' }
  const name = 'Λευκή τσαγιέρα'
  const text = { name, search: phoneticSearchKeys(name) }
  await pages.app.db.updateTable('product_text').set(text).where('product_id', '=', 7_000_001).execute()
  await updateProductListings(pages.app.db, [7_000_001])
  const found = await pages.look(pages.support, 'gift_added', { ...fields, product: 'tsagiera' })
  expect(found.hidden.version).toBeUndefined()
  expect(found.html).toMatch(/<input type="radio"[^>]*name="product"[^>]*value="7000001"/)
  expect(found.text).toContain(`${name}, €64.00`)
  expect(found.text).not.toContain('sells no product')
  expect(await giftsOf(registry)).toEqual([])
  expect(await pages.act(pages.support, 'gift_added', { ...fields, product: '7000001' })).toMatchObject({
    status: 302,
  })
  expect(await giftsOf(registry)).toMatchObject([{ product_id: 7_000_001 }])
})

test('a variant is asked for, and a group gift is one', async () => {
  const registry = await newRegistry()
  const fields = { registry: registry.code, product: '7000002', quantity: 3 }
  const asked = await pages.look(pages.support, 'gift_added', fields)
  expect(asked.html).toContain('value="7000022"')
  expect(asked.hidden.version).toBeUndefined()
  const strange = await pages.look(pages.support, 'gift_added', { ...fields, variant: 5, group: 'no' })
  expect(strange.text).toContain('choose one of the options')
  const chosen = { ...fields, variant: 7_000_022, group: 'yes' }
  expect(await pages.act(pages.support, 'gift_added', chosen)).toMatchObject({ status: 302 })
  expect(await giftsOf(registry)).toEqual([
    { product_id: 7_000_002, variant_id: 7_000_022, quantity: 1, is_group: true },
  ])
  expect((await pages.look(pages.support, 'gift_added', chosen)).text).toContain('never more than one')
})

test('what hosts may not add is refused', async () => {
  const registry = await newRegistry()
  const fields = { registry: registry.code, quantity: 1, group: 'no' }
  const refusals = [
    ['no such thing', 'sells no product'],
    ['7000004', 'sells no product'],
    ['7000003', 'Product is Not Available'],
  ] as const
  for (const [product, sentence] of refusals)
    expect((await pages.look(pages.support, 'gift_added', { ...fields, product })).text).toContain(sentence)
  const known = { ...fields, product: '7000001' }
  const nowhere = await pages.look(pages.support, 'gift_added', { ...known, registry: 'NOWHERE' })
  expect(nowhere.text).toContain('no registry')
  const { hidden } = await pages.look(pages.support, 'gift_added', known)
  await pages.app.db
    .updateTable('registry')
    .set({ closing_day: '2020-01-01' })
    .where('id', '=', registry.id)
    .execute()
  expect((await pages.send(pages.support, 'gift_added', hidden)).status).toBe(409)
  expect((await pages.look(pages.support, 'gift_added', known)).text).toContain('registry has closed')
  expect(await giftsOf(registry)).toEqual([])
})
