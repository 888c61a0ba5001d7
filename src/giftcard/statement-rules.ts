/** What a spreadsheet would take for a formula (faults F21); a plain number is none. */
function isFormula(cell: string): boolean {
  return /^[=+\-@\t\r\0]/.test(cell) && !/^-?\d+([.,]\d{1,2})?$/.test(cell)
}

function cellOf(cell: string, separator: string): string {
  const safe = isFormula(cell) ? `'${cell}` : cell
  return safe.includes(separator) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Rows as a file that spreadsheets open rightly: a byte order mark, CRLF, and no cell that would be calculated.
 * Greek spreadsheets expect semicolons, since the comma stands in their numbers.
 */
export function csvOf(rows: string[][], separator: ',' | ';'): string {
  const lines = rows.map(row => row.map(cell => cellOf(cell, separator)).join(separator))
  return `\ufeff${lines.join('\r\n')}\r\n`
}
