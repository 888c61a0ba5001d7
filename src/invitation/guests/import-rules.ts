import Papa from 'papaparse'
import { validateInput } from '../../base/endpoint.ts'
import { type GuestInput, guestInput } from './contract.ts'

/** One line of a pasted list: the guest it names, or what is wrong with which field, as message keys. */
export interface GuestImportLine {
  /** Counted from 1, as people count. */
  line: number
  text: string
  guest: GuestInput | null
  errors: Record<string, string>
}

type Column = keyof GuestInput

/** What a first line may call its columns, in both languages, without case and accents. */
const columnNames: Record<string, Column> = {
  name: 'name',
  guest: 'name',
  'full name': 'name',
  ονομα: 'name',
  ονοματεπωνυμο: 'name',
  καλεσμενος: 'name',
  email: 'email',
  'e-mail': 'email',
  mail: 'email',
  phone: 'phone',
  mobile: 'phone',
  telephone: 'phone',
  τηλεφωνο: 'phone',
  κινητο: 'phone',
  language: 'language',
  γλωσσα: 'language',
  people: 'people',
  number: 'people',
  'number of people': 'people',
  ατομα: 'people',
  'αριθμος ατομων': 'people',
  notes: 'notes',
  note: 'notes',
  σημειωσεις: 'notes',
}

/**
 * Reads a pasted list or a CSV: commas, semicolons or tabs; with a line of headings in either language, or
 * without one, when each cell is known by what it looks like.
 */
export function parseGuestList(list: string): GuestImportLine[] {
  const { data } = Papa.parse<string[]>(list.replace(/^\ufeff/, '').trimEnd(), {
    delimitersToGuess: [';', '\t', ','],
  })
  const columns = headingOf(data[0] ?? [])
  return data
    .map((cells, index) => ({ cells: cells.map(plain), line: index + 1 }))
    .filter(({ cells, line }) => cells.some(Boolean) && !(columns && line === 1))
    .map(({ cells, line }) => {
      const fields = columns ? byHeading(cells, columns) : byLook(cells)
      const read = validateInput(guestInput, fields)
      const text = cells.filter(Boolean).join(' · ')
      return read.ok
        ? { line, text, guest: read.value, errors: {} }
        : { line, text, guest: null, errors: read.fields }
    })
}

/** A cell as it was meant: without the mark that our own export puts before signs that begin a formula. */
const plain = (cell: string) => cell.trim().replace(/^'(?=\s*[=+\-@＝＋－＠])/, '')

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ').trim()
}

const folded = new Map(Object.entries(columnNames).map(([name, column]) => [fold(name), column]))

/** Which column each cell is, when the line is one of headings; null when it is a guest already. */
function headingOf(cells: string[]): (Column | undefined)[] | null {
  const columns = cells.map(cell => folded.get(fold(cell)))
  return columns.some(column => column === 'name' || column === 'email') ? columns : null
}

type Fields = Record<string, string>

function byHeading(cells: string[], columns: (Column | undefined)[]): Fields {
  const fields: Fields = {}
  cells.forEach((cell, index) => {
    const column = columns[index]
    if (column && cell) fields[column] = column === 'language' ? languageOf(cell) : cell
  })
  return fields
}

/** «Άννα Δοκιμή <anna@example.com>» is a name with its address. */
const named = /^"?([^"<]*)"?\s*<([^<>]+)>$/

function byLook(cells: string[]): Fields {
  const fields: Fields = {}
  for (const cell of cells.flatMap(one => named.exec(one)?.slice(1) ?? [one])) {
    const column = columnOf(cell.trim(), fields)
    if (column) fields[column] = column === 'language' ? languageOf(cell) : cell.trim()
  }
  return fields
}

function columnOf(cell: string, taken: Fields): Column | null {
  if (cell === '') return null
  if (cell.includes('@') && !taken.email) return 'email'
  if (/^\+?[\d\s\-().]{7,}$/.test(cell) && !taken.phone) return 'phone'
  if (/^\d{1,3}$/.test(cell) && !taken.people) return 'people'
  if (isLanguage(cell) && !taken.language) return 'language'
  if (!taken.name) return 'name'
  return taken.notes ? null : 'notes'
}

const languageNames: Record<string, string> = {
  en: 'en',
  english: 'en',
  αγγλικα: 'en',
  el: 'el',
  gr: 'el',
  greek: 'el',
  ελληνικα: 'el',
}
const isLanguage = (cell: string) => fold(cell) in languageNames
const languageOf = (cell: string) => languageNames[fold(cell)] ?? cell
