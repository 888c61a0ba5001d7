import type { APIRequestContext } from '@playwright/test'
import { catalogue } from '../shop/catalogue/index.ts'
import type { ProductCard } from '../src/catalogue/products.contract.ts'
import { expect, test } from './fixtures.ts'
import { createTestRegistry } from './test-registry.ts'

/** Products that are sold only by some number, or with something said. */
const asking = new Set(
  catalogue.products.filter(one => one.minQuantity || one.modifiers?.length).map(({ id }) => id),
)

test('forty gifts are printed on two sheets, with the registry’s address', async ({ site, visitor }) => {
  const page = await visitor({ expectsRefusals: true })
  const products = await findPlainProducts(page.request, 40)
  const { id } = await createTestRegistry(
    site.url,
    products.map(product => ({ product_id: product.id })),
  )
  await page.goto(`/registry/${id}`)
  await expect(page.locator('.gift-rows > li')).toHaveCount(40)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(`${site.url}/registry/${id}`)).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  const margin = { top: '10mm', right: '10mm', bottom: '10mm', left: '10mm' }
  const sheets = await page.pdf({ format: 'A4', margin })
  expect(sheets.toString('latin1')).toMatch(/\/Type \/Pages\s+\/Count 2\b/)
})

/** Products of the shop that have no options. */
async function findPlainProducts(api: APIRequestContext, count: number): Promise<{ id: number }[]> {
  const products: Pick<ProductCard, 'id' | 'available' | 'has_options' | 'type'>[] = []
  for (let number = 1; products.length < count; number++) {
    const answer = await api.get(`/api/bigcommerce/products?sort=price-up&page=${number}`)
    const { data } = (await answer.json()) as { data: ProductCard[] }
    products.push(
      ...data.filter(
        product =>
          product.available && !product.has_options && product.type === 'physical' && !asking.has(product.id),
      ),
    )
  }
  return products.slice(0, count)
}
