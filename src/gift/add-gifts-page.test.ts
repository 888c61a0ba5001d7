import { beforeEach, describe, expect, test } from 'vitest'
import { subtreeIds } from '../../shop/catalogue/category-tree.ts'
import { catalogue } from '../../shop/catalogue/index.ts'
import { aHost, aRegistry, type Host } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { countErrors, registryPagesApp } from '../../test/registry-pages.ts'
import { goods } from '../../test/shop.ts'

const { plain, twoOptions } = goods
const app = opened(() => registryPagesApp())
let host: Host

beforeEach(async () => {
  host = await aHost(app, 'Ελένη')
})

const view = (path: string, who: Host | null = host) => app.view(path, who)
const send = (path: string, fields: Record<string, string>, who = host) => app.send(path, fields, who)

const productsIn = (html: string) =>
  [...html.matchAll(/<h3[^>]*><a[^>]*href="[^"]*\/add\/(\d+)/g)].map(([, id]) => Number(id))

describe('adding gifts without JavaScript', () => {
  test('what suits the event comes first, once, until something is searched for', async () => {
    const { code } = await aRegistry(app, host, { event_type: 'baptism' })
    const shelf = `/registry/${code}/add`
    const baptism = subtreeIds(4)
    const suits = (productId: number) =>
      catalogue.products.find(one => one.id === productId)!.categories.some(one => baptism.includes(one))
    const { html } = await view(shelf)
    const [ideas = '', all = ''] = html.split('id="products"')
    expect(ideas).toContain('To begin with')
    const first = productsIn(ideas)
    expect(first).toHaveLength(4)
    expect(first.filter(one => !suits(one))).toEqual([])
    expect(productsIn(all).filter(one => first.includes(one))).toEqual([])
    await send(`${shelf}/${first[0]}`, { quantity: '1' })
    const [next = ''] = (await view(shelf)).html.split('id="products"')
    expect(productsIn(next)).not.toContain(first[0])
    for (const query of ['?search=a', '?page=2', `?category=${baptism[0]}`, '?sort=newest'])
      expect((await view(shelf + query)).html).not.toContain('To begin with')
  })

  test('a found product is added by its own page, and the statistics follow', async () => {
    const id = await app.createByForm(host)
    const shelf = `/registry/${id}/add`
    const search = `?search=${encodeURIComponent(plain.sku)}`
    expect((await view(shelf + search)).html).toContain(`href="${shelf}/${plain.id}${search}&amp;lang=en"`)
    expect((await view(`${shelf}/${plain.id}${search}`)).html).toContain('<dialog open=""')
    const { to } = await send(`${shelf}/${plain.id}${search}`, { quantity: '2', note: 'Η κόκκινη' })
    expect(to).toBe(`${shelf}${search}&done=added&lang=en`)
    const { html } = await view(to ?? '')
    for (const words of [
      'Product Added to The Registry',
      'In your registry',
      'Η κόκκινη',
      'In the registry: 1 gift',
    ])
      expect(html).toContain(words)
  })

  test('prices the wrong way round are exchanged with a word; unknown sorts and pages too far lead back', async () => {
    const shelf = `/registry/${await app.createByForm(host)}/add`
    const right = await view(`${shelf}?price_min=20&price_max=60`)
    const wrong = await view(`${shelf}?price_min=60&price_max=20`)
    const found = (html: string) => /\d+ products?/.exec(html)?.[0]
    expect(found(wrong.html)).toBe(found(right.html))
    expect(wrong.html).toContain('The lower price comes first')
    expect(right.html).not.toContain('The lower price comes first')
    const sorted = await view(`${shelf}?sort=nonsense&page=abc`)
    expect([sorted.status, countErrors(sorted.html)]).toEqual([200, 0])
    const far = await view(`${shelf}?page=4000`)
    expect(far.status).toBe(302)
    expect((await view(far.to ?? '')).status).toBe(200)
  })

  test('a product with options has its button, which opens the choice', async () => {
    const shelf = `/registry/${await app.createByForm(host)}/add`
    const { html } = await view(`${shelf}?search=${encodeURIComponent(twoOptions.sku)}`)
    expect(html).toContain(`aria-label="Choose and add: ${twoOptions.name.en.replace(/’/g, '’')}"`)
  })

  test('what the list has already comes after all other pages; what is added then keeps its place', async () => {
    const shelf = `/registry/${await app.createByForm(host)}/add`
    const products = (html: string) => productsIn(html.slice(html.indexOf('id="products"')))
    const first = products((await view(shelf)).html)
    expect(first).toHaveLength(24)
    await send(`${shelf}/${first[0]}`, { quantity: '1' })
    const { html } = await view(shelf)
    expect(products(html).slice(0, 23)).toEqual(first.slice(1))
    const end = (await view(`${shelf}?page=9999`)).to ?? ''
    const before = end.replace(/page=(\d+)/, (_, page) => `page=${page - 1}`)
    const behind = [...products((await view(before)).html), ...products((await view(end)).html)]
    // The only other products at the end are the four that are shown above the first page.
    expect(behind.slice(-5)).toContain(first[0])
    const next = /href="([^"]*page=2[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const second = products((await view(next)).html)
    await send(`${shelf}/${first[1]}`, { quantity: '1' })
    expect(products((await view(next)).html)).toEqual(second)
    expect(products((await view(shelf)).html)[0]).toBe(first[2])
  })

  test('options must be chosen, and the values are kept', async () => {
    const dialog = `/registry/${await app.createByForm(host)}/add/${twoOptions.id}`
    const chosen = twoOptions.options.map(({ id }, at) => [
      `option_${id}`,
      String(twoOptions.variants[0]?.values[at]),
    ])
    const wish = { variant_id: '', quantity: '3', note: 'Μεγάλο' }
    const { status, html } = await send(dialog, wish)
    expect(status).toBe(422)
    for (const words of ['Please choose one of the options first', 'Μεγάλο', 'value="3"'])
      expect(html).toContain(words)
    expect((await send(dialog, { ...wish, ...Object.fromEntries(chosen) })).status).toBe(302)
  })

  test('what the shop doesn’t sell says so', async () => {
    const id = await app.createByForm(host)
    expect((await view(`/registry/${id}/add/999999`)).html).toContain('Product is Not Available')
  })

  test('a gift is changed, and removed after a question', async () => {
    const id = await app.createByForm(host)
    await send(`/registry/${id}/add/${plain.id}`, { quantity: '1' })
    const shelf = `/registry/${id}/gifts`
    const gift_id = /change=(\d+)/.exec((await view(shelf)).html)?.[1] ?? ''
    const changed = await send(`${shelf}?change=${gift_id}`, {
      intent: 'change',
      gift_id,
      quantity: '4',
      note: '',
    })
    expect(changed.to).toBe(`${shelf}?done=changed&lang=en`)
    expect((await view(`${shelf}?remove=${gift_id}`)).html).toContain(
      'Do you want to remove this product from your registry?',
    )
    const removed = await send(`${shelf}?remove=${gift_id}`, { intent: 'remove', gift_id })
    expect((await view(removed.to ?? '')).html).toContain('Product is Removed From Your Registry')
  })

  test('the tick of a product takes it back at once, but asks where something was written to it', async () => {
    const shelf = `/registry/${await app.createByForm(host)}/add`
    const found = `${shelf}?search=${encodeURIComponent(plain.sku)}`
    const product = `${shelf}/${plain.id}`
    const giftId = async () => /name="gift_id" value="(\d+)"/.exec((await view(found)).html)?.[1] ?? ''
    await send(product, { once: 'on' })
    const gift_id = await giftId()
    expect(gift_id).not.toBe('')
    const other = await aHost(app, 'Νίκος')
    const foreign = `/registry/${await app.createByForm(other)}/add/${plain.id}`
    expect((await send(foreign, { intent: 'undo', gift_id }, other)).to).toContain(`remove=${gift_id}`)
    expect(await giftId()).toBe(gift_id)

    expect((await send(product, { intent: 'undo', gift_id })).to).toBe(`${shelf}?done=removed&lang=en`)
    expect(await giftId()).toBe('')
    expect((await send(product, { intent: 'undo', gift_id: 'x&y' })).to).toContain('?remove=x%26y')

    await send(product, { quantity: '1', note: 'Η κόκκινη' })
    expect(await giftId()).toBe('')
    expect((await view(found)).html).toMatch(/\/gifts\?remove=\d+&amp;lang=en"[^>]*size-11/)
  })

  test('the list says what it is sorted by, where the name of the sorting does not', async () => {
    const id = await app.createByForm(host)
    const shelf = async (sort: string) => (await view(`/registry/${id}/add?sort=${sort}`)).html
    expect(await shelf('best-selling')).toContain('By the number of pieces that the shop has sold.')
    for (const sort of ['featured', 'price-up'])
      expect(await shelf(sort)).not.toContain('By the number of pieces')
  })

  test('an invalid price is reported beside its field', async () => {
    const id = await app.createByForm(host)
    const { status, html } = await view(`/registry/${id}/add?price_min=abc&search=x`)
    expect([status, countErrors(html)]).toEqual([200, 1])
    expect(html).toContain('value="abc"')
  })
})
