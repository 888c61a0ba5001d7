import Papa from 'papaparse'
import { addressParser } from 'postal-mime'
import * as z from 'zod/mini'
import { validateInput } from '../../base/endpoint.ts'
import { email } from '../../base/fields.ts'
import { unescapeFormulas } from '../../base/formula-cells.ts'
import { stripAccents } from '../../base/greek/fold.ts'
import {
  type ChosenColumn,
  type GuestColumn,
  type GuestImportPreview,
  type GuestInput,
  guestInput,
  maxListColumns,
} from '../guests.contract.ts'
import { type Headings, isSumLine, parseHeadings } from './headings.rules.ts'

/** One line of a list: the guest, or null and a message key for each wrong field. */
export interface GuestImportLine {
  /** From 1. */
  line: number
  text: string
  guest: GuestInput | null
  errors: Record<string, string>
  /** What of the line goes into no field, beside its columns that are not taken. */
  notTaken: string[]
}

/** A column that is not empty. */
type ListColumn = GuestImportPreview['columns'][number]

interface ParsedGuestList {
  columns: ListColumn[]
  lines: GuestImportLine[]
  /** Lines that are no guests, as a title above the headings and a sum below. */
  notTaken: string[]
}

interface Row {
  line: number
  cells: string[]
}

/** The rows of a list, without titles and sums. */
interface Table {
  rows: Row[]
  headings: Headings | null
  notTaken: string[]
}

/**
 * Parses a list of guests (R708): cells with commas, semicolons or tabs between them, or addresses as mail programs
 * write them. Headings in either language say what the columns hold; without them columns are recognised by their
 * contents; `chosen` goes before either. What isn't understood goes into no field. Other requests are answered
 * meanwhile.
 */
export async function parseGuestList(
  list: string,
  chosen: ChosenColumn[] = [],
  pause = nextTurn,
): Promise<ParsedGuestList> {
  const table = readAddressLines(list) ?? readTable(list)
  const columns = describeColumns(table, chosen)
  const lines: GuestImportLine[] = []
  for (const [index, row] of table.rows.entries()) {
    if (index % linesPerTurn === linesPerTurn - 1) await pause()
    lines.push(parseRow(row, columns, table.headings))
  }
  return { columns, lines, notTaken: table.notTaken }
}

/** Characters of a cell that are looked at: more than any guest has. */
const maxCellLength = 1000
/** After so many lines other requests have their turn. */
const linesPerTurn = 50
const nextTurn = () => new Promise<void>(resolve => setTimeout(resolve))

const isAddress = (text: string) => z.safeParse(email, text).success

/** The people of a “To” line: `Μαρία <m@example.com>; "Κοσμά, Ρέα" <r@example.com>`; null for any other list. */
function readAddressLines(list: string): Table | null {
  const lines = list.split(/\r\n?|\n/).map((text, index) => ({ line: index + 1, text: text.trim() }))
  const filled = lines.filter(({ text }) => text !== '')
  if (filled.length === 0 || !filled.every(({ text }) => text.includes('@'))) return null
  const rows: Row[] = []
  for (const { line, text } of filled) {
    const people = addressParser(text)
    for (const person of people) {
      if (person.address === undefined || !isAddress(person.address) || !isNamedIn(text, person)) return null
      rows.push({ line, cells: [person.name, person.address] })
    }
  }
  return { rows, headings: null, notTaken: [] }
}

/** Whether the name stands before its address, with nothing behind it that the parser would take for a part of the name. */
const isNamedIn = (text: string, { name, address }: { name: string; address: string }) =>
  name === '' || (!/\d|[<>@\t]/.test(name) && text.includes(`<${address}>`) && !/>\s*[^\s;,]/.test(text))

function readTable(list: string): Table {
  // Excel's own way to say which sign stands between the cells.
  const [said = '', delimiter = ''] = /^\s*"?sep=(.)"?(?:\r\n?|\n|$)/i.exec(list) ?? []
  const rows = splitCells(list.slice(said.length).trimEnd(), delimiter).map((cells, index) => ({
    line: index + (said ? 2 : 1),
    cells: cells.slice(0, maxListColumns).map(readCell),
  }))
  const filled = rows.filter(({ cells }) => cells.some(Boolean))
  const { above, headings, below } = splitAtHeadings(filled)
  const chat = headings === null && readChatLines(below)
  if (chat) return chat
  const last = below.at(-1)
  const hasSum = headings !== null && last !== undefined && below.length > 1 && isSumLine(last.cells)
  const left = hasSum ? [...above, last] : above
  return {
    rows: hasSum ? below.slice(0, -1) : below,
    headings,
    notTaken: left.map(({ cells }) => joinCells(cells)),
  }
}

function splitCells(text: string, delimiter: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, delimitersToGuess: delimiters })
  const isUnclear = errors.some(({ code }) => code === 'UndetectableDelimiter')
  const likely = delimiters.find(one => text.includes(one))
  // Where some lines have one cell and others have more, the delimiter can't be detected.
  return isUnclear && likely ? Papa.parse<string[]>(text, { delimiter: likely }).data : data
}

const delimiters = [';', '\t', ',']

const joinCells = (cells: string[]) => cells.filter(Boolean).join(' · ')

/** Lines of a title that may stand above the headings. */
const maxTitleLines = 5

/** A number or a dash that a line of a list begins with in a chat. */
const bullet = /^(?:\d{1,4}[.)]|[-–•*])\s+/u
/** «x4» or “+1” behind a name, and a telephone behind a dash. */
const behindName = /(?:\s(?:[xχ×]\s?(\d{1,2})|\+\s?(\d))|\s?[-–:]\s?(\+?\d[\d\s]{6,18}\d))$/iu

/** A list as people write it to each other, one line each: «1. Οικ. Δήμου x4», «- Ρέα - 6944…»; null for any other. */
function readChatLines(rows: Row[]): Table | null {
  const isChat = rows.some(({ cells: [cell = ''] }) => bullet.test(cell) || behindName.test(cell))
  if (!isChat || rows.some(({ cells }) => cells.length > 1)) return null
  const people = rows.map(({ line, cells: [cell = ''] }) => {
    let name = cell.replace(bullet, '')
    const found = { people: '', phone: '' }
    for (let match = behindName.exec(name); match && match.index > 0; match = behindName.exec(name)) {
      const [, times, more, phone = ''] = match
      if (phone) found.phone = phone
      else found.people = times ?? String(Number(more) + 1)
      name = name.slice(0, match.index)
    }
    return { line, cells: [name, found.phone, found.people] }
  })
  const columns: GuestColumn[] = ['name', 'phone', 'people']
  return {
    rows: people,
    headings: { texts: columns.map(() => ''), columns, isMobile: columns.map(() => false) },
    notTaken: [],
  }
}

function splitAtHeadings(rows: Row[]) {
  for (const [index, { cells }] of rows.slice(0, maxTitleLines + 1).entries()) {
    const headings = parseHeadings(cells, index === 0 ? 1 : 2)
    if (headings) {
      const below = rows.slice(index + 1)
      return {
        above: rows.slice(0, index),
        headings,
        below: cells.length === 1 ? below.map(asOneCell) : below,
      }
    }
  }
  return { above: [], headings: null, below: rows.flatMap(splitPeople) }
}

/** Under one heading a comma is part of the name. */
const asOneCell = ({ line, cells }: Row): Row => ({ line, cells: [cells.filter(Boolean).join(', ')] })

/** A row of several addresses is as many people. */
function splitPeople({ line, cells }: Row): Row[] {
  const filled = cells.filter(Boolean)
  const isOfPeople =
    filled.length > 1 && filled.every(cell => isAddress(splitNameAndAddress(cell).at(-1) ?? ''))
  return isOfPeople ? filled.map(cell => ({ line, cells: [cell] })) : [{ line, cells }]
}

/** Without the apostrophes that our own files have before what looks like a formula (R717), and Excel's `="694…"`. */
const readCell = (cell: string) =>
  unescapeFormulas(cell.slice(0, maxCellLength).replace(/^="([^"]*)"$/, '$1')).trim()

const maxExamples = 3
const maxGuessedRows = 200

/** The columns that hold anything, with what was chosen for them, what their heading says, or what stands in them. */
function describeColumns({ rows, headings }: Table, chosen: ChosenColumn[]): ListColumn[] {
  const count = Math.max(headings?.texts.length ?? 0, ...rows.map(({ cells }) => cells.length))
  const guessed = headings ? [] : guessColumns(rows.slice(0, maxGuessedRows), count)
  return Array.from({ length: count }, (_, index) => {
    const heading = headings?.texts[index] ?? ''
    const choice = chosen.find(one => one.at === index + 1 && (one.heading ?? '') === heading)
    const filled = rows.filter(({ cells }) => cells[index])
    return {
      at: index + 1,
      heading,
      column: choice?.column ?? (headings ? headings.columns[index] : guessed[index]) ?? 'none',
      examples: filled.slice(0, maxExamples).map(({ cells }) => cells[index] ?? ''),
    }
  }).filter(({ examples }) => examples.length > 0)
}

/** E-mails, telephones and languages are recognised by their form; the first column of another text is the name. */
function guessColumns(rows: Row[], count: number): GuestColumn[] {
  let hasName = false
  return Array.from({ length: count }, (_, index) => {
    const cells = rows.flatMap(({ cells }) => cells[index] || [])
    const [column = 'none'] = (['email', 'phone', 'language'] as const).filter(
      look => cells.filter(cell => guessedLookOf(cell) === look).length * 2 >= cells.length,
    )
    if (column === 'email' && cells.some(cell => splitNameAndAddress(cell).length > 1)) hasName = true
    if (column !== 'none') return column
    const isText = cells.some(cell => /\p{L}/u.test(cell))
    if (!isText || hasName) return 'none'
    hasName = true
    return 'name'
  })
}

/** A wrong address still shows that its column has addresses. */
const guessedLookOf = (cell: string) => (cell.includes('@') ? 'email' : lookOf(cell))

function lookOf(cell: string): 'email' | 'phone' | 'language' | null {
  if (/[^\s@]@[^\s@]/.test(cell)) return 'email'
  if (/^\+?[\d\s\-().]{7,}$/.test(cell)) return 'phone'
  return normalizeCell(cell) in languageByName ? 'language' : null
}

function parseRow({ line, cells }: Row, columns: ListColumn[], headings: Headings | null): GuestImportLine {
  const { fields, notTaken } = readFields(cells, columns, headings)
  const validated = validateInput(guestInput, fields)
  const shared = { line, text: joinCells(cells), notTaken }
  return validated.ok
    ? { ...shared, guest: validated.value, errors: {} }
    : { ...shared, guest: null, errors: validated.fields }
}

type Fields = Partial<Record<keyof GuestInput, string>>

function readFields(cells: string[], columns: ListColumn[], headings: Headings | null) {
  const fields: Fields = {}
  const names: string[] = []
  const surnames: string[] = []
  const notTaken: string[] = []
  const put = (field: keyof GuestInput, value: string) => {
    if (fields[field] === undefined) fields[field] = value
    else if (fields[field] !== value) notTaken.push(value)
  }
  // A mobile telephone goes before the others, because it gets text messages.
  const mobileFirst = columns.toSorted((one, other) => isMobile(other, headings) - isMobile(one, headings))
  for (const { at, column } of mobileFirst) {
    const cell = cells[at - 1]
    if (!cell || column === 'none') continue
    // Google writes several telephones or addresses of one kind into one cell.
    const parts = cell.split(' ::: ').flatMap(splitNameAndAddress)
    for (const part of parts) {
      const isName = column === 'email' && parts.length > 1
      const field = fieldOf(part, isName || (!headings && isText(part)) ? toNameIn(column) : column)
      if (field === 'name') names.push(part)
      else if (field === 'surname') surnames.push(part)
      else put(field, readers[field]?.(part) ?? part)
    }
  }
  const name = [...names, ...surnames].join(' ')
  return { fields: { ...fields, ...(name && { name }) }, notTaken }
}

const isMobile = ({ at }: ListColumn, headings: Headings | null) =>
  Number(headings?.isMobile[at - 1] ?? false)

/** Without headings a word is a name also where other lines have an e-mail or a telephone. */
const toNameIn = (column: Exclude<GuestColumn, 'none'>) =>
  column === 'email' || column === 'phone' ? 'name' : column
const isText = (cell: string) => !/[\d@]/.test(cell)

/** An e-mail in a column of telephones, or the other way round, is recognised by its form. */
function fieldOf(cell: string, column: Exclude<GuestColumn, 'none'>) {
  const look = ['name', 'surname', 'email', 'phone'].includes(column) ? lookOf(cell) : null
  return look === 'email' || look === 'phone' ? look : column
}

/** The parts of «Άννα Δοκιμή <anna@example.com>»; any other cell as it is. */
function splitNameAndAddress(cell: string): string[] {
  const [name = '', address = '', ...rest] = cell.split(/[<>]/)
  const plainName = name.trim().replace(/^"|"$/g, '')
  const isBoth = cell.endsWith('>') && address !== '' && rest.length === 1 && !plainName.includes('"')
  return isBoth ? [plainName, address].filter(Boolean) : [cell]
}

const normalizeCell = (text: string) => stripAccents(text).trim()

const languageByName: Record<string, string> = {
  en: 'en',
  english: 'en',
  αγγλικα: 'en',
  el: 'el',
  gr: 'el',
  greek: 'el',
  ελληνικα: 'el',
}

const readers: Partial<Record<GuestColumn, (cell: string) => string>> = {
  language: cell => languageByName[normalizeCell(cell)] ?? cell,
  /** «2 άτομα», “2,0” as spreadsheets write a count, and “2+1” with a child. */
  people: cell => {
    const [, count, more] = /^(\d{1,3})(?:[.,]0)?(?:\s?\+\s?(\d{1,2}))?(?:\s*\p{L}+)?\.?$/u.exec(cell) ?? []
    return count === undefined ? cell : String(Number(count) + Number(more ?? 0))
  },
}
