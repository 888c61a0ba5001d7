import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { languages } from '../base/language.ts'
import { toCsv } from '../ui/page/table-response.ts'
import { parseGuestList } from './import.rules.ts'

const parseGuests = async (list: string) => (await parseGuestList(list)).map(({ guest }) => guest)

test('without headings, cells are recognized by their format', async () => {
  expect(
    await parseGuests(
      'Μαρία Παππά; maria@example.com; 6944 000 000; 2\n"Ράπτης; Νίκος";nikos@example.com\n\nΆννα',
    ),
  ).toMatchObject([
    { name: 'Μαρία Παππά', email: 'maria@example.com', phone: '6944 000 000', people: 2, language: 'el' },
    { name: 'Ράπτης; Νίκος', email: 'nikos@example.com', people: 1 },
    { name: 'Άννα' },
  ])
  expect(await parseGuests('Rhea <rhea@example.com>\tEnglish\tvegan')).toMatchObject([
    { name: 'Rhea', email: 'rhea@example.com', language: 'en', notes: 'vegan' },
  ])
})

test('headings name the columns in either language and any order, without accents and case', async () => {
  const greek = '\ufeffΑτομα;ΕΜΑΙΛ;Όνομα;Email\r\n3;x;Οικογένεια Παππά;pappa@example.com\r\n'
  expect(await parseGuests(greek)).toMatchObject([
    { people: 3, name: 'Οικογένεια Παππά', email: 'pappa@example.com' },
  ])
  expect(await parseGuests('Name,Language\nRhea,English')).toMatchObject([{ name: 'Rhea', language: 'en' }])
})

test('each wrong line has an error for each wrong field', async () => {
  const lines = await parseGuestList(
    'name;email;people\nΆννα;anna@;2\nΝίκος;nikos@example.com;40\n;;2\nΡέα;;1',
  )
  expect(lines.map(({ line, errors }) => [line, errors])).toEqual([
    [2, { email: 'email_invalid' }],
    [3, { people: 'guest_people_wrong' }],
    [4, { name: 'guest_nobody' }],
    [5, {}],
  ])
})

test.each(languages)('the import reads what the export in %s writes', async language => {
  const name = fc.stringMatching(/^[=+\-@]?[\p{Script=Greek}\w ;",']{0,20}[αa]$/u)
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 5 }), async names => {
      const list = toCsv([['name', 'email', 'people'], ...names.map(name => [name, null, 2])], language)
      expect((await parseGuests(list)).map(guest => guest?.name)).toEqual(
        names.map(name => name.trim().normalize('NFC')),
      )
    }),
  )
})

test('a long list is parsed in turns, and only cells that a guest may have are read', async () => {
  let turns = 0
  const list = `${'Άννα;anna@example.com\n'.repeat(1000)}${'x;'.repeat(100)};anna@example.com\n${'y'.repeat(9000)}`
  const lines = await parseGuestList(list, async () => void turns++)
  expect([lines.length, turns]).toEqual([1002, 20])
  expect(lines.slice(-2).map(({ text }) => text.length)).toEqual([20 + 19 * 3, 1000])
})
