import type { Language } from '../../../base/language.ts'
import { csvResponse, formatCsvEuro } from '../../../ui/page/csv.ts'
import { type SheetCell, type SheetTable, workbookResponse } from '../../../ui/page/spreadsheet.ts'

/** A table as the file that the address asks for: a workbook for `type=xlsx`, else CSV in the reader's language. */
export function tableResponse(url: URL, file: string, table: SheetTable, language: Language) {
  if (url.searchParams.get('type') === 'xlsx') return workbookResponse(file, [table])
  const toText = (cell: SheetCell) => (typeof cell === 'object' ? formatCsvEuro(cell.cents, language) : cell)
  return csvResponse(file, [table.head, ...table.rows.map(row => row.map(toText))], language)
}
