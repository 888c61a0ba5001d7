import Papa from 'papaparse'
import { AppError } from '../../base/app-error.ts'
import type { Language } from '../../base/language.ts'
import { cleanText, isClean } from '../../base/text.ts'
import { createWorkerProcess } from '../../server/context/worker-process.ts'
import { readVcards } from './vcards.rules.ts'
import type { Workbook, WorkbookTask } from './workbook.ts'

interface ReadList {
  list: string
  /** The names of sheets beside the one that was read. */
  notTaken: string[]
}

const readApart = createWorkerProcess<WorkbookTask, Workbook | { problem: 'large' }>('workbook')

/**
 * A file of guests as text, known by its first bytes whatever its name says (R708). Throws `refused_fields` 422 with what
 * to do with any other file, and `refused_busy` 503.
 */
export async function readListFile(file: Blob, language: Language): Promise<ReadList> {
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
export function readListText(text: string, language: Language, field = 'file'): string {
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

async function readSheet(bytes: Uint8Array<ArrayBuffer>): Promise<ReadList> {
  const read = await readApart({ bytes })
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
