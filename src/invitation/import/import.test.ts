import { readFile } from 'node:fs/promises'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { newAddress, setUpInvitations } from '../../../test/invitations.ts'
import {
  type GuestImportPreview,
  importGuests,
  maxGuestsPerRegistry,
  previewGuestImport,
} from '../guests.contract.ts'

const t = setUpInvitations()

/** What would be imported of a file, sent as a browser sends it. */
async function readFileOf(name: string, bytes?: Uint8Array<ArrayBuffer>) {
  const form = new FormData()
  form.set('registry_id', t.registry.code)
  form.set('file', new Blob([bytes ?? new Uint8Array(await readFile(`test/files/${name}`))]), name)
  const headers = { authorization: `Bearer ${t.host.token}` }
  const path = '/api/me/registry/guest/import/preview'
  const answer = await t.app.request(path, { method: 'POST', headers, body: form })
  return (await answer.json()) as { data: GuestImportPreview & { keys?: Record<string, string> } }
}

const importList = (list: string, more: object = {}) =>
  t.callAsHost<{ added: number; known: number; wrong: number }>(importGuests, { list, ...more })
const preview = async (list: string) =>
  (await t.callAsHost<GuestImportPreview>(previewGuestImport, { list })).data

const maria = { name: 'Μαρία Παππά', email: 'maria@example.com' }
const nikos = { name: 'Νίκος Ράπτης' }
const [mariasPhone, nikosPhone] = ['694 400 0001', '694 400 0002']

describe('a file', () => {
  test.each([
    ['excel-two-names.csv', [{ ...maria, people: 2 }, nikos]],
    [
      'excel-short-headings.csv',
      [
        { name: maria.name, phone: '6944000001', people: 2 },
        { ...nikos, people: 4 },
      ],
    ],
    ['excel-one-column.csv', [{ name: 'Νίκος Ράπτης, Ελένη Ράπτη' }, { name: maria.name }]],
    [
      'excel-numbered.csv',
      [
        { ...maria, people: 1 },
        { ...nikos, people: 1 },
      ],
      ['11'],
    ],
    [
      'excel-title-and-sum.csv',
      [{ name: maria.name, people: 2 }, nikos],
      ['Α/Α'],
      ['Καλεσμένοι του γάμου', 'Σύνολο · 3'],
    ],
    ['excel-unicode-text.txt', [{ name: maria.name, phone: '6944000001' }]],
    ['unicode-big-endian.txt', [{ name: 'Maria Pappa', email: maria.email }]],
    [
      'google-contacts.csv',
      [
        { ...maria, phone: '+30 694 400 0001' },
        { ...nikos, phone: nikosPhone },
      ],
      ['Nickname', 'Organization Name', 'Birthday', 'Labels', 'E-mail 1 - Label', 'Phone 1 - Label'],
    ],
    [
      'google-contacts-older.csv',
      [{ ...maria, phone: mariasPhone }],
      ['Given Name', 'Family Name', 'Group Membership', 'E-mail 1 - Type', 'Phone 1 - Type'],
    ],
    [
      'outlook.csv',
      [
        { name: 'Maria Pappa', email: maria.email, phone: mariasPhone },
        { name: 'Nick Raptis', phone: nikosPhone },
      ],
      ['Company', 'E-mail Type'],
    ],
    ['outlook-greek.csv', [{ ...maria, phone: mariasPhone }], ['Τίτλος']],
    [
      'mailchimp.csv',
      [
        { ...maria, phone: mariasPhone, people: 1 },
        { ...nikos, people: 1 },
      ],
      ['MEMBER_RATING', 'OPTIN_TIME'],
    ],
    [
      'mail-to-line.txt',
      [
        maria,
        { name: 'Νίκος', email: 'nikos@example.com' },
        { name: 'Κοσμά, Ρέα', email: 'rhea@example.com' },
      ],
    ],
    [
      'mail-plain-addresses.txt',
      ['maria', 'nikos', 'rhea'].map(name => ({ name: null, email: `${name}@example.com` })),
    ],
    [
      'apple-contacts.vcf',
      [
        { ...maria, phone: mariasPhone },
        { ...nikos, phone: nikosPhone, notes: 'Γείτονας, με την Ελένη' },
      ],
      ['ORG'],
    ],
    [
      'contacts-4.vcf',
      [{ name: 'Rhea Kosma', email: 'rhea@example.com', phone: '+30-694-400-0003' }],
      ['BDAY'],
    ],
    [
      'excel.xlsx',
      [
        { name: maria.name, phone: '6944000001', people: 2 },
        { ...nikos, people: 1 },
      ],
      ['Τραπέζι'],
      ['Τραπέζια'],
    ],
  ] as [string, object[], string[]?, string[]?][])(
    '%s is understood, and what isn’t taken is named',
    async (name, guests, columns = [], others = []) => {
      const { data } = await readFileOf(name)
      expect(data.lines).toMatchObject(guests.map(guest => ({ ...guest, state: 'new', errors: {} })))
      expect(data.lines).toHaveLength(guests.length)
      const left = data.columns.filter(({ column }) => column === 'none')
      expect(left.map(({ heading, examples }) => heading || examples[0])).toEqual(columns)
      expect(data.not_taken).toEqual(others)
      expect((await importList(data.list)).data).toEqual({ added: guests.length, known: 0, wrong: 0 })
    },
  )

  const workbook = (sheet: string) =>
    zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'xl/workbook.xml': strToU8('<workbook/>'),
      'xl/worksheets/sheet1.xml': strToU8(sheet),
    }) as Uint8Array<ArrayBuffer>

  test.each([
    ['excel-old.xls', 'guest_file_old'],
    ['invitation.pdf', 'guest_file_unknown'],
    ['android-old.vcf', 'guest_vcard_old'],
    ['page.html', 'guest_file_unknown', strToU8('<!DOCTYPE html>\n<p>Μαρία')],
    ['picture.csv', 'guest_file_unknown', new Uint8Array([0xff, 0xd8, 0xff, 0, 1, 2, 3])],
    ['letter.docx', 'guest_file_broken', zipSync({ 'word/document.xml': strToU8('<w/>') })],
    ['bomb.xlsx', 'guest_list_long', workbook(' '.repeat(20_000_001))],
    ['cut.xlsx', 'guest_file_broken', workbook('<worksheet/>').slice(0, 60)],
    ['cut.vcf', 'guest_file_broken', strToU8('BEGIN:VCARD\nVERSION:3.0\nFN:Μαρία')],
    ['long.csv', 'guest_list_long', strToU8('Άννα\n'.repeat(2001))],
    ['empty.csv', 'field_required', strToU8('\n\n')],
  ] as [string, string, Uint8Array<ArrayBuffer>?][])('%s is refused by %s', async (name, key, bytes) => {
    expect((await readFileOf(name, bytes)).data.keys).toEqual({ file: key })
  })

  test('of 2,001 rows in a workbook is too long', async () => {
    const { default: writeXlsxFile } = await import('write-excel-file/node')
    const rows = (count: number) => Array.from({ length: count }, () => [{ value: 'Άννα', type: String }])
    const write = async (count: number) =>
      new Uint8Array(await writeXlsxFile([{ sheet: 'a', data: rows(count) }]).toBuffer())
    expect((await readFileOf('long.xlsx', await write(2001))).data.keys).toEqual({ file: 'guest_list_long' })
    expect((await readFileOf('short.xlsx', await write(2000))).data.lines).toHaveLength(2000)
  })
})

describe('guests that are there already', () => {
  test('are known by e-mail, or by name and telephone, whatever is imported first', async () => {
    const list = `Μαρία Παππά;${newAddress()}\nΝίκος Ράπτης;694 400 0002\nΡέα`
    expect((await importList(list)).data).toEqual({ added: 3, known: 0, wrong: 0 })
    expect((await importList(list)).data).toEqual({ added: 0, known: 3, wrong: 0 })
    const again = 'Ονοματεπώνυμο;Κινητό\nΡΆΠΤΗΣ ΝΊΚΟΣ;+306944000002\nΝίκος Ράπτης;694 400 0009\nΡέα;\nΆλλη;'
    expect((await preview(again)).lines.map(({ state }) => state)).toEqual([
      ...['known', 'namesake', 'namesake', 'new'],
    ])
    expect((await importList(again, { namesakes: [3] })).data).toEqual({ added: 2, known: 2, wrong: 0 })
  })

  test('are known by their e-mail under another name, too', async () => {
    const email = newAddress()
    await importList(`Μαρία Παππά;${email}`)
    expect((await preview(`Μαίρη;${email}\nΡέα`)).lines.map(({ state }) => state)).toEqual(['known', 'new'])
  })

  test('with another e-mail are others, and a list may name one twice', async () => {
    await importList(`Μαρία Παππά;${newAddress()}`)
    const list = `Μαρία Παππά;${newAddress()}\nΝίκος\nΝίκος`
    expect((await preview(list)).lines.map(({ state }) => state)).toEqual(['new', 'new', 'namesake'])
  })
})

test('of two imports at once that have room for one, one is added; what has no room is not added in part', async () => {
  const guests = Array.from({ length: maxGuestsPerRegistry - 1 }, (_, n) => ({
    registry_id: t.registry.id,
    name: `Guest ${n}`,
    people: 1,
    language: 'el' as const,
  }))
  await t.app.db.insertInto('guest').values(guests).execute()
  const tooMany = await importList('Άννα\nΡέα')
  expect([tooMany.status, tooMany.data.code]).toEqual([409, 'guests_too_many'])
  const both = await Promise.all(['Άννα', 'Ρέα'].map(name => importList(name)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await t.listGuests()).toHaveLength(maxGuestsPerRegistry)
})

test('our own file’s mark at the beginning is no character that can’t be used', async () => {
  const { lines } = await preview('\ufeffΌνομα;E-mail\nΜαρία;maria@example.com')
  expect(lines).toMatchObject([{ name: 'Μαρία', email: 'maria@example.com' }])
})

test('a changed column is taken as the host says, and an empty first cell keeps its place', async () => {
  const list = '\tΌνομα\tΤραπέζι\n1\tΜαρία Παππά\t5'
  const columns = [{ at: 3, heading: 'Τραπέζι', column: 'notes' }]
  expect((await importList(list, { columns })).data).toEqual({ added: 1, known: 0, wrong: 0 })
  expect(await t.listGuests()).toMatchObject([{ name: 'Μαρία Παππά', notes: '5', people: 1 }])
})
