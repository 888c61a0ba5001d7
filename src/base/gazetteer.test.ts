import { expect, test } from 'vitest'
import {
  findPlace,
  findPlaceById,
  findPlacesBeginning,
  gazetteer,
  maxPlaceLength,
  placesNamed,
  placeText,
} from './gazetteer.ts'

const isCypriot = ({ id }: { id: string }) => id.startsWith('kypros')
const ofLevel = (level: string) => gazetteer.filter(place => place.level === level && !isCypriot(place))

test('Greece has 13 regions, 74 regional units and 332 municipalities, Cyprus its six districts', () => {
  expect(['region', 'unit', 'municipality'].map(level => ofLevel(level).length)).toEqual([13, 74, 332])
  expect(gazetteer.filter(place => isCypriot(place) && place.level === 'unit')).toHaveLength(6)
})

test('each region has as many municipalities as the law names', () => {
  const counts = ofLevel('region').map(region => [
    region.names.en,
    ofLevel('municipality').filter(({ areas }) => areas.includes(region)).length,
  ])
  expect(Object.fromEntries(counts)).toEqual({
    Attica: 66,
    'Eastern Macedonia and Thrace': 22,
    'Central Macedonia': 38,
    'Western Macedonia': 13,
    Epirus: 18,
    Thessaly: 25,
    'Central Greece': 25,
    'Western Greece': 19,
    Peloponnese: 26,
    'Ionian Islands': 11,
    'North Aegean': 11,
    'South Aegean': 34,
    Crete: 24,
  })
})

test('every place has an id of its own, names in both alphabets, and areas up to its region', () => {
  expect(new Set(gazetteer.map(({ id }) => id)).size).toBe(gazetteer.length)
  const wrong = gazetteer.filter(
    ({ id, names, areas, level }) =>
      !/^[a-z0-9/-]+$/.test(id) ||
      !/^[\p{Script=Greek}\s-]+$/u.test(names.el) ||
      !/^[A-Za-z\s-]+$/.test(names.en) ||
      (!['region', 'area'].includes(level) && areas.every(area => area.level !== 'region')),
  )
  expect(wrong).toEqual([])
  expect(gazetteer.map(({ id }) => findPlaceById(id)?.id)).toEqual(gazetteer.map(({ id }) => id))
})

test('the text that stands for a place leads to it again, in both languages, or is too long for the field', () => {
  for (const language of ['en', 'el'] as const) {
    const lost = gazetteer.flatMap(place => {
      const text = placeText(place, language)
      const found = findPlace(text)
      const isSame = found === place || found?.areas.includes(place)
      // Some municipalities have longer names than the field takes; they are never suggested.
      return isSame || text.length > maxPlaceLength ? [] : [`${place.id}: ${text} → ${found?.id}`]
    })
    expect(lost).toEqual([])
  }
})

const areasOf = (text: string) => findPlace(text)?.areas.map(({ names }) => names.en)

test.each([
  ['Ναύπλιο', ['Municipality of Nafplieon', 'Argolida', 'Peloponnese']],
  ['ναυπλιο', ['Municipality of Nafplieon', 'Argolida', 'Peloponnese']],
  ['Nayplio', ['Municipality of Nafplieon', 'Argolida', 'Peloponnese']],
  ['Nafplio, Argolida', ['Municipality of Nafplieon', 'Argolida', 'Peloponnese']],
  ['Ναύπλιο (Αργολίδα)', ['Municipality of Nafplieon', 'Argolida', 'Peloponnese']],
  ['Κτήμα Νέφος, Ναύπλιο', ['Municipality of Nafplieon', 'Argolida', 'Peloponnese']],
  ['Σύρος', ['Municipality of Syrou-Ermoupolis', 'Syros', 'South Aegean', 'Cyclades']],
  ['Νίκαια, Λάρισα', ['Municipality of Kileler', 'Larissa', 'Thessaly']],
  ['Αργολίδα', ['Peloponnese']],
  ['Λεμεσός', ['Municipality of Lemesou', 'Limassol', 'Cyprus']],
])('%s lies in %j', (text, areas) => expect(areasOf(text)).toEqual(areas))

test.each(['Στο σπίτι μας', 'Παρίσι', '', ',', 'x'.repeat(42)])('“%s” is no place of the gazetteer', text =>
  expect(findPlace(text)).toBeNull(),
)

test.each([
  ['Argolida', 'peloponnisos/argolida'],
  ['αργολιδα', 'peloponnisos/argolida'],
  ['South Aegean', 'notio-aigaio'],
  ['Νότιο Αιγαίο', 'notio-aigaio'],
  ['Corfu', 'ionia-nisia/kerkyra'],
  ['Kypros', 'kypros'],
  ['Ναυπλιέων', 'peloponnisos/argolida/dimos-nafplieon'],
  ['Κυκλάδες', 'kyklades'],
])('%s names %s', (text, id) => expect(placesNamed(text.split(' ')).map(place => place.id)).toContain(id))

test('places are suggested by their first letters in either alphabet, with their areas', () => {
  const [first] = findPlacesBeginning('Ναυπ', 'el', 8)
  expect(first).toEqual({ text: 'Ναύπακτος', within: 'Αιτωλοακαρνανία, Δυτική Ελλάδα' })
  for (const typed of ['Ναυπλ', 'nafpl', 'naypl', 'ΝΑΥΠΛΙΟ'])
    expect(findPlacesBeginning(typed, 'el', 8)[0]).toEqual({
      text: 'Ναύπλιο',
      within: 'Αργολίδα, Πελοπόννησος',
    })
  expect(findPlacesBeginning('rhod', 'en', 8)[0]).toEqual({ text: 'Rhodes', within: 'Rhodes, South Aegean' })
  expect(findPlacesBeginning('α', 'el', 5)).toHaveLength(5)
  expect(findPlacesBeginning(' ', 'el', 5)).toEqual([])
})
