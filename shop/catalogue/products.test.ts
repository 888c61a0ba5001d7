import { readdirSync, statSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { giftCardCategoryId } from './categories.ts'
import { catalogue } from './index.ts'
import { findRepeated } from './test-helpers.ts'
import type { Product } from './types.ts'

const { brands, categories, products } = catalogue
const pictures = new URL('pictures/products/', import.meta.url)

const colourOf = ({ options }: Product) => options.find(({ values }) => values[0]?.colour)

/** The product's own picture, the second one, and those of its further colours. */
function filesOf(product: Product): string[] {
  const further = colourOf(product)?.values.slice(1) ?? []
  return [
    product.image,
    ...(product.nearerImage ? [product.nearerImage] : []),
    ...further.map((_, index) => `${product.slug}-${index + 2}.webp`),
  ]
}

type Colour = [number, number, number]

const pixelsOf = async (image: string) =>
  (await sharp(new URL(image, pictures).pathname).resize(96, 96).removeAlpha().raw().toBuffer()) as Uint8Array

const hexOf = (hex: string): Colour =>
  [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16)) as Colour

/** How the pixels that differ clearly do so in the mean, in CIE L*a*b*. */
function differing(pixels: Uint8Array, others: Uint8Array): Colour {
  const found: Colour[] = []
  for (let at = 0; at < pixels.length; at += 3) {
    const [one, other] = [pixels, others].map(all => labOf([all[at]!, all[at + 1]!, all[at + 2]!])) as [
      Colour,
      Colour,
    ]
    if (lengthOf(minus(one, other)) > 6) found.push(minus(one, other))
  }
  expect(found.length).toBeGreaterThan(20)
  return [0, 1, 2].map(part => found.reduce((sum, pixel) => sum + pixel[part]!, 0) / found.length) as Colour
}

const minus = (one: Colour, other: Colour) => one.map((part, index) => part - other[index]!) as Colour
const lengthOf = (colour: Colour) => Math.hypot(...colour)
/** 1 when both differ in the same way, -1 when in the opposite one. */
const likeness = (one: Colour, other: Colour) =>
  one.reduce((sum, part, index) => sum + part * other[index]!, 0) / (lengthOf(one) * lengthOf(other))

function labOf(rgb: Colour): Colour {
  const [r, g, b] = rgb.map(part => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Colour
  const curve = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116)
  const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
  const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

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
    expect(readdirSync(pictures).toSorted()).toEqual(products.flatMap(filesOf).toSorted())
    expect(products.filter(({ nearerImage }) => nearerImage).length).toBeGreaterThanOrEqual(20)
  })

  it.each(products.filter(product => colourOf(product)))(
    '$slug: is shown in each of its colours',
    async product => {
      const { values = [] } = colourOf(product) ?? {}
      const pixels = await Promise.all(
        values.map((_, index) => pixelsOf(index === 0 ? product.image : `${product.slug}-${index + 1}.webp`)),
      )
      for (const { details, values: chosen } of product.variants) {
        const index = values.findIndex(({ id }) => chosen.includes(id))
        expect(details?.image_url).toBe(index === 0 ? undefined : `${product.slug}-${index + 1}.webp`)
      }
      // Both pictures show one scene, so that the pixels that differ are those of the colour, and differ as the two
      // colours do.
      for (const [one, { colour = '' }] of values.entries())
        for (const [other, { colour: foreign = '' }] of values.slice(0, one).entries()) {
          const seen = differing(pixels[one]!, pixels[other]!)
          const meant = minus(labOf(hexOf(colour)), labOf(hexOf(foreign)))
          expect(likeness(seen, meant), `${one} and ${other}`).toBeGreaterThan(0.7)
        }
    },
  )

  it.each(products)('$slug: has small square pictures of 720 pixels', async product => {
    for (const image of filesOf(product)) {
      const small = new URL(`../small/${image}`, pictures).pathname
      expect((await sharp(small).metadata()).width).toBe(384)
      expect(statSync(small).size).toBeLessThan(9_800)
      const file = new URL(image, pictures).pathname
      const { width, height, format } = await sharp(file).metadata()
      expect({ width, height, format }).toEqual({ width: 720, height: 720, format: 'webp' })
      const { size } = statSync(file)
      expect(size).toBeGreaterThan(3_500)
      expect(size).toBeLessThan(25_000)
    }
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
