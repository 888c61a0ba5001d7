import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalogue } from './index.ts'
import type { Product, Words } from './types.ts'

const { brands, categories, pages, products } = catalogue
const assets = new URL('../../node_modules/@lobehub/fluent-emoji-3d/assets/', import.meta.url)

// Latin letters that a Greek reader expects: units, sizes, and words that Greek has taken over.
const latin = [
  'e-mail',
  'bar',
  'S',
  'M',
  'L',
  'XL',
  'LED',
  'USB-C',
  'GB',
  'Baby',
  'shower',
  'Let',
  's',
  'event',
  'cookies',
  'JavaScript',
]
const names = [
  'WCAG',
  'AA',
  'EN',
  'customerToken',
  'customerId',
  'customerName',
  'customerEmailAddress',
  'customerType',
  'I18N_LANGUAGE',
]

function repeated<T>(values: T[]): T[] {
  return values.filter((value, i) => values.indexOf(value) !== i)
}

function texts(): { where: string; words: Words }[] {
  return [
    ...categories.flatMap(({ slug, description }) => [{ where: slug, words: description }]),
    ...products.filter(product => !product.modifiers).map(({ slug, name }) => ({ where: slug, words: name })),
    ...products.map(({ slug, description }) => ({ where: slug, words: description })),
    ...products.flatMap(({ slug, options }) => options.map(({ name }) => ({ where: slug, words: name }))),
    ...pages.map(({ path, body }) => ({ where: path, words: body })),
  ]
}

function greek(): { where: string; text: string }[] {
  return [
    ...texts().map(({ where, words }) => ({ where, text: words.el })),
    ...categories.map(({ slug, name }) => ({ where: slug, text: name.el })),
    ...pages.map(({ path, title }) => ({ where: path, text: title.el })),
    ...products.flatMap(({ slug, options }) =>
      options.flatMap(({ values }) => values.map(({ label }) => ({ where: slug, text: label.el }))),
    ),
  ]
}

function latinWords(text: string): string[] {
  const known = [...latin, ...names, ...brands.flatMap(({ name }) => name.split(' '))]
  const plain = text.replace(/<strong lang="en">.*?<\/strong>|<[^>]*>|&amp;|\S+@\S+/g, ' ')
  return (plain.match(/[A-Za-z][\w-]*/g) ?? []).filter(word => !known.includes(word))
}

describe('products', () => {
  it('are many, of every kind and price', () => {
    expect(products.length).toBeGreaterThanOrEqual(130)
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

  it('have ids, slugs and SKUs of their own', () => {
    const variants = products.flatMap(product => product.variants)
    const options = products.flatMap(product => product.options)
    expect(repeated(products.map(({ id }) => id))).toEqual([])
    expect(repeated(products.map(({ slug }) => slug))).toEqual([])
    expect(repeated(variants.map(({ id }) => id))).toEqual([])
    expect(repeated(variants.map(({ sku }) => sku))).toEqual([])
    expect(repeated(products.map(({ sku }) => sku))).toEqual([])
    expect(repeated(options.map(({ id }) => id))).toEqual([])
    expect(repeated(options.flatMap(({ values }) => values.map(({ id }) => id)))).toEqual([])
  })

  it.each(products)('$slug: every combination of its options is one variant', ({ options, variants }) => {
    const combinations = options.reduce((product, { values }) => product * values.length, 1)
    expect(variants).toHaveLength(combinations)
    expect(repeated(variants.map(({ values }) => values.join()))).toEqual([])
    for (const { values } of variants)
      expect(values.map((id, i) => options[i]?.values.some(value => value.id === id))).toEqual(
        options.map(() => true),
      )
  })

  it.each(products)(
    '$slug: prices are whole cents, and a reduction tells the lowest price before it',
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

  it('stand in categories of the lowest level, under brands that exist', () => {
    const lowest = categories
      .filter(({ id }) => !categories.some(({ parent }) => parent === id))
      .map(({ id }) => id)
    for (const { slug, brand, categories: shelves } of products) {
      expect(
        shelves.filter(id => !lowest.includes(id)),
        slug,
      ).toEqual([])
      expect(brand === 0 || brands.some(({ id }) => id === brand), slug).toBe(true)
    }
  })

  it('are dated, ranked once and pictured', () => {
    expect(products.filter(({ createdAt }) => !/^202[56]-\d\d-\d\d$/.test(createdAt))).toEqual([])
    expect(repeated(products.map(({ featured }) => featured).filter(rank => rank > 0))).toEqual([])
    expect(products.filter(({ image }) => !existsSync(new URL(`${image}.webp`, assets)))).toEqual([])
  })

  it('have a picture of their own within a category, on its tile', () => {
    for (const { id } of categories) {
      const row = products.filter(product => product.categories.includes(id))
      expect(repeated(row.map(({ image }) => image)), String(id)).toEqual([])
      expect(
        new Set(row.filter(product => product.categories[0] === id).map(({ tile }) => tile)).size,
      ).toBeLessThan(2)
    }
  })

  it('hold the registry of the picture', () => {
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
      headphones: price('wireless-headphones'),
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
      headphones: 210_00,
      bath: 96_00,
    })
  })

  it('include the gift card in six values and the group gift outside every category', () => {
    const card = products.find(({ id }) => id === 186584)
    expect(card?.variants.map(({ priceCents }) => priceCents)).toEqual([
      25_00, 50_00, 100_00, 150_00, 200_00, 300_00,
    ])
    const group = products.filter(({ modifiers }) => modifiers)
    expect(
      group.map(({ categories, featured, priceCents }) => ({ categories, featured, priceCents })),
    ).toEqual([{ categories: [], featured: 0, priceCents: 0 }])
    expect(group[0]?.modifiers?.map(({ name }) => name.en)).toEqual(['product', 'variant', 'reference'])
  })
})

describe('categories', () => {
  it('form a tree of three levels with goods on every shelf', () => {
    const levels = (id: number): number => {
      const above = categories.find(category => category.id === id)?.parent
      return above === undefined ? 0 : 1 + levels(above)
    }
    expect(repeated(categories.map(({ slug }) => slug))).toEqual([])
    expect(categories.filter(({ parent }) => parent !== 0 && levels(parent) === 0)).toEqual([])
    expect(Math.max(...categories.map(({ id }) => levels(id)))).toBe(3)
    const lowest = categories.filter(({ id }) => !categories.some(({ parent }) => parent === id))
    const empty = lowest.filter(({ id }) => !products.some(product => product.categories.includes(id)))
    expect(empty.map(({ slug }) => slug)).toEqual([])
  })
})

describe('pages', () => {
  it('answer at every address that the site links to', () => {
    const linked = [
      '/about-us',
      '/how-it-works',
      '/discover-more',
      '/benefits',
      '/events',
      '/faq',
      '/payment-delivery-returns-policy',
      '/cookies-policy',
      '/contact-us',
      '/terms-of-use-privacy-policy',
      '/terms-of-use-registrant',
      '/terms-of-use-gift-purchaser',
      '/blog',
      '/travel-experiences',
      '/funding',
      '/invitations',
      '/inspiration',
      '/accessibility',
    ]
    expect(linked.filter(path => !pages.some(page => page.path === path))).toEqual([])
    expect(repeated(pages.map(({ id }) => id))).toEqual([])
    expect(repeated(pages.map(({ path }) => path))).toEqual([])
    expect(pages.filter(({ parent }) => parent !== 0 && !pages.some(({ id }) => id === parent))).toEqual([])
  })

  it('put the events under 29 and the inspiration under 34', () => {
    expect(pages.find(({ path }) => path === '/events')?.id).toBe(29)
    expect(pages.find(({ path }) => path === '/inspiration')?.id).toBe(34)
    for (const id of [29, 34]) expect(pages.filter(({ parent }) => parent === id).length).toBeGreaterThan(2)
  })

  it.each(pages)('$path: plain markup, and links that lead somewhere', ({ body }) => {
    for (const html of [body.en, body.el]) {
      const tags = [...html.matchAll(/<\/?([a-z0-9]+)/g)].map(([, tag]) => tag)
      expect(
        tags.filter(
          tag => !['h2', 'h3', 'p', 'ul', 'ol', 'li', 'a', 'figure', 'img', 'strong'].includes(tag ?? ''),
        ),
      ).toEqual([])
      for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(\/|mailto:|tel:)/)
    }
    const links = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    expect(links(body.el)).toEqual(links(body.en))
  })
})

describe('words', () => {
  it('are there in both languages, and differ', () => {
    expect(texts().filter(({ words }) => !words.en || !words.el || words.en === words.el)).toEqual([])
  })

  it('have no English left over in the Greek', () => {
    const left = greek().flatMap(({ where, text }) => latinWords(text).map(word => `${where}: ${word}`))
    expect(left).toEqual([])
  })

  it('have no Greek letters in the English', () => {
    expect(texts().filter(({ words }) => /\p{Script=Greek}/u.test(words.en))).toEqual([])
  })

  it('are sound HTML: every tag closed, every ampersand written out', () => {
    for (const { where, words } of texts().filter(({ words }) => words.en.startsWith('<')))
      for (const html of [words.en, words.el]) {
        expect(html.match(/&(?!amp;)/g), where).toBeNull()
        const open = (html.match(/<(?!img )[a-z]/g) ?? []).length
        expect((html.match(/<\//g) ?? []).length, where).toBe(open)
      }
  })
})
