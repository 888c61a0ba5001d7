import { expect, test } from 'vitest'
import { categoriesForEvent } from './event-categories.rules.ts'

const named = (...names: string[]) => names.map(name => ({ name }))
const namesFor = (type: string, categories: { name: string }[]) =>
  categoriesForEvent(type, categories).map(({ name }) => name)

test('each event type has the categories that suit it, the most fitting first', () => {
  const greek = named('Σπίτι & κουζίνα', 'Επιτραπέζια', 'Βαπτιστικά ρούχα', 'Βάπτιση', 'Μωρό', 'Τεχνολογία')
  expect(namesFor('wedding', greek)).toEqual(['Επιτραπέζια', 'Σπίτι & κουζίνα'])
  expect(namesFor('baptism', greek)).toEqual(['Βαπτιστικά ρούχα', 'Βάπτιση'])
  expect(namesFor('baby-shower', greek)).toEqual(['Μωρό'])
  expect(namesFor('student-life', greek)).toEqual(['Τεχνολογία'])
  expect(namesFor('lets-event', named('Food & wine', 'Winter coats'))).toEqual(['Food & wine'])
})

test('a type of the staff has none, and a word within a word is none', () => {
  expect(namesFor('retirement', named('Tableware', 'Baby'))).toEqual([])
  expect(namesFor('baby-shower', named('Wannababy'))).toEqual([])
})
