import ICAL from 'ical.js'
import Papa from 'papaparse'
import * as z from 'zod/mini'
import { AppError } from '../../base/app-error.ts'
import { type ParsedOf, validateInput } from '../../base/endpoint.ts'
import { foldText } from '../../base/greek/fold.ts'
import type { Language } from '../../base/language.ts'
import { cleanText, isClean } from '../../base/text.ts'
import { createWorkLimit } from '../../base/work-limit.ts'
import { lockRegistryFor, registryFor } from '../../registry/registry.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { createWorkerProcess } from '../../server/context/worker-process.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { type GuestImportPreview, guestList, importGuests, previewGuestImport } from '../guests.contract.ts'
import {
  addGuestsToHistory,
  checkGuestCapacity,
  findGuests,
  insertGuests,
  toGuestColumns,
} from '../guests.ts'
import { ownHeadings } from './headings.rules.ts'
import { type GuestImportLine, parseGuestList } from './import.rules.ts'
import type { readWorkbook } from './workbook.ts'

export const calls: Handler[] = [handle(previewGuestImport, preview), handle(importGuests, addImportedGuests)]

const importWork = createWorkLimit({ concurrent: 2, waiting: 10 })

/** What an import of the list would do, and the list itself as its text. */
async function preview(
  { registry_id, list, file, columns }: ParsedOf<typeof previewGuestImport>,
  ctx: CustomerContext,
): Promise<GuestImportPreview> {
  const registry = await registryFor(ctx, registry_id, 'edit')
  return importWork(async () => {
    const read = await readList({ list, file }, ctx)
    const parsed = await parseGuestList(read.list, columns)
    const lines = await compareWithGuests(ctx.db, registry.id, parsed.lines)
    return {
      list: read.list,
      columns: parsed.columns,
      lines: lines.map(({ state, line, text, guest, errors, notTaken }) => ({
        state,
        line,
        text,
        errors,
        name: guest?.name ?? null,
        email: guest?.email ?? null,
        phone: guest?.phone ?? null,
        people: guest?.people ?? null,
        notes: guest?.notes ?? null,
        not_taken: notTaken,
      })),
      not_taken: [...parsed.notTaken, ...read.notTaken],
    }
  })
}

/** A file goes before what was pasted; its text is checked as pasted text is. */
async function readList(
  { list, file }: Pick<ParsedOf<typeof previewGuestImport>, 'list' | 'file'>,
  { language }: CustomerContext,
) {
  if (file === undefined || file.size === 0) {
    if (list === undefined) throw new AppError('refused_fields', 422, { fields: { list: 'field_required' } })
    return { list: readListText(list, language, 'list'), notTaken: [] }
  }
  const read = await readListFile(file, language)
  const checked = validateInput(z.object({ file: guestList }), { file: read.list })
  if (!checked.ok) throw new AppError('refused_fields', 422, { fields: checked.fields })
  return { ...read, list: checked.value.file }
}

interface ReadList {
  list: string
  /** The names of sheets beside the one that was read. */
  notTaken: string[]
}

const readApart = createWorkerProcess<typeof readWorkbook>('workbook')

/**
 * A file of guests as text, known by its first bytes whatever its name says (R708). Throws `refused_fields` 422 with what
 * to do with any other file, and `refused_busy` 503.
 */
async function readListFile(file: Blob, language: Language): Promise<ReadList> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (startsWith(bytes, [0x50, 0x4b])) return readSheet(bytes)
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw refusal('guest_file_old')
  const text = decode(bytes)
  // A page, a formatted text or a PDF has lines, too.
  if (text === null || !isClean(cleanText(text, 'list')) || /^\s*(%PDF|\{\\rtf|<)/i.test(text))
    throw refusal('guest_file_unknown')
  return { list: readListText(text, language), notTaken: [] }
}

/** The text of a list, in which contacts of a telephone have become a table. Throws `refused_fields` 422. */
function readListText(text: string, language: Language, field = 'file'): string {
  if (!/^\s*BEGIN:VCARD/i.test(text)) return text
  const table = tryReadVcards(text, language, field)
  if (table === null) throw refusal('guest_vcard_old', field)
  return toText(table)
}

function tryReadVcards(text: string, language: Language, field: string) {
  try {
    return readVcards(text.trim(), language)
  } catch {
    throw refusal('guest_file_broken', field)
  }
}

/** What every card has, and what says nothing of a guest. */
const unread = new Set('version n fn email tel note prodid rev uid photo logo sound key'.split(' '))

/**
 * The cards of a telephone's contacts (vCard 3 and 4, RFC 6350) as a table with headings; what has no heading of ours
 * keeps its name there. Null for an older version. Throws for what can't be read.
 */
function readVcards(text: string, language: Language): string[][] | null {
  if (/^VERSION:2/im.test(text)) return null
  const cards = toCards(ICAL.parse(text)).map(readCard)
  const most = (count: (card: Card) => number) => Math.max(0, ...cards.map(count))
  const [emails, phones] = [most(card => card.emails.length), most(card => card.phones.length)]
  const more = [...new Set(cards.flatMap(({ others }) => [...others.keys()]))]
  const { name, email, phone, notes } = ownHeadings[language]
  return [
    [
      name,
      ...numbered(email, emails),
      ...numbered(phone, phones),
      notes,
      ...more.map(one => one.toUpperCase()),
    ],
    ...cards.map(card => [
      card.name,
      ...fill(card.emails, emails),
      ...fill(card.phones, phones),
      card.notes,
      ...more.map(one => card.others.get(one) ?? ''),
    ]),
  ]
}

type JCard = ConstructorParameters<typeof ICAL.Component>[0]

/** One card is answered bare, several in a list. */
const toCards = (parsed: unknown[]) =>
  (typeof parsed[0] === 'string' ? [parsed] : parsed).map(card => new ICAL.Component(card as JCard))

const numbered = (heading: string, count: number) =>
  Array.from({ length: count }, (_, index) => (index === 0 ? heading : `${heading} ${index + 1}`))
const fill = (values: string[], count: number) =>
  Array.from({ length: count }, (_, index) => values[index] ?? '')

interface Card {
  name: string
  emails: string[]
  /** Mobile ones first. */
  phones: string[]
  notes: string
  others: Map<string, string>
}

function readCard(card: ICAL.Component): Card {
  const values = (name: string) => card.getAllProperties(name).map(textOf).filter(Boolean)
  const isMobile = (property: ICAL.Property) =>
    /cell|mobile|iphone/i.test(String(property.getParameter('type') ?? ''))
  const phones = card
    .getAllProperties('tel')
    .toSorted((one, other) => Number(isMobile(other)) - Number(isMobile(one)))
  const others = card.getAllProperties().filter(({ name }) => !unread.has(name) && !name.startsWith('x-'))
  return {
    name: values('fn')[0] ?? nameOf(card.getFirstPropertyValue('n')),
    emails: values('email'),
    phones: phones.map(property => textOf(property).replace(/^tel:/i, '')),
    notes: values('note').join(' '),
    others: new Map(others.map(property => [property.name, textOf(property)])),
  }
}

/** Surname, first name and middle names, as a card has them. */
function nameOf(value: unknown): string {
  const [surname, first, middle] = Array.isArray(value) ? value.map(String) : [String(value ?? '')]
  return [first, middle, surname].filter(Boolean).join(' ')
}

function textOf(property: ICAL.Property): string {
  return property
    .getValues()
    .map(value => (Array.isArray(value) ? value.flat().filter(Boolean).join(' ') : String(value)))
    .join(' ')
    .trim()
}

async function readSheet(bytes: Uint8Array<ArrayBuffer>): Promise<ReadList> {
  const read = await readApart(bytes)
  if ('problem' in read) throw refusal(read.problem === 'large' ? 'guest_list_long' : 'guest_file_broken')
  return { list: toText(read.rows), notTaken: read.otherSheets }
}

const toText = (rows: string[][]) => Papa.unparse(rows, { delimiter: ';', newline: '\n' })

const startsWith = (bytes: Uint8Array, first: number[]) => first.every((byte, index) => bytes[index] === byte)

/** UTF-8 or UTF-16 by its mark, else the Greek code page of older spreadsheets; null for what is no text. */
function decode(bytes: Uint8Array): string | null {
  const encodings = startsWith(bytes, [0xff, 0xfe])
    ? ['utf-16le']
    : startsWith(bytes, [0xfe, 0xff])
      ? ['utf-16be']
      : ['utf-8', 'windows-1253']
  for (const encoding of encodings) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
      // What is no text of one encoding may be one of the next.
    } catch {}
  }
  return null
}

const refusal = (key: string, field = 'file') =>
  new AppError('refused_fields', 422, { fields: { [field]: key } })

async function addImportedGuests(
  { registry_id, list, columns, namesakes = [] }: ParsedOf<typeof importGuests>,
  ctx: CustomerContext,
) {
  const registry = await registryFor(ctx, registry_id, 'edit')
  const { lines } = await importWork(() => parseGuestList(readListText(list, ctx.language, 'list'), columns))
  return ctx.db.transaction().execute(async tx => {
    // Two imports at once would both find room for their guests.
    await lockRegistryFor(tx, ctx, registry.id, 'edit')
    const compared = await compareWithGuests(tx, registry.id, lines)
    const wanted = compared.filter(
      ({ state, line }) => state === 'new' || (state === 'namesake' && namesakes.includes(line)),
    )
    await checkGuestCapacity(tx, registry.id, wanted.length)
    const rows = wanted.flatMap(({ guest }) =>
      guest ? [{ ...toGuestColumns(guest), registry_id: registry.id }] : [],
    )
    const added = (await insertGuests(tx, rows)).length
    if (added > 0) await addGuestsToHistory(tx, registry.id, ctx)
    const wrong = compared.filter(({ state }) => state === 'wrong').length
    return { added, known: lines.length - wrong - added, wrong }
  })
}

type ComparedLine = GuestImportLine & { state: GuestImportPreview['lines'][number]['state'] }

/** How a guest is told from another: by the e-mail; without one by name and telephone (R708). */
type GuestIdentity = Pick<ReturnType<typeof toGuestColumns>, 'name' | 'email_key' | 'phone'>

/** Each line with what its guest is to those on the list, and to those of the lines before. */
async function compareWithGuests(
  db: Db,
  registryId: number,
  lines: GuestImportLine[],
): Promise<ComparedLine[]> {
  const emails = new Set<string>()
  const byName = new Map<string, GuestIdentity[]>()
  const remember = (guest: GuestIdentity) => {
    if (guest.email_key) emails.add(guest.email_key)
    const name = foldName(guest.name)
    if (name) byName.set(name, [...(byName.get(name) ?? []), guest])
  }
  for (const guest of await findGuests(db, registryId)) remember(guest)
  return lines.map(line => {
    if (line.guest === null) return { ...line, state: 'wrong' }
    const guest = toGuestColumns(line.guest)
    // Who has another e-mail is another person of that name.
    const others = (byName.get(foldName(guest.name)) ?? []).filter(
      ({ email_key }) => !email_key || !guest.email_key,
    )
    const isKnown =
      (guest.email_key !== null && emails.has(guest.email_key)) ||
      (guest.phone !== null && others.some(({ phone }) => phone === guest.phone))
    if (!isKnown) remember(guest)
    return { ...line, state: isKnown ? 'known' : others.length > 0 ? 'namesake' : 'new' }
  })
}

/** The words of a name in any order, case and accents. */
const foldName = (name: string) => foldText(name).split(/\s+/).filter(Boolean).sort().join(' ')
