import Papa from 'papaparse'
import type { Language } from '../../base/language.ts'
import type { Cents } from '../../base/money.ts'

export type CsvCell = string | number | null

/** What spreadsheets of that language read: Greek decimals have commas, so cells are separated by semicolons. */
const formats: Record<Language, { delimiter: string; decimalSign: string }> = {
  en: { delimiter: ',', decimalSign: '.' },
  el: { delimiter: ';', decimalSign: ',' },
}

/** Cells that a spreadsheet would run; they get an apostrophe (R717). An amount below zero is none. */
const formula = /^(?!-\d+(?:[.,]\d+)?$)\s*[=+\-@＝＋－＠]|^[\t\r\n]/

/** A table as spreadsheets of that language open it by a double click: byte-order mark, CRLF, every cell quoted. */
export function toCsv(rows: CsvCell[][], language: Language): string {
  const cells = rows.map(row =>
    row.map(cell => (typeof cell === 'string' ? cell.replaceAll('\0', '') : cell)),
  )
  const { delimiter } = formats[language]
  const text = Papa.unparse(cells, { delimiter, newline: '\r\n', quotes: true, escapeFormulae: formula })
  return `\ufeff${text}\r\n`
}

/** Euro as a bare number, with the decimal sign that spreadsheets of that language read. */
export function formatCsvEuro(cents: Cents, language: Language): string {
  return (cents / 100).toFixed(2).replace('.', formats[language].decimalSign)
}

/** A table as a file for its reader's own spreadsheet, which no cache keeps. The name is plain ASCII. */
export function csvResponse(name: string, rows: CsvCell[][], language: Language): Response {
  return new Response(toCsv(rows, language), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
}
