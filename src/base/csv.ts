import type { Language } from './language.ts'
import type { Cents } from './money.ts'

export type Cell = string | number | null

/** Greek spreadsheets part cells by semicolons, for their decimals have commas. */
const separators: Record<Language, string> = { en: ',', el: ';' }

/**
 * A table as spreadsheets of that language open it by a double click: UTF-8 with its mark, CRLF, every cell quoted.
 * A cell that a spreadsheet would take for a formula gets an apostrophe (faults F21).
 */
export function csv(rows: Cell[][], language: Language): string {
  const line = (cells: Cell[]) => cells.map(quoted).join(separators[language])
  return `\ufeff${rows.map(line).join('\r\n')}\r\n`
}

/** Euro as a bare number, with the decimal sign that spreadsheets of that language read. */
export function csvEuro(cents: Cents, language: Language): string {
  const euro = (cents / 100).toFixed(2)
  return language === 'el' ? euro.replace('.', ',') : euro
}

function quoted(value: Cell): string {
  if (typeof value === 'number') return `"${value}"`
  const cell = value ?? ''
  const harmless = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n\0]/.test(cell) ? `'${cell}` : cell
  return `"${harmless.replaceAll('\0', '').replaceAll('"', '""')}"`
}
