import Papa from 'papaparse'
import { validateInput } from '../base/endpoint.ts'
import { unescapeFormulas } from '../base/formula-cells.ts'
import { stripAccents } from '../base/greek/fold.ts'
import { type GuestInput, guestInput } from './guests.contract.ts'

/** One line of a pasted list: the guest, or null and a message key for each wrong field. */
export interface GuestImportLine {
  /** From 1. */
  line: number
  text: string
  guest: GuestInput | null
  errors: Record<string, string>
}

type Column = keyof GuestInput

/** What a line of headings may call the columns, without case and accents. */
const columnsByHeading: Record<string, Column> = {
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

const normalizeCell = (text: string) => stripAccents(text).trim()

/**
 * Parses a pasted list or a CSV (R708) with commas, semicolons or tabs. A first line of headings in either language
 * names the columns; without one, each cell is recognized by its format. Other requests are answered
 * meanwhile.
 */
export async function parseGuestList(list: string, pause = nextTurn): Promise<GuestImportLine[]> {
  const { data } = Papa.parse<string[]>(list.replace(/^\ufeff/, '').trimEnd(), {
    delimitersToGuess: [';', '\t', ','],
  })
  const rows = data.map(cells => cells.slice(0, maxCells).map(readCell))
  const columns = parseHeadings(rows[0] ?? [])
  const parsed: GuestImportLine[] = []
  for (const [index, cells] of rows.entries()) {
    if (index % linesPerTurn === linesPerTurn - 1) await pause()
    if (cells.some(Boolean) && !(columns && index === 0)) parsed.push(parseLine(cells, index + 1, columns))
  }
  return parsed
}

/** Cells of a line and characters of a cell that are looked at: more than any guest has. */
const maxCells = 20
const maxCellLength = 1000
/** Other requests are answered after so many lines. */
const linesPerTurn = 50
const nextTurn = () => new Promise<void>(resolve => setTimeout(resolve))

function parseLine(cells: string[], line: number, columns: (Column | undefined)[] | null): GuestImportLine {
  const fields = columns ? readByHeadings(cells, columns) : readByFormat(cells)
  const validated = validateInput(guestInput, fields)
  const text = cells.filter(Boolean).join(' · ')
  return validated.ok
    ? { line, text, guest: validated.value, errors: {} }
    : { line, text, guest: null, errors: validated.fields }
}

/** Without the apostrophes that our own files have before what looks like a formula (R717). */
const readCell = (cell: string) => unescapeFormulas(cell.slice(0, maxCellLength)).trim()

/** The column of each cell when the line has headings; null when it is a guest already. */
function parseHeadings(cells: string[]): (Column | undefined)[] | null {
  const columns = cells.map(cell => columnByNormalizedHeading.get(normalizeCell(cell)))
  return columns.some(column => column === 'name' || column === 'email') ? columns : null
}

const columnByNormalizedHeading = new Map(
  Object.entries(columnsByHeading).map(([heading, column]) => [normalizeCell(heading), column]),
)

type Fields = Record<string, string>

function readByHeadings(cells: string[], columns: (Column | undefined)[]): Fields {
  const fields: Fields = {}
  cells.forEach((cell, index) => {
    const column = columns[index]
    if (column && cell) fields[column] = column === 'language' ? parseLanguageName(cell) : cell
  })
  return fields
}

/** The parts of «Άννα Δοκιμή <anna@example.com>»; any other cell as it is. */
function splitNameAndAddress(cell: string): string[] {
  const [name = '', address = '', ...rest] = cell.split(/[<>]/)
  const plainName = name.trim().replace(/^"|"$/g, '')
  const isBoth = cell.endsWith('>') && address !== '' && rest.length === 1 && !plainName.includes('"')
  return isBoth ? [plainName, address] : [cell]
}

function readByFormat(cells: string[]): Fields {
  const fields: Fields = {}
  for (const cell of cells.flatMap(splitNameAndAddress)) {
    const column = guessColumn(cell.trim(), fields)
    if (column) fields[column] = column === 'language' ? parseLanguageName(cell) : cell.trim()
  }
  return fields
}

function guessColumn(cell: string, fields: Fields): Column | null {
  if (cell === '') return null
  if (cell.includes('@') && !fields.email) return 'email'
  if (/^\+?[\d\s\-().]{7,}$/.test(cell) && !fields.phone) return 'phone'
  if (/^\d{1,3}$/.test(cell) && !fields.people) return 'people'
  if (isLanguageName(cell) && !fields.language) return 'language'
  if (!fields.name) return 'name'
  return fields.notes ? null : 'notes'
}

const languageByName: Record<string, string> = {
  en: 'en',
  english: 'en',
  αγγλικα: 'en',
  el: 'el',
  gr: 'el',
  greek: 'el',
  ελληνικα: 'el',
}
const isLanguageName = (cell: string) => normalizeCell(cell) in languageByName
const parseLanguageName = (cell: string) => languageByName[normalizeCell(cell)] ?? cell
