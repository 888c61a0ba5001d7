import { describe, expect, test } from 'vitest'
import { catalogue } from '../../../shop/catalogue/index.ts'
import { goods } from '../../../test/shop.ts'
import { connectTestShop } from '../../../test/shop-connector.ts'

const connected = connectTestShop()

const visible = catalogue.products.filter(product => product.visible)

async function readWholeCatalogue(language: 'en' | 'el') {
  const products = []
  let after: string | null = null
  do {
    const page = await connected.shop.fetchCataloguePage(language, after)
    expect(page.products.length).toBeLessThanOrEqual(50)
    products.push(...page.products)
    after = page.next
  } while (after !== null)
  return products
}

describe('reading the catalogue', () => {
  test('every visible product is read, with every variant, in both languages', async () => {
    for (const language of ['en', 'el'] as const) {
      const products = await readWholeCatalogue(language)
      expect(new Set(products.map(one => one.id))).toEqual(new Set(visible.map(one => one.id)))
      for (const product of products) {
        const source = visible.find(one => one.id === product.id)!
        expect(product.name).toBe(source.name[language])
        expect(product.variants.map(one => one.id)).toEqual(source.variants.map(one => one.id))
      }
    }
  })

  test('a variant has its options in the language', async () => {
    const { twoOptions } = goods
    const {
      products: [product],
    } = await connected.shop.fetchProducts([twoOptions.id, 999_999_999], 'el')
    const variant = product!.variants.at(-1)!
    const source = twoOptions.variants.at(-1)!
    expect(variant.options.map(one => one.valueId)).toEqual(source.values)
    expect(variant.options.map(one => one.option)).toEqual(twoOptions.options.map(one => one.name.el))
  })

  test('a list of ids longer than a page is read in chunks', async () => {
    const ids = visible.map(one => one.id)
    expect(ids.length).toBeGreaterThan(50)
    expect((await connected.shop.fetchProducts(ids, 'en')).products.map(one => one.id).sort()).toEqual(
      ids.sort(),
    )
    expect(await connected.shop.fetchProducts([], 'en')).toEqual({ products: [], unread: [] })
  })

  test('a product has its options; an unknown one is null', async () => {
    const { twoOptions } = goods
    const product = await connected.shop.fetchProduct(twoOptions.id, 'en')
    expect(product?.options.map(one => [one.id, one.values.map(value => value.id)])).toEqual(
      twoOptions.options.map(one => [one.id, one.values.map(value => value.id)]),
    )
    expect(product?.images).toHaveLength(2)
    expect(await connected.shop.fetchProduct(999_999_999, 'en')).toBeNull()
  })

  test('parents come before children in the category tree', async () => {
    const tree = await connected.shop.fetchCategories('el')
    expect(tree).toHaveLength(catalogue.categories.length)
    tree.forEach((category, index) => {
      const isParentKnown = tree.slice(0, index).some(one => one.id === category.parentId)
      expect(category.parentId === 0 || isParentKnown).toBe(true)
    })
  })

  test('each listing order has every product once', async () => {
    for (const order of ['newest', 'featured', 'best-selling'] as const) {
      const ids = await connected.shop.fetchListingOrder(order)
      expect([...ids].sort()).toEqual(visible.map(one => one.id).sort())
    }
    const [best] = await connected.shop.fetchListingOrder('best-selling')
    expect(visible.find(one => one.id === best)?.sold).toBe(Math.max(...visible.map(one => one.sold)))
  })

  test('pages of the menu are pages with a text', async () => {
    const pages = await connected.shop.fetchPages('el')
    expect(pages.length).toBeGreaterThan(0)
    const page = await connected.shop.fetchPage(pages[0]!.href, 'el')
    expect(page).toMatchObject({ title: pages[0]!.title })
    expect(page?.html).toContain('<')
    expect(await connected.shop.fetchPage('/no-such-page', 'el')).toBeNull()
    expect(await connected.shop.fetchPage(`/${goods.plain.slug}/`, 'el')).toBeNull()
  })

  test('the blog has its posts, the newest first', async () => {
    const blog = await connected.shop.fetchPage('/blog', 'el')
    expect(blog).toMatchObject({ title: 'Ιστολόγιο', html: expect.stringContaining('<p>Για έθιμα') })
    expect(blog?.children[0]?.href).toBe('/blog/how-many-gifts')
    const post = await connected.shop.fetchPage('/blog/how-many-gifts', 'en')
    expect(post).toMatchObject({ title: 'How many gifts does a registry need?', children: [] })
    expect((await connected.shop.fetchPages('en')).map(page => page.href)).not.toContain(
      '/blog/how-many-gifts',
    )
  })

  test('a variant is found by all its values only', async () => {
    const { twoOptions } = goods
    const source = twoOptions.variants.at(-1)!
    const values = twoOptions.options.map((option, index) => ({
      optionId: option.id,
      valueId: source.values[index]!,
    }))
    expect(await connected.shop.findVariant(twoOptions.id, values, 'el')).toMatchObject({ id: source.id })
    expect(await connected.shop.findVariant(twoOptions.id, values.slice(1), 'el')).toBeNull()
    expect(await connected.shop.findVariant(999_999_999, values, 'el')).toBeNull()
  })

  test('brands are read by id', async () => {
    const [one, other] = catalogue.brands.filter(brand => brand.id > 0)
    const brands = await connected.shop.fetchBrands([other!.id, one!.id, 999_999], 'en')
    expect(brands.map(brand => brand.name).sort()).toEqual([one!.name, other!.name].sort())
  })

  test('tax rates are factors by class in lower case', async () => {
    expect(await connected.shop.fetchTaxRates()).toEqual({
      'default tax class': 1.24,
      reduced: 1.13,
      'zero rated': 1,
    })
  })
})

test('live prices are per variant, in whole cents, incl. VAT', async () => {
  const { twoOptions, onSale } = goods
  const [first, last] = [twoOptions.variants[0]!, twoOptions.variants.at(-1)!]
  const items = [
    { productId: twoOptions.id, variantId: last.id },
    { productId: twoOptions.id, variantId: first.id },
    { productId: onSale.id, variantId: 0 },
    { productId: 999_999_999, variantId: 0 },
    { productId: twoOptions.id, variantId: 999_999_999 },
  ]
  const rules = { minQuantity: 1, maxQuantity: null, stock: null, sharesStock: true }
  expect(await connected.shop.fetchPrices(items, 'en')).toEqual([
    {
      ...items[0],
      ...rules,
      sharesStock: !twoOptions.stockTracked,
      stock: last.stock ?? null,
      cents: last.priceCents,
      unitCents: last.priceCents,
      available: true,
      name: twoOptions.name.en,
    },
    {
      ...items[1],
      ...rules,
      sharesStock: !twoOptions.stockTracked,
      stock: first.stock ?? null,
      cents: first.priceCents,
      unitCents: first.priceCents,
      available: true,
      name: twoOptions.name.en,
    },
    {
      ...items[2],
      ...rules,
      stock: onSale.variants[0]!.stock ?? null,
      cents: onSale.saleCents,
      unitCents: onSale.saleCents,
      available: true,
      name: onSale.name.en,
    },
    { ...items[3], ...rules, cents: null, unitCents: null, available: false, name: '' },
    {
      ...items[4],
      ...rules,
      sharesStock: !twoOptions.stockTracked,
      cents: null,
      unitCents: null,
      available: false,
      name: twoOptions.name.en,
    },
  ])
  const many = visible.map(one => ({ productId: one.id, variantId: one.variants[0]!.id }))
  expect(await connected.shop.fetchPrices(many, 'el')).toMatchObject(many)
})

test('the variants of the gift card are its values', async () => {
  const card = await connected.shop.fetchGiftCardProduct('el')
  expect(card).toMatchObject({ id: 186584, name: 'Δωροκάρτα' })
  expect(card?.variants.map(one => one.priceCents)).toEqual([2500, 5000, 10000, 15000, 20000, 30000])
})
