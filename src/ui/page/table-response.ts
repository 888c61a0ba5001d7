import type { Language } from '../../base/language.ts'
import { type CsvCell, csvResponse, formatCsvEuro } from './csv.ts'
import { type SheetCell, type SheetTable, workbookResponse } from './spreadsheet.ts'

/** A table as the file that the address asks for: a workbook for `type=xlsx`, else CSV in the reader's language. */
export function tableResponse(url: URL, file: string, table: SheetTable, language: Language) {
  if (url.searchParams.get('type') === 'xlsx') return workbookResponse(file, [table])
  const toCsvCell = (cell: SheetCell): CsvCell =>
    typeof cell === 'object' && cell && 'cents' in cell ? formatCsvEuro(cell.cents, language) : cell
  return csvResponse(file, [table.head, ...table.rows.map(row => row.map(toCsvCell))], language)
}
