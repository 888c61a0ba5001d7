import { expect, test } from 'vitest'
import { opened } from '../../test/opened.ts'
import { draftOf, registrySearchApp } from '../../test/registry-search.ts'
import { getRow } from '../server/postgres/rows.ts'
import { suggestPlaces } from './place.contract.ts'
import { updateRegistry } from './settings.contract.ts'

const app = opened(() => registrySearchApp())

const placeIdOf = async (code: string) =>
  (await getRow(app.db, 'registry', { code }, ['event_place_id'])).event_place_id

test('a registry is found by its place’s regional unit, region and wider area, in both alphabets', async () => {
  const at = (title: string, event_place: string) =>
    app.createRegistry(draftOf(title, 'Αρχοντία', 'Μελισσουργού', { event_place }))
  await at('Στο Ναύπλιο', 'Ναύπλιο')
  await at('Στη Σύρο', 'Ερμούπολη')
  await at('Στη Λεμεσό', 'Limassol')
  await at('Στο κτήμα', 'Κτήμα Ηλιόπετρα')
  const found = {
    'Στο Ναύπλιο': ['Αργολίδα', 'αργολιδα', 'Argolida', 'Argolis', 'Peloponnese', 'Πελοπόννησος', 'Nauplio'],
    'Στη Σύρο': ['South Aegean', 'Νότιο Αιγαίο', 'Σύρος', 'Syros', 'Κυκλάδες', 'Cyclades'],
    'Στη Λεμεσό': ['Λεμεσός', 'Κύπρος', 'Cyprus'],
    'Στο κτήμα': ['Ηλιόπετρα'],
  }
  for (const [title, cities] of Object.entries(found))
    for (const city of cities) {
      const query = { city, type: 'wedding' }
      expect([city, await app.searchNames(query)]).toEqual([city, [title]])
      expect([city, await app.searchNames({ q: `Μελισσουργού ${city}` })]).toEqual([city, [title]])
      expect([city, await app.searchNames({ q: city })]).toEqual([city, [title]])
    }
  for (const city of ['Αρκαδία', 'North Aegean', 'Κρήτη', 'Aegean Crete'])
    expect([city, await app.searchNames({ city, type: 'wedding' })]).toEqual([city, []])
  expect(await app.searchNames({ name: 'Αργολίδα', type: 'wedding' })).toEqual([])
})

test('the place follows its text, which may be any', async () => {
  const { id, token } = await app.createRegistry(
    draftOf('Αλλάζει τόπο', 'Μυρσίνη', 'Ταξιδιάρη', { event_place: 'naypaktos' }),
  )
  expect(await placeIdOf(id)).toBe('dytiki-ellada/aitoloakarnania/nafpaktos')
  for (const [event_place, placeId] of [
    ['Ελούντα, Λασίθι', 'kriti/lasithi/elounta'],
    ['Στην αυλή μας', ''],
    ['', null],
  ]) {
    await app.call(updateRegistry, { id, event_place }, token)
    expect(await placeIdOf(id)).toBe(placeId)
  }
})

test('places are suggested as they are typed, in the reader’s language', async () => {
  const suggest = async (input: object) =>
    (await app.call<{ text: string; within: string }[]>(suggestPlaces, input)).data
  expect(await suggest({ q: 'nayp', lang: 'el' })).toContainEqual({
    text: 'Ναύπλιο',
    within: 'Αργολίδα, Πελοπόννησος',
  })
  expect(await suggest({ q: 'Ναυπ', lang: 'en' })).toContainEqual({
    text: 'Nafplio',
    within: 'Argolida, Peloponnese',
  })
  expect((await suggest({ q: 'α' })).length).toBeLessThanOrEqual(8)
  expect((await app.call(suggestPlaces, { q: 'x'.repeat(43) })).status).toBe(422)
})
