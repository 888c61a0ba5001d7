import type { Language } from './language.ts'

/** Greek spreadsheets part cells by semicolons, for their decimals have commas. */
const separators: Record<Language, string> = { en: ',', el: ';' }

/**
 * A table as spreadsheets of that language open it by a double click: UTF-8 with its mark, CRLF, every cell quoted.
 * A cell that a spreadsheet would take for a formula gets an apostrophe (faults F21).
 */
export function csv(rows: string[][], language: Language): string {
  const line = (cells: string[]) => cells.map(quoted).join(separators[language])
  return `\ufeff${rows.map(line).join('\r\n')}\r\n`
}

function quoted(cell: string): string {
  const harmless = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n\0]/.test(cell) ? `'${cell}` : cell
  return `"${harmless.replaceAll('\0', '').replaceAll('"', '""')}"`
}
