import { beforeAll, expect, test } from 'vitest'
import { aHost, aRegistry } from '../../test/builders.ts'
import { opened } from '../../test/opened.ts'
import { consoleOn, staffClient } from '../../test/staff-client.ts'
import { testApp } from '../../test/test-app.ts'

const site = opened(() => testApp({ shop: 'none', pages: true, env: consoleOn }))
let manager: string
beforeAll(async () => {
  manager = await staff.sessionOf('manager@shop.gr', 'manager')
})

const staff = staffClient(() => site)
const { view, send } = staff
const retirement = {
  slug: 'retirement',
  position: '9',
  illustration: 'star',
  tone: 'honey',
  host_kind: 'organisers',
  is_active: 'on',
  name_en: 'Retirement',
  name_el: 'Συνταξιοδότηση',
  search_words_en: '',
  search_words_el: 'σύνταξη',
  landing_title_en: 'Retirement registry',
  landing_title_el: 'Λίστα συνταξιοδότησης',
  landing_lead_en: 'Time at last.',
  landing_lead_el: 'Επιτέλους χρόνος.',
  landing_text_en: 'A bench, a boat, a book.',
  landing_text_el: 'Ένα παγκάκι, μια βάρκα, ένα βιβλίο.',
}
const page = (slug: string) => `/staff/event-types/${slug}`
const save = (slug: string, fields: Record<string, string>) => send(page(slug), fields, { cookie: manager })
const namesOf = async (lang: string) =>
  (
    (await site.post('/registry/types', { lang })).body.data as unknown as { slug: string; name: string }[]
  ).map(({ name }) => name)
const versionOf = (html: string) => /name="version" value="([^"]+)"/.exec(html)?.[1] ?? ''
const openForm = async (slug: string) => versionOf(await (await view(page(slug), manager)).text())

test('a manager adds an event type, which has its page, its place and its registries', async () => {
  expect(await (await view('/staff/event-types', manager)).text()).toContain('Γάμος')
  const wrong = { ...retirement, slug: 'Cart!', name_el: '', position: 'first' }
  const refused = await save('new', wrong)
  const html = await refused.text()
  expect(refused.status).toBe(422)
  expect(html).toContain('value="Retirement registry"')
  for (const slug of ['login', 'wedding'])
    expect((await save('new', { ...retirement, slug })).status).toBe(422)
  expect((await save('new', retirement)).status).toBe(302)
  expect((await namesOf('el')).at(-1)).toBe('Συνταξιοδότηση')
  expect(await (await view('/retirement?lang=el')).text()).toContain('Επιτέλους χρόνος.')
  const registry = await aRegistry(site, await aHost(site), { event_type: 'retirement' })
  expect(await (await view(`/staff/registries/${registry.code}`, manager)).text()).toContain('Retirement')
})

test('one that is not offered any more has no page and no place, and keeps its registries', async () => {
  const version = await openForm('birthday')
  const registry = await aRegistry(site, await aHost(site), { event_type: 'birthday' })
  const { is_active: _, slug: __, ...fields } = { ...retirement, name_en: 'Birthday!', name_el: 'Γενέθλια!' }
  expect((await save('birthday', { ...fields, version })).status).toBe(302)
  expect(await namesOf('en')).not.toContain('Birthday!')
  expect((await view('/birthday')).status).not.toBe(200)
  expect((await view(`/registry/${registry.code}`)).status).toBe(200)
  const own = await site.post('/registry/types', { lang: 'en', with: 'birthday' })
  expect(JSON.stringify(own.body.data)).toContain('Birthday!')
  const late = await save('birthday', { ...fields, name_en: 'Party', version })
  expect([late.status, (await late.text()).includes('Somebody else changed this')]).toEqual([409, true])
  const line = await site.db
    .selectFrom('staff_audit')
    .innerJoin('staff_audit_value', 'audit_id', 'id')
    .select(['action', 'before', 'after'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(line).toMatchObject({
    action: 'event_type_changed',
    before: { name_el: 'Γενέθλια', is_active: true },
    after: { name_el: 'Γενέθλια!', is_active: false },
  })
})
