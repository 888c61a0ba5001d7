import Papa from 'papaparse'
import { escapeFormulas } from '../../base/formula-cells.ts'
import type { Language } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'
import { type SheetCell, type SheetTable, workbookResponse } from './spreadsheet.ts'

/** A table as the file that the address asks for: a workbook for `type=xlsx`, else CSV in the reader's language. */
export function tableResponse(url: URL, file: string, table: SheetTable, language: Language) {
  if (url.searchParams.get('type') === 'xlsx') return workbookResponse(file, [table])
  const toCsvCell = (cell: SheetCell): CsvCell =>
    typeof cell === 'object' && cell && 'cents' in cell ? formatCsvEuro(cell.cents, language) : cell
  return csvResponse(file, [table.head, ...table.rows.map(row => row.map(toCsvCell))], language)
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

/** A table as a file for its reader's own spreadsheet, which no cache keeps. The name is plain ASCII. */
function csvResponse(name: string, rows: CsvCell[][], language: Language): Response {
  return new Response(toCsv(rows, language), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
}
