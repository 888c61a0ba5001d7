import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCsv } from '../../base/csv.ts'
import { languages } from '../../base/language.ts'
import { contrastRatio, hasReadableContrast } from '../content/rules.ts'
import { parseEmailAddresses } from '../sending/rules.ts'
import { parseGuestList } from './import-rules.ts'
import { countGuestReplies } from './rules.ts'

const guestsIn = (list: string) => parseGuestList(list).map(({ guest }) => guest)

test('a pasted list without headings is read by what its cells look like', () => {
  expect(
    guestsIn('Μαρία Παππά; maria@example.com; 6944 000 000; 2\n"Ράπτης; Νίκος";nikos@example.com\n\nΆννα'),
  ).toMatchObject([
    { name: 'Μαρία Παππά', email: 'maria@example.com', phone: '6944 000 000', people: 2, language: 'el' },
    { name: 'Ράπτης; Νίκος', email: 'nikos@example.com', people: 1 },
    { name: 'Άννα' },
  ])
  expect(guestsIn('Rhea <rhea@example.com>\tEnglish\tvegan')).toMatchObject([
    { name: 'Rhea', email: 'rhea@example.com', language: 'en', notes: 'vegan' },
  ])
})

test('headings in either language decide, in any order, without accents and case', () => {
  const greek = '\ufeffΑτομα;ΕΜΑΙΛ;Όνομα;Email\r\n3;x;Οικογένεια Παππά;pappa@example.com\r\n'
  expect(guestsIn(greek)).toMatchObject([{ people: 3, name: 'Οικογένεια Παππά', email: 'pappa@example.com' }])
  expect(guestsIn('Name,Language\nRhea,English')).toMatchObject([{ name: 'Rhea', language: 'en' }])
})

test('each wrong line says which of its fields is wrong', () => {
  const lines = parseGuestList('name;email;people\nΆννα;anna@;2\nΝίκος;nikos@example.com;40\n;;2\nΡέα;;1')
  expect(lines.map(({ line, errors }) => [line, errors])).toEqual([
    [2, { email: 'email_invalid' }],
    [3, { people: 'guest_people_wrong' }],
    [4, { name: 'guest_nobody' }],
    [5, {}],
  ])
})

test.each(languages)('what the guest list writes in %s comes back by the import', language => {
  const words = fc.stringMatching(/^[=+\-@]?[\p{Script=Greek}\w ;",']{0,20}[αa]$/u)
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 5 }), names => {
      const list = toCsv([['name', 'email', 'people'], ...names.map(name => [name, null, 2])], language)
      expect(guestsIn(list).map(guest => guest?.name)).toEqual(
        names.map(name => name.trim().normalize('NFC')),
      )
    }),
  )
})

test('totals count people, not lines, and add up', () => {
  const guest = (people: number, reply: 'coming' | 'not_coming' | null, coming = 0) => ({
    people,
    reply,
    coming,
  })
  const [fewer, more] = [guest(4, 'coming', 3), guest(1, 'coming', 3)]
  expect(countGuestReplies([fewer, more, guest(2, 'not_coming'), guest(1, null)])).toEqual({
    asked: 10,
    coming: 6,
    notComing: 3,
    open: 1,
  })
})

test('addresses are found between all signs people use, each mailbox once', () => {
  expect(
    parseEmailAddresses(
      'a@x.gr; b@x.gr,c@x.gr d@x.gr\ne@x.gr;A@X.GR ;; "Ράπτης, Νίκος" <n@x.gr>, Άννα <an@x.gr>',
    ),
  ).toEqual({
    valid: ['a@x.gr', 'b@x.gr', 'c@x.gr', 'd@x.gr', 'e@x.gr', 'n@x.gr', 'an@x.gr'],
    invalid: [],
  })
  expect(parseEmailAddresses('a@x; anna, x@y.gr')).toEqual({ valid: ['x@y.gr'], invalid: ['a@x', 'anna'] })
})

test('contrast is counted as WCAG counts it', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBe(21)
  expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect([hasReadableContrast('#777777', '#ffffff'), hasReadableContrast('#767676', '#ffffff')]).toEqual([
    false,
    true,
  ])
})
