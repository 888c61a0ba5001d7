import { beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../shop/catalogue/index.ts'
import { aHost, aRegistry, type Host, insertGiftOf } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { plainBrowser, textOf } from '../../test/plain-browser.ts'
import { countErrors } from '../../test/registry-pages.ts'
import { openPagesOf, testApp } from '../../test/test-app.ts'
import { m } from '../paraglide/messages.js'

const productOf = (slug: string) => catalogue.products.find(product => product.slug === slug)!
const plate = productOf('birth-plate')
const chart = productOf('growth-chart')
const photoBook = productOf('photo-book')
const [name, day, words] = plate.modifiers!.map(({ id }) => id) as [number, number, number]

const app = opened(() => testApp())
const site = opened(() => openPagesOf(app))
let host: Host
let registry: Awaited<ReturnType<typeof aRegistry>>
beforeAll(async () => {
  const ctx = await app.processA.createContext(new Request(app.config.SITE_URL))
  await ctx.refreshProducts([plate.id, chart.id, photoBook.id])
  host = await aHost(app)
  registry = await aRegistry(app, host)
})

const asked = { [`asked_${name}`]: '1', [`asked_${day}`]: '1', [`asked_${words}`]: '1' }
const answers = { [`answer_${name}`]: 'Ελένη', [`answer_${day}`]: '2027-06-05', [`answer_${words}`]: '' }

describe('without JavaScript', () => {
  test('a host reads what is asked in the language of the page, is told what is wrong, and changes it', async () => {
    const browse = plainBrowser(site, host.token)
    const dialog = `/registry/${registry.code}/add/${plate.id}`
    const { html } = await browse(`${dialog}?lang=el`)
    for (const text of ['Στοιχεία για το κατάστημα', 'Όνομα στο πιάτο', 'Χαρακτήρες: από 2 έως 24', 'από 1'])
      expect(html.toLowerCase()).toContain(text.toLowerCase())
    expect(html).toContain(`name="answer_${day}"`)

    const wrong = await browse(`${dialog}?lang=en`, {
      ...asked,
      ...answers,
      [`answer_${name}`]: 'E',
      [`answer_${day}`]: '',
    })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('This is too short')
    expect(wrong.html).toContain('Date on the plate: Please fill this in')
    expect(countErrors(wrong.html)).toBe(2)
    expect(wrong.html).toContain('value="E"')

    const added = await browse(dialog, { ...asked, ...answers, [`guest_${day}`]: 'on', quantity: '3' })
    expect(added.status).toBe(302)
    const list = `/registry/${registry.code}/gifts`
    const gift_id = /change=(\d+)/.exec((await browse(list)).html)?.[1] ?? ''
    expect((await browse(`${list}?change=${gift_id}`)).html).toContain('value="Ελένη"')
    const changes = { ...asked, ...answers, [`answer_${name}`]: 'Μαρία', [`guest_${day}`]: 'on' }
    const changed = await browse(`${list}?change=${gift_id}`, {
      intent: 'change',
      gift_id,
      quantity: '3',
      ...changes,
    })
    expect(changed.to).toContain('done=changed')
  })

  test('a guest reads the host’s answer in the gift’s dialog alone, is asked for the rest, and pays for what they said', async () => {
    const browse = plainBrowser(site)
    const dialog = `/registry/${registry.code}/${plate.id}`
    expect((await browse(`/registry/${registry.code}?lang=en`)).html).not.toContain('Μαρία')
    const { html } = await browse(`${dialog}?lang=en`)
    expect(html).toContain('Μαρία')
    expect(html).toContain('The shop needs to know')
    expect(html).not.toContain(`name="answer_${name}"`)
    const gift = /name="gift" value="(\d+)"/.exec(html)?.[1] ?? ''
    const give = (date: string) =>
      browse(dialog, { gift, quantity: '1', [`asked_${day}`]: '1', [`answer_${day}`]: date })
    const wrong = await give('1999-12-31')
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('This lies outside what the shop allows')
    expect(wrong.html).toContain('value="1999-12-31"')
    expect((await give('2027-06-05')).status).toBe(302)
    expect((await give('2028-01-31')).status).toBe(302)

    const cart = (await browse('/cart')).html
    expect(cart).toContain('Date on the plate: 5 June 2027')
    expect(cart).toContain('Date on the plate: 31 January 2028')
    const left = await browse('/cart', { intent: 'checkout', key: 'a-key-of-this-page', giver_name: 'Άννα' })
    expect(left.status).toBe(302)
    const { cart_id } = await app.db.selectFrom('handoff').select('cart_id').executeTakeFirstOrThrow()
    const order = await app.shop.actions.pay(cart_id ?? '')
    const answer = await app.staff('GET', `/v2/orders/${order.id}/products`)
    const lines = (await answer.json()) as { product_options: { display_value: string }[] }[]
    expect(lines.map(line => line.product_options.map(option => option.display_value))).toEqual([
      ['Μαρία', '2027-06-05'],
      ['Μαρία', '2028-01-31'],
    ])
  })

  test('a guest is told once what a choice costs, and pays that', async () => {
    const [mark, letters] = chart.modifiers!
    const [colour] = letters && 'values' in letters ? letters.values : []
    const rules = `/v3/catalog/products/${chart.id}/complex-rules`
    const made = await app.staff('POST', rules, {
      price_adjuster: { adjuster: 'relative', adjuster_value: 5 },
      conditions: [{ modifier_id: letters!.id, modifier_value_id: colour!.id }],
    })
    const { data: rule } = (await made.json()) as { data: { id: number } }
    const { priceCents: price_cents } = chart.variants[0]!
    const gift = await insertGiftOf(app, registry, chart, { price_cents })
    const browse = plainBrowser(site)
    const chosen = await browse(`/registry/${registry.code}/${chart.id}`, {
      gift: String(gift.id),
      quantity: '1',
      [`asked_${mark!.id}`]: '1',
      [`answer_${mark!.id}`]: '52',
      [`asked_${letters!.id}`]: '1',
      [`answer_${letters!.id}`]: String(colour!.id),
    })
    expect(chosen.status).toBe(302)
    const fieldsIn = (html: string) =>
      Object.fromEntries(
        [...html.matchAll(/name="(key|seen-\d+)" value="([^"]*)"/g)].map(one => one.slice(1)),
      )
    const press = (html: string, visibility = 'anonymous') =>
      browse('/cart?lang=en', { ...fieldsIn(html), intent: 'checkout', visibility })
    const told = (await press((await browse('/cart?lang=en')).html)).html
    const now = `€${(price_cents / 100 + 5).toFixed(2)}`
    expect(textOf(told)).toContain(m.cart_price_now({ name: chart.name.en, now }, { locale: 'en' }))
    // Another refusal, for want of a name, doesn't lose it.
    const nameless = (await press(told, 'full')).html
    expect(textOf(nameless)).toContain(`1 × ${now}`)
    expect((await press(nameless)).status).toBe(302)
    await app.staff('DELETE', `${rules}/${rule.id}`)
  })

  test('a product that needs a file says so in the search and in its dialog', async () => {
    const browse = plainBrowser(site, host.token)
    const reason = 'Not available for registries'
    expect((await browse(`/registry/${registry.code}/add?search=${photoBook.sku}&lang=en`)).html).toContain(
      reason,
    )
    const { html } = await browse(`/registry/${registry.code}/add/${photoBook.id}?lang=en`)
    expect(html).toContain(reason)
    expect(html).not.toContain('name="quantity"')
  })
})
