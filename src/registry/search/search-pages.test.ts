import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aHost, registryDraft } from '../../../test/builders.ts'
import { opened } from '../../../test/opened.ts'
import { testApp } from '../../../test/test-app.ts'

const site = opened(() => testApp({ shop: 'none', pages: true }))
const ids: Record<string, string> = {}
/** Rare codes that look like names, because they have no digit. */
const codesWithoutDigits = { public: 'BYHPXTHAYKAE', shareable: 'KAEBYHPXTHAY' }

async function setCode(which: string, code: string): Promise<void> {
  await site.db
    .updateTable('registry')
    .set({ code })
    .where('code', '=', ids[which] ?? '')
    .execute()
  ids[which] = code
}

beforeAll(async () => {
  const host = await aHost(site, 'Ελένη')
  const drafts = {
    public: { registry_name: 'Στο Αιγαίο' },
    baby: { registry_name: 'Μικρή Νεφέλη', type: 'baptism', event_place: 'Χάλκη' },
    shareable: { registry_name: 'Κρυμμένη Νεφέλη', registry_status: 'shareable' },
  }
  for (const [which, draft] of Object.entries(drafts)) {
    const more = { token: host.token }
    const { body } = await site.post('/registry/save', { ...registryDraft, ...draft }, more)
    ids[which] = String(body.data.id)
  }
  for (const [which, code] of Object.entries(codesWithoutDigits)) await setCode(which, code)
})
beforeEach(() => site.db.deleteFrom('rate_limit').execute())

const view = async (path: string, query: Record<string, string> = {}) => {
  const answer = await site.app.request(`${path}?${new URLSearchParams(query)}`)
  return { status: answer.status, to: answer.headers.get('location'), html: await answer.text() }
}

test.each(['/find-registry', '/find-registry/', '/find-registry/wedding', '/search'])(
  '%s asks',
  async path => {
    const { status, html } = await view(path)
    expect(status).toBe(200)
    expect(html).toContain('name="q"')
    expect(html).toContain('Choose Event')
    expect(html).toContain('rel="canonical" href="http://registry.example/find-registry"')
  },
)

test('the event type of the address is chosen, and months are named in the nominative', async () => {
  const { html } = await view('/find-registry/baptism', { lang: 'el' })
  expect(html).toContain('<option value="baptism" selected="">')
  expect(html).toMatch(/<option[^>]*>Ιούνιος<\/option>/)
  expect(html).toContain('<input type="hidden" name="lang" value="el"/>')
})

test('what is found leads to its registry, in the page’s language', async () => {
  const { html } = await view('/find-registry', { q: 'Sto Aigaio', lang: 'el' })
  expect(html).toContain('Βρέθηκε μία λίστα')
  expect(html).toContain(`href="/registry/${ids.public}?lang=el"`)
  expect(html).toContain('19 Ιουνίου 2027')
  expect(html).toContain('content="noindex"')
})

test('of a baby’s event neither day nor place is in the page, and of a shareable one nothing', async () => {
  const { html } = await view('/find-registry', { q: 'Νεφέλη' })
  expect(html).toContain('Μικρή Νεφέλη')
  expect(html).not.toMatch(/Χάλκη|19 June|2027-06-19|Date not decided|Κρυμμένη/)
})

test('a code, or the whole address of a registry, leads there whatever it is', async () => {
  for (const which of ['public', 'shareable']) {
    const code = ids[which] ?? ''
    const typed = [`https://registry.example/registry/${code}?lang=el`, code.toLowerCase()]
    for (const q of typed)
      expect(await view('/search', { q })).toMatchObject({ status: 302, to: `/registry/${code}?lang=en` })
  }
  expect(await view('/search', { q: 'abez 3456 hkmn', lang: 'el' })).toMatchObject({
    to: '/registry/ABEZ3456HKMN?lang=el',
  })
})

test('nothing found: the advice of the specification, and how to reach us', async () => {
  const { status, html } = await view('/find-registry', { q: 'Ουδείς Πουθενάς' })
  expect(status).toBe(200)
  expect(html).toContain('hmm... we could not find it')
  expect(html).toContain(`mailto:${site.config.SUPPORT_EMAIL}`)
  expect(html).toContain(site.config.SUPPORT_PHONE)
})

test('typed with the other keyboard on: the results of what was meant, and a way to search literally', async () => {
  const typed = { q: 'Papadopo;yloy', lang: 'el' }
  const { html } = await view('/find-registry', typed)
  expect(html).toContain('Αποτελέσματα για «Παπαδοπούλου»')
  expect(html).toContain('Στο Αιγαίο')
  const literally = { q: typed.q, literal: '1', lang: 'el' }
  const linksIn = (page: string) =>
    [...page.matchAll(/href="\/find-registry\?([^"]*)"/g)].map(([, query = '']) =>
      Object.fromEntries(new URLSearchParams(query.replaceAll('&amp;', '&'))),
    )
  expect(linksIn(html)).toContainEqual(literally)
  const literal = await view('/find-registry', literally)
  expect(literal.html).not.toContain('Στο Αιγαίο')
  expect(linksIn(literal.html)).toContainEqual({ q: 'Παπαδοπούλου', lang: 'el' })
  expect(literal.html).toContain('«Παπαδοπούλου»;')
})

test('the form finds by event type and month alone, and says how a baby’s event is found', async () => {
  const { html } = await view('/find-registry', { type: 'wedding', month: '6', year: '2027', lang: 'el' })
  expect(html).toContain('Στο Αιγαίο')
  expect(html).toContain('Ιούνιος 2027')
  expect(html).not.toContain('19 Ιουνίου')
  const byPath = await view('/find-registry/wedding', { month: '6', year: '2027' })
  expect([byPath.status, byPath.html.includes('Στο Αιγαίο')]).toEqual([200, true])
  const cleared = await view('/find-registry/wedding', { type: '', month: '6' })
  expect([cleared.status, cleared.html.includes('Please select Event Type')]).toEqual([422, true])
  const baby = await view('/find-registry', { type: 'baptism', month: '6' })
  expect(baby.html).not.toContain('Νεφέλη')
  expect(baby.html).toContain('found by a name')
})

test('wrong fields keep what was typed, each with its sentence', async () => {
  const { status, html } = await view('/find-registry', { name: 'Ελ', city: 'x'.repeat(43) })
  expect(status).toBe(422)
  expect(html).toContain('value="Ελ"')
  for (const sentence of [
    'Name must be 3 characters or more',
    'City must be 42 characters or less',
    'Please select Event Type',
  ])
    expect(html).toContain(sentence)
})

test('what was typed stays text', async () => {
  const { html } = await view('/find-registry', { q: '"><img src=x onerror=alert(1)></script>' })
  expect(html).not.toContain('<img src=x')
})

test('searching on and on is refused with words', async () => {
  let last = await view('/find-registry', { q: 'abc' })
  for (let count = 0; count < 45 && last.status === 200; count++) last = await view('/search', { q: 'abc' })
  expect(last.status).toBe(429)
  expect(last.html).toContain('role="alert"')
})
