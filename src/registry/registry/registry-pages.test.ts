import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aHost, type Host } from '../../../test/builders.ts'
import { goods, openTestShop } from '../../../test/shop.ts'
import { type SingleTestApp, testApp } from '../../../test/test-app.ts'
import { syncWholeCatalogue } from '../../catalogue/sync/service.ts'
import { readConfig } from '../../server/config.ts'
import { connectShop } from '../../shop/bigcommerce/connect.ts'
import { embeddedShopConnection } from '../../shop/bigcommerce/connection.ts'
import { raiseRegistryVersion } from './version-data.ts'

const mount = 'http://shop.test/shop'
let shop: Awaited<ReturnType<typeof openTestShop>>
let site: SingleTestApp
let host: Host
let other: Host
const { plain, twoOptions } = goods

beforeAll(async () => {
  shop = await openTestShop()
  const config = readConfig({ SITE_URL: 'http://registry.example', SECRET: 's'.repeat(32) })
  const connector = connectShop(embeddedShopConnection(mount, shop.shop, config), {
    fetch: (url, init) => shop.shop.app.request(url.slice(mount.length), init),
  })
  site = await testApp({ pages: true, shop: connector })
  await syncWholeCatalogue({
    db: site.db,
    shop: connector,
    now: () => new Date(),
    registryChanged: raiseRegistryVersion,
  })
})
afterAll(async () => {
  await site.close()
  await shop.close()
})
beforeEach(async () => {
  host = await aHost(site, 'Ελένη')
  other = await aHost(site, 'Άννα')
})

const view = async (path: string, who: { token: string } | null = host) => {
  const answer = await site.app.request(path, {
    headers: who ? { cookie: `customerToken=${who.token}` } : {},
  })
  return { status: answer.status, to: answer.headers.get('location'), html: await answer.text() }
}
/** Sends a form as a browser without JavaScript does. */
const send = async (path: string, fields: Record<string, string>, who = host) => {
  const answer = await site.app.request(path, {
    method: 'POST',
    headers: { origin: site.config.SITE_URL, cookie: `customerToken=${who.token}` },
    body: new URLSearchParams(fields),
  })
  return { status: answer.status, to: answer.headers.get('location'), html: await answer.text() }
}

const nextYear = new Date().getFullYear() + 1
const stepOne = {
  type: 'wedding',
  name: 'Ελένη',
  surname: 'Παππά',
  partner_name: 'Γιώργος',
  registry_name: 'Ελένη & Γιώργος',
  registry_date: `${nextYear}-06-19`,
  guest_count: '120',
  registry_status: 'public',
}
const stepTwo = {
  'home_address[street]': 'Αμαλίας 12',
  'home_address[country]': 'GR',
  'home_address[region]': 'GR-J',
  'home_address[city]': 'Ναύπλιο',
  'home_address[postcode]': '21100',
  'home_address[phone]': '6941234567',
  same_as_home: 'on',
  'shipping_address[street]': '',
  'shipping_address[country]': 'GR',
  terms: 'on',
}

/** A registry made by its forms; answers its code. */
async function aRegistry(): Promise<string> {
  const { to } = await send('/create-registry', { ...stepOne, ...stepTwo, intent: 'create' })
  return /registry\/(\w{12})\/add/.exec(to ?? '')?.[1] ?? ''
}

const errors = (html: string) => html.match(/aria-invalid="true"/g)?.length ?? 0
/** Which step of the form is shown. */
const step = (html: string) => (html.includes('Step 1 of 2') ? 1 : html.includes('Step 2 of 2') ? 2 : null)

describe('creating a registry without JavaScript', () => {
  test('asks to sign in first, and comes back to the same event', async () => {
    const { status, to } = await view('/create-registry/baptism?lang=el', null)
    expect(status).toBe(302)
    expect(to).toBe('/login?redirect=%2Fcreate-registry%2Fbaptism&lang=el')
  })

  test('starts with the event of the address chosen', async () => {
    const { html } = await view('/create-registry/baptism?lang=el')
    expect(html).toMatch(/<input[^>]*type="radio"[^>]*checked=""[^>]*value="baptism"/)
    expect(html).toContain('Δημιουργία λίστας δώρων | ')
    expect(html).toContain('name="robots" content="noindex"')
  })

  test('starts with what its host has told already', async () => {
    await site.db.updateTable('customer').set({ phone: '+306944123456' }).where('id', '=', host.id).execute()
    const { html } = await view('/create-registry')
    for (const known of ['value="Ελένη"', 'value="Δοκιμή"', 'value="694 412 3456"'])
      expect(html).toContain(known)
  })

  test('says everything that is wrong with the first step and keeps what was typed', async () => {
    const wrong = {
      type: '',
      name: 'Αβ',
      surname: 'R2D2',
      guest_count: '1',
      message: 'Γεια σας',
      intent: 'next',
    }
    const { status, html } = await send('/create-registry', { ...wrong, ...stepTwo })
    expect(status).toBe(422)
    expect(step(html)).toBe(1)
    for (const words of [
      'Please select Event Type',
      'Name must be 3',
      'No special character',
      'Date is required',
    ])
      expect(html).toContain(words)
    for (const kept of ['value="Αβ"', 'value="R2D2"', 'value="Γεια σας"', 'value="Αμαλίας 12"'])
      expect(html).toContain(kept)
  })

  test('goes forward and back with everything', async () => {
    const there = await send('/create-registry', { ...stepOne, ...stepTwo, intent: 'next' })
    expect([there.status, step(there.html), errors(there.html)]).toEqual([200, 2, 0])
    const back = await send('/create-registry', { ...stepOne, ...stepTwo, intent: 'back' })
    expect(step(back.html)).toBe(1)
    for (const { html } of [there, back])
      for (const kept of ['value="Παππά"', `value="${nextYear}-06-19"`, 'value="21100"'])
        expect(html).toContain(kept)
  })

  test('shows the regions of the country chosen', async () => {
    const cyprus = { ...stepTwo, 'home_address[country]': 'CY', intent: 'places' }
    const { html } = await send('/create-registry?lang=el', { ...stepOne, ...cyprus })
    expect(html).toContain('<option value="CY-02">Λεμεσός</option>')
  })

  test('says everything that is wrong with the second step', async () => {
    const empty = Object.fromEntries(Object.keys(stepTwo).map(name => [name, '']))
    const { status, html } = await send('/create-registry', { ...stepOne, ...empty, intent: 'create' })
    expect([status, step(html)]).toEqual([422, 2])
    for (const words of ['Address is required', 'Please select a Region', 'Please accept the terms'])
      expect(html).toContain(words)
  })

  test('leads to the shelf, with the good news, the address and the code', async () => {
    const { status, to } = await send('/create-registry?lang=el', {
      ...stepOne,
      ...stepTwo,
      intent: 'create',
    })
    expect(status).toBe(302)
    expect(to).toMatch(/^\/registry\/\w{12}\/add\?done=created&lang=el$/)
    const { html } = await view(to ?? '')
    const id = /registry\/(\w{12})/.exec(to ?? '')?.[1] ?? ''
    expect(html).toContain('Η λίστα δημιουργήθηκε')
    expect(html).toContain(`${site.config.SITE_URL}/registry/${id}`)
    expect(html).toContain(id.replace(/(.{4})(?=.)/g, '$1-'))
  })

  test('pressed twice, it makes one registry', async () => {
    const { html } = await view('/create-registry')
    const draft_key = /name="draft_key" value="([^"]+)"/.exec(html)?.[1] ?? ''
    const twice = { ...stepOne, ...stepTwo, draft_key, intent: 'create' }
    const answers = await Promise.all([send('/create-registry', twice), send('/create-registry', twice)])
    expect(draft_key).toMatch(/^[\w-]{36}$/)
    expect(answers[0]?.to).toMatch(/^\/registry/)
    expect(answers[1]?.to).toBe(answers[0]?.to)
  })

  test('says why none was made, and keeps all of it', async () => {
    for (let count = 0; count < 30; count++) await aRegistry()
    const { status, html } = await send('/create-registry', { ...stepOne, ...stepTwo, intent: 'create' })
    expect(status).toBe(422)
    expect(html).toContain('Registry Create Failed')
    expect(html).toContain('Too many attempts')
    expect(html).toContain('value="Αμαλίας 12"')
  })
})

describe('adding gifts without JavaScript', () => {
  test('a product found in the address goes into the registry by its own page, and the statistic follows', async () => {
    const id = await aRegistry()
    const shelf = `/registry/${id}/add`
    const search = `?search=${encodeURIComponent(plain.sku)}`
    expect((await view(shelf + search)).html).toContain(`href="${shelf}/${plain.id}${search}"`)
    expect((await view(`${shelf}/${plain.id}${search}`)).html).toContain('<dialog open=""')
    const { to } = await send(`${shelf}/${plain.id}${search}`, { quantity: '2', note: 'Η κόκκινη' })
    expect(to).toBe(`${shelf}${search}&done=added`)
    const { html } = await view(to ?? '')
    for (const words of [
      'Product Added to The Registry',
      'In your registry',
      'Η κόκκινη',
      '1 gift in the registry',
    ])
      expect(html).toContain(words)
  })

  test('options must be chosen, and what was typed is kept', async () => {
    const dialog = `/registry/${await aRegistry()}/add/${twoOptions.id}`
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
    const id = await aRegistry()
    expect((await view(`/registry/${id}/add/999999`)).html).toContain('Product is Not Available')
  })

  test('a gift is changed and removed after a question', async () => {
    const id = await aRegistry()
    await send(`/registry/${id}/add/${plain.id}`, { quantity: '1' })
    const shelf = `/registry/${id}/gifts`
    const gift_id = /change=(\d+)/.exec((await view(shelf)).html)?.[1] ?? ''
    const changed = await send(`${shelf}?change=${gift_id}`, {
      intent: 'change',
      gift_id,
      quantity: '4',
      note: '',
    })
    expect(changed.to).toBe(`${shelf}?done=changed`)
    expect((await view(`${shelf}?remove=${gift_id}`)).html).toContain(
      'Do you want to remove this product from your registry?',
    )
    const removed = await send(`${shelf}?remove=${gift_id}`, { intent: 'remove', gift_id })
    expect((await view(removed.to ?? '')).html).toContain('Product is Removed From Your Registry')
  })

  test('the shelf says what its order goes by, where the name of the order does not', async () => {
    const id = await aRegistry()
    const shelf = async (sort: string) => (await view(`/registry/${id}/add?sort=${sort}`)).html
    expect(await shelf('best-selling')).toContain('By the number of pieces that the shop has sold.')
    expect(await shelf('featured')).toContain('In the order that the shop has chosen.')
    expect(await shelf('price-up')).not.toMatch(/By the number of pieces|In the order that/)
  })

  test('a price that is none is told beside its field', async () => {
    const id = await aRegistry()
    const { status, html } = await view(`/registry/${id}/add?price_min=abc&search=x`)
    expect([status, errors(html)]).toEqual([200, 1])
    expect(html).toContain('value="abc"')
  })
})

test('the picture that a registry’s thumbnail names is there', async () => {
  const answer = await site.app.request('/pictures/wedding')
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toMatch(/^\/assets\/.+\.webp$/)
  expect((await site.app.request('/pictures/nothing')).status).toBe(404)
})

describe('one’s own registries', () => {
  test('an empty list leads to the first one', async () => {
    const { html } = await view('/my-registries?lang=el')
    expect(html).toContain('Δεν έχετε ακόμη λίστα')
    expect(html).toContain('href="/create-registry?lang=el"')
  })

  test('are changed by their form; a mistake keeps what was typed', async () => {
    const id = await aRegistry()
    const form = {
      registry_name: 'Η λίστα μας',
      message: '',
      registry_date: '',
      end_date: '',
    }
    const early = { ...form, registry_date: `${nextYear}-06-19`, end_date: `${nextYear}-06-18` }
    const wrong = await send(`/registry/${id}/edit?index`, early)
    expect(wrong.status).toBe(422)
    for (const words of ['can’t close before the event', 'value="Η λίστα μας"'])
      expect(wrong.html).toContain(words)
    const { to } = await send(`/registry/${id}/edit?index`, form)
    const { html } = await view(to ?? '')
    expect(html).toContain('Registry is Successfully Updated')
    expect(html).toContain('Date not decided yet')
  })

  test('are deleted after a question', async () => {
    const id = await aRegistry()
    expect((await view(`/my-registries?delete=${id}`)).html).toContain('Are you sure?')
    const { to } = await send('/my-registries', { registry_id: id })
    expect((await view(to ?? '')).html).toContain('Registry Deleted')
  })

  test('show nothing of themselves to anyone else', async () => {
    const id = await aRegistry()
    for (const path of [
      'add',
      `add/${plain.id}`,
      'gifts',
      'edit',
      'edit/registry-url',
      'edit/registry-shipping-address',
      'edit/privacy-settings',
      'edit/co-host',
      'gifts-received',
      'gifts-received/table',
    ]) {
      expect(await view(`/registry/${id}/${path}`, other)).toMatchObject({ status: 302, to: '/404' })
      expect(await view(`/registry/${id}/${path}`, null)).toMatchObject({
        status: 302,
        to: `/login?redirect=${encodeURIComponent(`/registry/${id}/${path}`)}`,
      })
    }
    expect((await send(`/registry/${id}/edit?index`, { registry_name: 'Ξένη' }, other)).to).toBe('/404')
    const { status, html } = await send('/my-registries', { registry_id: id }, other)
    expect(status).toBe(404)
    expect(html).not.toContain('Ελένη &amp; Γιώργος')
  })
})
