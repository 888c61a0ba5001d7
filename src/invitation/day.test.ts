import { beforeEach, describe, expect, test } from 'vitest'
import { openHostPages, pageProducts } from '../../test/host-pages.ts'
import { opened } from '../../test/opened.ts'
import { addDays, dayInAthens } from '../base/dates.ts'
import { paths } from '../base/paths.ts'
import { m } from '../paraglide/messages.js'
import { findRows, insertRow, updateRows } from '../server/postgres/rows.ts'
import { maxGuestsPerRegistry } from './guests.contract.ts'

const en = { locale: 'en' } as const
const pages = opened(() => openHostPages())
beforeEach(() => pages.startOver())

const details = {
  start_hour: '19:30',
  venue: 'Άγιος Νικόλαος, Ακτή Μιαούλη 4',
  party_hour: '21:00',
  party_venue: 'Κτήμα Αλωνάκι',
  dress: 'Επίσημο',
  transport: 'Λεωφορείο στις 18:15',
  more: 'Θα έχει παιδότοπο',
}
const dayPage = () => pages.pathTo('edit/day')
const save = (change: Partial<typeof details> = {}) => pages.submit(dayPage(), { ...details, ...change })
const invitedPath = async () =>
  /https?:\/\/[^/"]+(\/invited\/[\w.-]+)/.exec((await pages.view(dayPage())).html)?.[1] ?? ''
const open = async (path: string) => {
  const answer = await pages.app.app.request(path)
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}
const reply = (path: string, fields: Record<string, string>) =>
  pages.app.app.request(path, {
    method: 'POST',
    headers: { origin: pages.app.config.SITE_URL },
    body: new URLSearchParams(fields),
  })
const guests = () =>
  pages.app.db.selectFrom('guest').selectAll().where('registry_id', '=', pages.registry.id).execute()
const wordsIn = (html: string) => Object.values(details).filter(words => html.includes(words))

test('what hosts write of the day is shown by the link for the invited, kept by nobody, and nowhere else', async () => {
  await pages.insertGift(pageProducts.teapot)
  expect((await save()).location).toContain('done=saved')
  const link = await invitedPath()
  const { status, headers, html } = await open(`${link}?lang=el`)
  expect({ status, words: wordsIn(html) }).toEqual({ status: 200, words: Object.values(details) })
  expect(html).toContain('https://www.google.com/maps/search/?')
  expect(headers.get('cache-control')).toContain('no-store')
  expect(html).toContain('noindex')
  const registry = paths.registry(pages.registry.code)
  for (const path of ['', '.data', '/calendar?lang=el', '/share', '/qr?kind=svg'])
    expect(wordsIn((await open(`${registry}${path}`)).html), path).toEqual([])
  expect((await open(registry)).html).not.toContain('/invited/')
})

test('of a private registry the link shows the day and no way to gifts, letter or pictures', async () => {
  await pages.insertGift(pageProducts.teapot)
  const shown = { greeting: 'Ένα γράμμα για όλους', photo: null }
  const set = (privacy: 'private' | 'shareable') =>
    updateRows(pages.app.db, 'registry', { set: { ...shown, privacy }, where: { id: pages.registry.id } })
  await save()
  const link = await invitedPath()
  await set('shareable')
  expect((await open(link)).html).toContain(`/registry/${pages.registry.code}`)
  await set('private')
  const { status, html } = await open(link)
  expect({ status, words: wordsIn(html).length }).toEqual({ status: 200, words: 7 })
  for (const hidden of [pages.registry.code, shown.greeting, '/images/', '/images-of-products/'])
    expect(html).not.toContain(hidden)
})

test.each([
  [1, { reply: true, way: false, thanks: false }],
  [0, { reply: true, way: true, thanks: false }],
  [-1, { reply: false, way: false, thanks: true }],
])('first comes the reply, on the day the way there, then thanks: %i days before', async (days, expected) => {
  await save()
  const event_day = addDays(dayInAthens(new Date()), days)
  await pages.app.db.updateTable('registry').set({ event_day }).where('id', '=', pages.registry.id).execute()
  const { html } = await open(`${await invitedPath()}?lang=en`)
  expect({
    reply: html.includes('name="reply"'),
    way: html.includes(m.day_find_the_way({}, en)),
    thanks: html.includes(m.registry_thanks({}, en)),
  }).toEqual(expected)
})

test('a new link ends the former one and leaves the words', async () => {
  await save()
  const former = await invitedPath()
  expect(await invitedPath()).toBe(former)
  expect((await pages.submit(dayPage(), { intent: 'renew' })).location).toContain('done=renewed')
  const link = await invitedPath()
  expect((await open(former)).status).toBe(404)
  expect(wordsIn((await open(link)).html)).toHaveLength(7)
})

test.each(['x', '1.0.t1-1.x'])('the link %s leads nowhere', async token => {
  expect((await open(paths.invited(token))).status).toBe(404)
  expect((await reply(paths.invited(token), { name: 'Νίκη Λάμπρου', reply: 'not_coming' })).status).toBe(404)
})

test('wrong hours and what is too long are told beside their fields, with all that was typed', async () => {
  const { html } = await save({ start_hour: '25:00', dress: 'α'.repeat(161) })
  expect(html).toContain(m.day_hour_wrong({}, { locale: 'en' }))
  expect(html).toContain(m.day_detail_long({}, { locale: 'en' }))
  expect(html).toContain(details.transport)
  expect(await pages.app.db.selectFrom('event_details').selectAll().execute()).not.toContainEqual(
    expect.objectContaining({ registry_id: pages.registry.id }),
  )
})

describe('a reply by the link for the invited', () => {
  const answer = { name: 'Νίκη Λάμπρου', reply: 'coming' as const, coming: '3', word: 'Με χαρά!' }

  test('makes a guest with a link of their own, once for one press or several at once', async () => {
    const link = await invitedPath()
    const answers = await Promise.all([1, 2, 3].map(() => reply(`${link}?lang=el`, answer)))
    const [own, ...same] = answers.map(({ headers }) => headers.get('location'))
    expect(same).toEqual([own, own])
    expect(await guests()).toMatchObject([
      { name: answer.name, reply: 'coming', coming_count: 3, people: 3, language: 'el', email: null },
    ])
    expect((await open(own ?? '')).html).toContain(answer.name)
    const letters = await findRows(pages.app.db, 'outbox', {
      where: { template: 'guest-replied', recipient: pages.host.email },
      columns: ['cause'],
    })
    expect(letters).toHaveLength(1)
  })

  test('never touches a guest who was invited by that name', async () => {
    const invited = { registry_id: pages.registry.id, name: answer.name, language: 'el' as const, people: 2 }
    await insertRow(pages.app.db, 'guest', { ...invited, notes: null })
    await reply(await invitedPath(), { ...answer, reply: 'not_coming' })
    expect((await guests()).map(({ reply, people }) => ({ reply, people }))).toEqual([
      { reply: null, people: 2 },
      { reply: 'not_coming', people: 1 },
    ])
  })

  test('takes nobody for a guest of that name who gave the same answer by their own link', async () => {
    const { name, reply: answered } = answer
    await insertRow(pages.app.db, 'guest', {
      registry_id: pages.registry.id,
      name,
      language: 'el' as const,
      people: 3,
      notes: null,
      reply: answered,
      coming_count: 3,
      reply_message: answer.word,
      replied_at: pages.app.clock.now,
    })
    await reply(await invitedPath(), answer)
    expect(await guests()).toHaveLength(2)
  })

  test('keeps what was typed when something is missing', async () => {
    const { name, ...nameless } = answer
    const refused = await reply(await invitedPath(), nameless)
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain(answer.word)
    expect(await guests()).toEqual([])
  })

  test('finds no room on a full list', async () => {
    const guest = { registry_id: pages.registry.id, language: 'el' as const, people: 1, notes: null }
    const all = Array.from({ length: maxGuestsPerRegistry }, (_, n) => ({
      ...guest,
      name: `Καλεσμένος ${n}`,
    }))
    await pages.app.db.insertInto('guest').values(all).execute()
    const { status } = await reply(await invitedPath(), answer)
    expect(status).toBe(409)
    expect(await guests()).toHaveLength(maxGuestsPerRegistry)
  })
})
