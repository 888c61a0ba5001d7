import { expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { registryTestApp } from '../../test/registries.ts'
import { insertRow } from '../server/postgres/rows.ts'
import * as eventTypes from './event-type.contract.ts'
import * as settings from './settings.contract.ts'

const app = opened(() => registryTestApp())

test('event types are listed in their order and shown one by one; an unknown one is missing', async () => {
  const types = (await app.call<{ slug: string; name: string }[]>(eventTypes.listEventTypes, { lang: 'el' }))
    .data
  expect(types.map(({ slug }) => slug)).toEqual([
    'wedding',
    'baptism',
    'baby-shower',
    'birthday',
    'student-life',
    'lets-event',
    'group-activity',
    'other',
  ])
  expect(types[0]).toEqual({
    slug: 'wedding',
    name: 'Γάμος',
    picture: '/pictures/wedding',
    illustration: 'church',
    tone: 'rose',
    position: 1,
    hides_day_and_place: 0,
    host_kind: 'couple',
  })
  const one = { slug: 'group-activity', lang: 'en' }
  expect((await app.call(eventTypes.showEventType, one)).data).toMatchObject({
    name: 'Group Activity',
    landing_title: 'Group activity registry',
  })
  expect((await app.call(eventTypes.showEventType, { slug: 'cart' })).status).toBe(404)
})

test('a new event type is one row and its texts', async () => {
  await insertRow(app.db, 'event_type', {
    slug: 'retirement',
    position: 9,
    illustration: 'star',
    tone: 'honey',
    starts_as_group: false,
    hides_day_and_place: false,
  })
  const texts = { landing_title: 'Retirement registry', landing_lead: 'Time.', landing_text: 'At last.' }
  const name = { language: 'en', name: 'Retirement', search_words: 'retirement' } as const
  await insertRow(app.db, 'event_type_text', { slug: 'retirement', ...name, ...texts })
  const id = await app.createRegistry({ type: 'retirement' })
  expect(await app.viewRegistry(id)).toMatchObject({
    type_info: { slug: 'retirement', name: 'Retirement', illustration: 'star', starts_as_group: 0 },
    thumbnail: '/pictures/retirement',
  })
  const inGreek = { slug: 'retirement', lang: 'el' }
  expect((await app.call(eventTypes.showEventType, inGreek)).data).toMatchObject(texts)
  const slug = await app.call(settings.updateRegistry, { id, slug: 'retirement' }, app.host.token)
  expect([slug.status, slug.data.fields]).toEqual([422, { slug: expect.any(String) }])
})
