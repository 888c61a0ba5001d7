import { beforeEach, describe, expect, test } from 'vitest'
import { aHost, type Host } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { cookiesOf, visitor } from '../../test/page-client.ts'
import { countErrors, nextYear, registryPagesApp, stepOne, stepTwo } from '../../test/registry-pages.ts'
import { m } from '../paraglide/messages.js'

const app = opened(() => registryPagesApp())
let host: Host

beforeEach(async () => {
  host = await aHost(app, 'Ελένη')
})

const view = (path: string, who: Host | null = host) => app.view(path, who)
const send = (path: string, fields: Record<string, string>, who = host) => app.send(path, fields, who)
const step = (html: string) => (html.includes('Step 1 of 2') ? 1 : html.includes('Step 2 of 2') ? 2 : null)

/** The labels of the fields for the hosts' names, without «(προαιρετικά)». */
const nameLabels = (html: string) =>
  [...html.matchAll(/<label[^>]*>([^<]*(?:Όνομα|Επώνυμο)[^<]*?)\s*</g)]
    .map(([, label]) => label!)
    .filter(label => label !== 'Όνομα της λίστας')

/** Whether each choice of that field is checked. */
const checkedChoices = (html: string, name: string) =>
  [...html.matchAll(/<input[^>]*>/g)]
    .filter(([input]) => input.includes(`name="${name}"`))
    .map(([input]) => input.includes('checked=""'))

/** The error summary above the form. */
const listedErrors = (html: string) => {
  const summary = /<div[^>]*role="alert"[\s\S]*?<\/ul>/.exec(html)?.[0] ?? ''
  return [...summary.matchAll(/<a [^>]*>([^<]*)</g)].map(([, sentence]) => sentence)
}

describe('creating a registry without JavaScript', () => {
  test('asks to sign in first, and comes back to the same event', async () => {
    const { status, to } = await view('/create-registry/baptism?lang=el', null)
    expect(status).toBe(302)
    expect(to).toBe('/login?redirect=%2Fcreate-registry%2Fbaptism&lang=el')
  })

  test('starts with the event type of the address', async () => {
    const { html } = await view('/create-registry/baptism?lang=el')
    expect(html).toMatch(/<input[^>]*type="radio"[^>]*checked=""[^>]*value="baptism"/)
    expect(html).toContain('Δημιουργία λίστας δώρων | ')
    expect(html).toContain('name="robots" content="noindex"')
  })

  test.each([
    ['wedding', ['Όνομα', 'Επώνυμο', 'Όνομα συντρόφου', 'Επώνυμο συντρόφου']],
    ['baptism', ['Όνομα γονέα', 'Επώνυμο γονέα', 'Όνομα του άλλου γονέα', 'Επώνυμο του άλλου γονέα']],
    ['birthday', ['Όνομα', 'Επώνυμο']],
    [
      'group-activity',
      ['Όνομα διοργανωτή', 'Επώνυμο διοργανωτή', 'Όνομα δεύτερου διοργανωτή', 'Επώνυμο δεύτερου διοργανωτή'],
    ],
    ['other', ['Όνομα', 'Επώνυμο', 'Όνομα δεύτερου οικοδεσπότη', 'Επώνυμο δεύτερου οικοδεσπότη']],
  ])('asks for the names that %s needs', async (type, labels) => {
    const { html } = await view(`/create-registry/${type}?lang=el`)
    expect(nameLabels(html)).toEqual(labels)
  })

  test('keeps a second name that was given before a birthday was chosen', async () => {
    const birthday = {
      ...stepOne,
      ...stepTwo,
      type: 'birthday',
      partner_name: 'Νίκος',
      guest_count: '0',
      intent: 'next',
    }
    const { html } = await send('/create-registry?lang=el', birthday)
    expect(nameLabels(html)).toHaveLength(4)
    expect(html).toContain('value="Νίκος"')
  })

  test('starts with the details of the account', async () => {
    await app.db.updateTable('customer').set({ phone: '+306944123456' }).where('id', '=', host.id).execute()
    const { html } = await view('/create-registry')
    for (const known of ['value="Ελένη"', 'value="Δοκιμή"', 'value="694 412 3456"'])
      expect(html).toContain(known)
  })

  test.each([
    ['wedding', '150'],
    ['birthday', '30'],
    ['other', '50'],
  ])('starts with the guests that %s usually has', async (type, count) => {
    const { html } = await view(`/create-registry/${type}`)
    expect(html).toMatch(
      new RegExp(`name="guest_count"[^>]*value="${count}"|value="${count}"[^>]*name="guest_count"`),
    )
  })

  test('what was typed when the session ended is there after signing up, too', async () => {
    const typed = new URLSearchParams({ ...stepOne, ...stepTwo, name: 'Ιφιγένεια', intent: 'next' })
    const post = (path: string, body: URLSearchParams, cookie: string) =>
      app.app.request(path, { method: 'POST', headers: { origin: app.config.SITE_URL, cookie }, body })
    const ended = await post('/create-registry/wedding?lang=el', typed, '')
    const toRegister = (ended.headers.get('location') ?? '').replace('/login', '/register')
    expect(toRegister).toContain('%2Fcreate-registry%2Fwedding')
    const person = { ...visitor, email: 'iphigenia@example.gr' }
    const entered = await post(toRegister, new URLSearchParams(person), cookiesOf(ended))
    expect(entered.headers.get('location')).toBe('/create-registry/wedding?lang=el')
    const cookie = `${cookiesOf(ended)}; ${cookiesOf(entered)}`
    const page = await app.app.request('/create-registry/wedding?lang=el', { headers: { cookie } })
    expect(await page.text()).toContain('value="Ιφιγένεια"')
  })

  test.each([
    ['210 00', 'GR-J'],
    ['63086', 'GR-69'],
    ['99999', null],
    ['<b>', null],
  ])('an address without a region has that of its postcode %s', async (postcode, region) => {
    const { 'home_address[region]': _, ...unchosen } = stepTwo
    const address = { ...unchosen, 'home_address[postcode]': postcode }
    const { status, to } = await send('/create-registry', { ...stepOne, ...address, intent: 'create' })
    expect(status).toBe(region ? 302 : 422)
    if (!region) return
    const code = /registry\/(\w{12})/.exec(to ?? '')?.[1] ?? ''
    const { html } = await view(`/registry/${code}/edit/registry-shipping-address`)
    expect(html).toMatch(
      new RegExp(`<option[^>]*value="${region}"[^>]*selected|selected[^>]*value="${region}"`),
    )
  })

  test('reports everything that is wrong with the first step and keeps the values', async () => {
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

  test.each(['en', 'el'] as const)('chooses nobody’s privacy for them (R211), %s', async locale => {
    const { html } = await view(`/create-registry?lang=${locale}`)
    expect(checkedChoices(html, 'registry_status')).toEqual([false, false, false])
    expect(checkedChoices(html, 'search_engines')).toEqual([false])
    const { registry_status, ...unchosen } = { ...stepOne, ...stepTwo }
    for (const intent of ['next', 'create']) {
      const refused = await send(`/create-registry?lang=${locale}`, { ...unchosen, intent })
      expect([refused.status, countErrors(refused.html)]).toEqual([422, 3])
      expect(refused.html).toContain(m.privacy_required({}, { locale }))
      expect(refused.html).toContain('value="Παππά"')
    }
  })

  test('keeps whether search engines may show it', async () => {
    const agreed = { ...stepOne, ...stepTwo, search_engines: 'on' }
    const { html } = await send('/create-registry', { ...agreed, intent: 'next' })
    expect(checkedChoices(html, 'search_engines')).toEqual([true])
    const { to } = await send('/create-registry', { ...agreed, intent: 'create' })
    const code = /registry\/(\w{12})/.exec(to ?? '')?.[1] ?? ''
    expect((await view(`/registry/${code}`, null)).html).not.toContain('noindex')
  })

  test('goes forward and back with all values', async () => {
    const there = await send('/create-registry', { ...stepOne, ...stepTwo, intent: 'next' })
    expect([there.status, step(there.html), countErrors(there.html)]).toEqual([200, 2, 0])
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

  test('reports everything that is wrong with the second step', async () => {
    const empty = Object.fromEntries(Object.keys(stepTwo).map(name => [name, '']))
    const { status, html } = await send('/create-registry', { ...stepOne, ...empty, intent: 'create' })
    expect([status, step(html)]).toEqual([422, 2])
    for (const words of [
      'Write the street and number',
      'Write the city',
      'Please select a Region',
      'Please accept the terms',
    ])
      expect(html).toContain(words)
  })

  test('says once of each field what is to be done, and not above it of which address', async () => {
    const empty = Object.fromEntries(Object.keys(stepTwo).map(name => [name, '']))
    const { html } = await send('/create-registry?lang=el', {
      ...stepOne,
      ...empty,
      same_as_home: 'on',
      'home_address[country]': 'GR',
      intent: 'create',
    })
    expect(listedErrors(html)).toEqual([
      ...['Γράψτε οδό και αριθμό', 'Γράψτε τον ταχυδρομικό κώδικα', 'Γράψτε την πόλη', 'Επιλέξτε περιφέρεια'],
      ...['Γράψτε το τηλέφωνο', 'Αποδεχτείτε τους όρους χρήσης'],
    ])
  })

  test('names each field of the first step once', async () => {
    const empty = Object.fromEntries(Object.keys(stepOne).map(name => [name, '']))
    const { html } = await send('/create-registry?lang=el', { ...empty, intent: 'next' })
    expect(listedErrors(html)).toEqual([
      ...['Επιλέξτε είδος γιορτής', 'Το όνομα είναι υποχρεωτικό'],
      ...['Το επώνυμο είναι υποχρεωτικό', 'Όνομα της λίστας: Το όνομα είναι υποχρεωτικό'],
      ...[
        'Αριθμός καλεσμένων: Το πεδίο είναι υποχρεωτικό',
        'Ποιοι βλέπουν τη λίστα: διαλέξτε ένα από τα τρία',
      ],
      'Η ημερομηνία είναι υποχρεωτική',
    ])
  })

  test('leads to adding gifts, with the message, the address and the code', async () => {
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
    expect(html).toContain(`${app.config.SITE_URL}/registry/${id}`)
    expect(html).toContain(id.replace(/(.{4})(?=.)/g, '$1-'))
  })

  test('submitted twice, creates one registry', async () => {
    const { html } = await view('/create-registry')
    const draft_key = /name="draft_key" value="([^"]+)"/.exec(html)?.[1] ?? ''
    const twice = { ...stepOne, ...stepTwo, draft_key, intent: 'create' }
    const answers = await Promise.all([send('/create-registry', twice), send('/create-registry', twice)])
    expect(draft_key).toMatch(/^[\w-]{36}$/)
    expect(answers[0]?.to).toMatch(/^\/registry/)
    expect(answers[1]?.to).toBe(answers[0]?.to)
  })

  test('says why no registry was created, and keeps all values', async () => {
    for (let count = 0; count < 30; count++) await app.createByForm(host)
    const { status, html } = await send('/create-registry', { ...stepOne, ...stepTwo, intent: 'create' })
    expect(status).toBe(422)
    expect(html).toContain('Registry Create Failed')
    expect(html).toContain('Too many attempts')
    expect(html).toContain('value="Αμαλίας 12"')
  })
})
