import type { APIRequestContext } from '@playwright/test'
import type { ProductCard } from '../src/catalogue/contract.ts'
import { aRegistry } from './arrange.ts'
import { expect, test } from './journey.ts'

test('forty gifts print on two sheets, with the address of the list', async ({ site, visitor }) => {
  const page = await visitor({ refused: true })
  const products = await plainProducts(page.request, 40)
  const { id } = await aRegistry(
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

/** So many products of the shop that are wished for without choosing an option. */
async function plainProducts(api: APIRequestContext, count: number): Promise<{ id: number }[]> {
  const found: Pick<ProductCard, 'id' | 'available' | 'has_options' | 'type'>[] = []
  for (let number = 1; found.length < count; number++) {
    const answer = await api.get(`/api/bigcommerce/products?sort=price-up&page=${number}`)
    const { data } = (await answer.json()) as { data: ProductCard[] }
    found.push(...data.filter(one => one.available && !one.has_options && one.type === 'physical'))
  }
  return found.slice(0, count)
}
