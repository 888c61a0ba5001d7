import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languages } from '../../base/language.ts'
import { toCsv } from '../../ui/page/table-response.ts'
import type { ChosenColumn } from '../guests.contract.ts'
import { parseGuestList } from './import.rules.ts'

const parse = async (list: string, chosen?: ChosenColumn[]) => parseGuestList(list, chosen)
const parseGuests = async (list: string, chosen?: ChosenColumn[]) =>
  (await parse(list, chosen)).lines.map(({ guest }) => guest)
const kinds = async (list: string) => (await parse(list)).columns.map(({ column }) => column)

describe('without headings', () => {
  test('cells are recognized by their format, and numbers are nothing', async () => {
    expect(
      await parseGuests(
        'Μαρία Παππά; maria@example.com; 6944 000 000; 2\n"Ράπτης; Νίκος";nikos@example.com\n\nΆννα',
      ),
    ).toMatchObject([
      { name: 'Μαρία Παππά', email: 'maria@example.com', phone: '6944 000 000', people: 1, language: 'el' },
      { name: 'Ράπτης; Νίκος', email: 'nikos@example.com', people: 1 },
      { name: 'Άννα' },
    ])
    expect(await kinds('11;Μαρία Παππά;maria@example.com\n12;Νίκος Ράπτης;nikos@example.com')).toEqual([
      ...['none', 'name', 'email'],
    ])
  })

  test('what isn’t understood goes into no other field, unless the host says so', async () => {
    const list = 'Rhea <rhea@example.com>\tEnglish\tvegan'
    expect(await parseGuests(list)).toEqual([
      { name: 'Rhea', email: 'rhea@example.com', language: 'en', people: 1 },
    ])
    expect(await parseGuests(list, [{ at: 3, column: 'notes' }])).toMatchObject([{ notes: 'vegan' }])
    const byNumber = [{ at: 2, column: 'people' as const }]
    expect(await parseGuests('Μαρία Παππά;5', byNumber)).toMatchObject([{ name: 'Μαρία Παππά', people: 5 }])
  })

  test('a list from a chat has neither its numbers nor its counts in the names', async () => {
    const list = '1. Μαρία Παππά\n2) Οικ. Δήμου x4\n- Ρέα +1 - 6944 000 000\nΝίκος – 6944000001 χ2\nΆννα'
    expect(await parseGuests(list)).toMatchObject([
      { name: 'Μαρία Παππά', people: 1 },
      { name: 'Οικ. Δήμου', people: 4 },
      { name: 'Ρέα', people: 2, phone: '6944 000 000' },
      { name: 'Νίκος', people: 2, phone: '6944000001' },
      { name: 'Άννα', people: 1 },
    ])
    expect(await parseGuests('Όνομα;Άτομα\nΜαρία;2+1\nΡέα;2 + 1 άτομα')).toMatchObject([
      { people: 3 },
      { people: 3 },
    ])
  })

  test('an e-mail and a telephone are told by their look where lines differ', async () => {
    expect(
      await parseGuests('Άννα;6944000000\nΝίκος;nikos@example.com\nrhea@example.com\n6944000001'),
    ).toMatchObject([
      { phone: '6944000000' },
      { email: 'nikos@example.com' },
      { email: 'rhea@example.com' },
      null,
    ])
  })
})

describe('headings', () => {
  test('name the columns in either language and any order, without accents and case', async () => {
    const greek = '\ufeffΑτομα;ΕΜΑΙΛ;Όνομα;Email\r\n3;x;Οικογένεια Παππά;pappa@example.com\r\n'
    expect(await parseGuests(greek)).toMatchObject([
      { people: 3, name: 'Οικογένεια Παππά', email: 'pappa@example.com' },
    ])
    expect(await parseGuests('Name,Language\nRhea,English')).toMatchObject([{ name: 'Rhea', language: 'en' }])
  })

  test('of first and last name make one name, and telephone and number are known by short words', async () => {
    expect(await parseGuests('Όνομα;Επώνυμο;Email;Άτομα\nΜαρία;Παππά;maria@example.com;2')).toMatchObject([
      { name: 'Μαρία Παππά', email: 'maria@example.com', people: 2 },
    ])
    expect(await parseGuests('Επώνυμο;Όνομα;Τηλ.;Αρ. Ατόμων\nΠαππά;Μαρία;6944000000;2 άτομα')).toMatchObject([
      { name: 'Μαρία Παππά', phone: '6944000000', people: 2 },
    ])
  })

  test('a comma under the only heading is part of the name', async () => {
    expect(await parseGuests('Ονοματεπώνυμο\nΝίκος Ράπτης, Ελένη Ράπτη')).toMatchObject([
      { name: 'Νίκος Ράπτης, Ελένη Ράπτη' },
    ])
  })

  test('may stand below a title and Excel’s own line, and above a sum; those are named', async () => {
    const list =
      'sep=;\nΚαλεσμένοι του γάμου\nΑ/Α;Ονοματεπώνυμο;Άτομα\n1;Μαρία Παππά;2\n2;Νίκος;1\nΣύνολο;;3\n'
    const { lines, notTaken, columns } = await parse(list)
    expect(lines.map(({ line, guest }) => [line, guest?.name, guest?.people])).toEqual([
      [4, 'Μαρία Παππά', 2],
      [5, 'Νίκος', 1],
    ])
    expect(notTaken).toEqual(['Καλεσμένοι του γάμου', 'Σύνολο · 3'])
    expect(columns[0]).toMatchObject({ heading: 'Α/Α', column: 'none', examples: ['1', '2'] })
  })

  test('a second address or telephone of a line is named', async () => {
    const list =
      'Name,Home Phone,Mobile Phone,E-mail 1 - Value,E-mail 2 - Value\nRhea,2101234567,6944000000,a@x.gr ::: b@x.gr,c@x.gr'
    const [line] = (await parse(list)).lines
    expect(line?.guest).toMatchObject({ phone: '6944000000', email: 'a@x.gr' })
    expect(line?.notTaken).toEqual(['2101234567', 'b@x.gr', 'c@x.gr'])
  })

  test('of another list say nothing of this one', async () => {
    const chosen = [{ at: 2, heading: 'Rating', column: 'people' as const }]
    expect(await parseGuests('Email,Rating\na@x.gr,2', chosen)).toMatchObject([{ people: 2 }])
    expect(await parseGuests('Email,Stars\na@x.gr,2', chosen)).toMatchObject([{ people: 1 }])
  })
})

describe('the line of addresses of a mail program', () => {
  test.each([
    ['Μαρία Παππά <m@x.gr>; Νίκος <n@x.gr>; "Κοσμά, Ρέα" <r@x.gr>', ['Μαρία Παππά', 'Νίκος', 'Κοσμά, Ρέα']],
    ['Μαρία <m@x.gr>, Νίκος <n@x.gr>,\n"Κοσμά, Ρέα" <r@x.gr>', ['Μαρία', 'Νίκος', 'Κοσμά, Ρέα']],
    ['m@x.gr; n@x.gr, r@x.gr', [undefined, undefined, undefined]],
  ])('%s is as many people', async (list, names) => {
    const guests = await parseGuests(list)
    expect(guests.map(guest => guest?.name)).toEqual(names)
    expect(guests.map(guest => guest?.email)).toEqual(['m@x.gr', 'n@x.gr', 'r@x.gr'])
  })

  test('among other lines is as many people, too', async () => {
    const { lines } = await parse('Άννα;6944000000\nm@x.gr;Νίκος <n@x.gr>')
    expect(lines.map(({ line, guest }) => [line, guest?.name, guest?.email])).toEqual([
      [1, 'Άννα', undefined],
      [2, undefined, 'm@x.gr'],
      [2, 'Νίκος', 'n@x.gr'],
    ])
  })

  test('is none where something else stands beside the addresses', async () => {
    expect(await parseGuests('Μαρία;m@x.gr')).toMatchObject([{ name: 'Μαρία', email: 'm@x.gr' }])
    expect(await parseGuests('m@x.gr,Μαρία,6944000000')).toMatchObject([
      { name: 'Μαρία', phone: '6944000000' },
    ])
  })
})

test('each wrong line has an error for each wrong field', async () => {
  const { lines } = await parse(
    'name;email;people\nΆννα;anna@;2\nΝίκος;nikos@example.com;40\n;;2\nΡέα;;1\nΔήμος;;1.000',
  )
  expect(lines.map(({ line, errors }) => [line, errors])).toEqual([
    [2, { email: 'email_invalid' }],
    [3, { people: 'guest_people_wrong' }],
    [4, { name: 'guest_nobody' }],
    [5, {}],
    [6, { people: 'guest_people_wrong' }],
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
  const list = `${'Άννα;anna@example.com\n'.repeat(1000)}${'x;'.repeat(200)};anna@example.com\n${'y'.repeat(9000)}`
  const { lines } = await parseGuestList(list, [], async () => void turns++)
  expect([lines.length, turns]).toEqual([1002, 20])
  expect(lines.slice(-2).map(({ text }) => text.length)).toEqual([120 + 119 * 3, 1000])
})
