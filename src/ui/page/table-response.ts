import Papa from 'papaparse'
import writeXlsxFile, { type Cell } from 'write-excel-file/node'
import { escapeFormulas } from '../../base/formula-cells.ts'
import type { Language } from '../../base/language.ts'
import { type Cents, toEuro } from '../../base/money.ts'

/** A cell of a workbook: text, a count, an amount in euro, or a text that we formatted, as a telephone. */
export type SheetCell = string | number | null | { cents: Cents } | { formatted: string }

/** A sheet with its heading in the first row. */
interface SheetTable {
  name: string
  head: string[]
  rows: SheetCell[][]
}

/** A table as the file that the address asks for: a workbook for `type=xlsx`, else CSV in the reader's language. */
export async function tableResponse(
  url: URL,
  file: string,
  table: SheetTable,
  language: Language,
): Promise<Response> {
  if (url.searchParams.get('type') === 'xlsx')
    return fileResponse(`${file}.xlsx`, workbookType, await toWorkbook(table))
  const toCsvCell = (cell: SheetCell): CsvCell =>
    typeof cell === 'object' && cell && 'cents' in cell ? formatCsvEuro(cell.cents, language) : cell
  const rows = [table.head, ...table.rows.map(row => row.map(toCsvCell))]
  return fileResponse(`${file}.csv`, 'text/csv; charset=utf-8', toCsv(rows, language))
}

/** A file for its reader's own spreadsheet, which no cache keeps. The name is plain ASCII. */
function fileResponse(name: string, type: string, body: string | Uint8Array<ArrayBuffer>): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
}

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** What Excel shows in the reader's own separators, whatever the language. */
const euroFormat = '#,##0.00'

/** A table as a workbook of one sheet. Text stays text: what looks like a formula is not run (R717). */
async function toWorkbook({ name, head, rows }: SheetTable): Promise<Uint8Array<ArrayBuffer>> {
  const sheet = {
    sheet: name,
    data: [head.map(value => ({ value, fontWeight: 'bold' as const })), ...rows.map(row => row.map(toCell))],
    columns: head.map(value => ({ width: Math.max(12, value.length + 2) })),
    stickyRowsCount: 1,
  }
  return new Uint8Array(await writeXlsxFile([sheet]).toBuffer())
}

function toCell(cell: SheetCell): Cell {
  if (cell === null) return null
  if (typeof cell === 'object')
    return 'cents' in cell
      ? { value: toEuro(cell.cents), type: Number, format: euroFormat }
      : { value: cell.formatted, type: String }
  return typeof cell === 'number' ? { value: cell, type: Number } : { value: cell, type: String }
}

/** What somebody typed, a count, or a text that we formatted ourselves: a telephone, an amount. */
type CsvCell = string | number | null | { formatted: string }

/** What spreadsheets of that language read: Greek decimals have commas, so cells are separated by semicolons. */
const formats: Record<Language, { delimiter: string; decimalSign: string }> = {
  en: { delimiter: ',', decimalSign: '.' },
  el: { delimiter: ';', decimalSign: ',' },
}

/** A table as spreadsheets of that language open it by a double click: byte-order mark, CRLF, every cell quoted. */
export function toCsv(rows: CsvCell[][], language: Language): string {
  const { delimiter } = formats[language]
  const cells = rows.map(row => row.map(toText))
  const text = Papa.unparse(cells, { delimiter, newline: '\r\n', quotes: true })
  return `\ufeff${text}\r\n`
}

function toText(cell: CsvCell): string | number | null {
  if (typeof cell === 'string') return escapeFormulas(cell.replaceAll('\0', ''))
  return typeof cell === 'object' ? (cell?.formatted ?? null) : cell
}

/** Euro as a bare number, with the decimal sign that spreadsheets of that language read. */
export function formatCsvEuro(cents: Cents, language: Language): { formatted: string } {
  return { formatted: (cents / 100).toFixed(2).replace('.', formats[language].decimalSign) }
}
