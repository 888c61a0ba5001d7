import { readdirSync, statSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { giftCardCategoryId } from './categories.ts'
import { catalogue } from './index.ts'
import { findRepeated } from './test-helpers.ts'
import type { Product } from './types.ts'

const { brands, categories, products } = catalogue
const pictures = new URL('pictures/products/', import.meta.url)

describe('products', () => {
  it('are many, of every kind and price range', () => {
    expect(products.length).toBeGreaterThanOrEqual(120)
    expect(products.filter(({ options }) => options.length > 0).length).toBeGreaterThanOrEqual(30)
    expect(products.filter(({ options }) => options.length > 1).length).toBeGreaterThanOrEqual(3)
    expect(products.filter(({ type }) => type === 'digital').length).toBeGreaterThanOrEqual(20)
    for (const [from, to] of [
      [0, 50_00],
      [50_00, 100_00],
      [100_00, 150_00],
      [150_00, Infinity],
    ] as const)
      expect(
        products.filter(({ priceCents }) => priceCents >= from && priceCents < to).length,
      ).toBeGreaterThan(15)
  })

  it('have unique ids, slugs and SKUs', () => {
    const variants = products.flatMap(product => product.variants)
    const options = products.flatMap(product => product.options)
    expect(findRepeated(products.map(({ id }) => id))).toEqual([])
    expect(findRepeated(products.map(({ slug }) => slug))).toEqual([])
    expect(findRepeated(variants.map(({ id }) => id))).toEqual([])
    expect(findRepeated(variants.map(({ sku }) => sku))).toEqual([])
    expect(findRepeated(products.map(({ sku }) => sku))).toEqual([])
    expect(findRepeated(options.map(({ id }) => id))).toEqual([])
    expect(findRepeated(options.flatMap(({ values }) => values.map(({ id }) => id)))).toEqual([])
  })

  it.each(products)(
    '$slug: has one variant for every combination of its options',
    ({ options, variants }) => {
      const combinations = options.reduce((product, { values }) => product * values.length, 1)
      expect(variants).toHaveLength(combinations)
      expect(findRepeated(variants.map(({ values }) => values.join()))).toEqual([])
      for (const { values } of variants)
        expect(values.map((id, i) => options[i]?.values.some(value => value.id === id))).toEqual(
          options.map(() => true),
        )
    },
  )

  it.each(products)(
    '$slug: has prices in whole cents, and a reduced price has the lowest price before it',
    product => {
      for (const cents of [product.priceCents, ...product.variants.map(({ priceCents }) => priceCents)])
        expect(Number.isInteger(cents)).toBe(true)
      expect(Math.min(...product.variants.map(({ priceCents }) => priceCents))).toBe(product.priceCents)
      if (product.saleCents === undefined) return
      expect(product.saleCents).toBeLessThan(product.priceCents)
      expect(product.lowest30dCents).toBeGreaterThanOrEqual(product.saleCents)
      expect(product.variants.every(({ priceCents }) => priceCents === product.priceCents)).toBe(true)
    },
  )

  it('are in categories of the lowest level, of brands that exist', () => {
    const lowest = categories
      .filter(({ id }) => !categories.some(({ parent }) => parent === id))
      .map(({ id }) => id)
    for (const { slug, brand, categories: categoryIds } of products) {
      expect(
        categoryIds.filter(id => !lowest.includes(id)),
        slug,
      ).toEqual([])
      expect(brand === 0 || brands.some(({ id }) => id === brand), slug).toBe(true)
    }
  })

  it('have a date and a rank of their own', () => {
    expect(products.filter(({ createdAt }) => !/^202[56]-\d\d-\d\d$/.test(createdAt))).toEqual([])
    expect(findRepeated(products.map(({ featured }) => featured).filter(rank => rank > 0))).toEqual([])
  })

  it('are on the tile colour of their category', () => {
    for (const { id } of categories) {
      const tiles = products.filter(product => product.categories[0] === id).map(({ tile }) => tile)
      expect(new Set(tiles).size, String(id)).toBeLessThan(2)
    }
  })

  it('are shown by a picture of their own, and no other picture is kept', () => {
    expect(products.map(({ image }) => image)).toEqual(products.map(({ slug }) => `${slug}.webp`))
    expect(readdirSync(pictures).toSorted()).toEqual(products.map(({ image }) => image).toSorted())
  })

  it.each(products)('$slug: has a small square picture of 720 pixels', async ({ image }) => {
    const file = new URL(image, pictures).pathname
    const { width, height, format } = await sharp(file).metadata()
    expect({ width, height, format }).toEqual({ width: 720, height: 720, format: 'webp' })
    const { size } = statSync(file)
    expect(size).toBeGreaterThan(3_500)
    expect(size).toBeLessThan(25_000)
  })

  it('include the gifts of the registry in docs/registry.jpg', () => {
    const price = (slug: string) => products.find((product: Product) => product.slug === slug)?.priceCents
    expect({
      teapot: price('stoneware-teapot'),
      sofa: price('three-seat-sofa-and-reading-lamp'),
      glasses: price('bordeaux-glasses'),
      bicycles: price('city-bicycle-pair'),
      suitcase: price('cabin-suitcase'),
      camera: price('instant-camera'),
      olive: price('olive-tree'),
      candles: price('beeswax-candles'),
      chair: price('walnut-dining-chair'),
      sailing: price('sailing-day-hydra'),
      casserole: price('cast-iron-casserole'),
      service: price('dinner-service'),
      bath: price('linen-bath-set'),
    }).toEqual({
      teapot: 64_00,
      sofa: 1290_00,
      glasses: 78_00,
      bicycles: 920_00,
      suitcase: 149_00,
      camera: 119_00,
      olive: 58_00,
      candles: 24_00,
      chair: 185_00,
      sailing: 340_00,
      casserole: 139_00,
      service: 189_00,
      bath: 96_00,
    })
  })

  it('include the gift card in six values, and the group gift in no category', () => {
    const card = products.find(({ id }) => id === 186584)
    expect(card?.variants.map(({ priceCents }) => priceCents)).toEqual([
      25_00, 50_00, 100_00, 150_00, 200_00, 300_00,
    ])
    const group = products.filter(({ sku }) => sku === 'DRN-GROUP')
    expect(
      group.map(({ categories, featured, priceCents }) => ({ categories, featured, priceCents })),
    ).toEqual([{ categories: [], featured: 0, priceCents: 0 }])
    expect(group[0]?.modifiers?.map(({ name }) => name.en)).toEqual(['product', 'variant', 'reference'])
  })
})

describe('categories', () => {
  it('form a tree of three levels with three products or more in every leaf', () => {
    const levels = (id: number): number => {
      const above = categories.find(category => category.id === id)?.parent
      return above === undefined ? 0 : 1 + levels(above)
    }
    expect(findRepeated(categories.map(({ slug }) => slug))).toEqual([])
    expect(categories.filter(({ parent }) => parent !== 0 && levels(parent) === 0)).toEqual([])
    expect(Math.max(...categories.map(({ id }) => levels(id)))).toBe(3)
    const thin = categories.filter(
      ({ id }) =>
        id !== giftCardCategoryId &&
        !categories.some(({ parent }) => parent === id) &&
        products.filter(product => product.categories.includes(id)).length < 3,
    )
    expect(thin.map(({ slug }) => slug)).toEqual([])
  })
})
