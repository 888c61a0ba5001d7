import writeXlsxFile, { type Cell } from 'write-excel-file/node'
import { type Cents, toEuro } from '../../base/money.ts'

/** A cell of a workbook: text, a count, an amount in euro, or a text that we formatted, as a telephone. */
export type SheetCell = string | number | null | { cents: Cents } | { formatted: string }

/** One sheet with its heading in the first row. */
export interface SheetTable {
  name: string
  head: string[]
  rows: SheetCell[][]
}

/** What Excel shows in the reader's own separators, whatever the language. */
const euroFormat = '#,##0.00'

/**
 * Tables as a workbook, a sheet each, which no cache keeps. Text stays text: what looks like a formula is not run (R717).
 * The file's name is plain ASCII.
 */
export async function workbookResponse(name: string, tables: SheetTable[]): Promise<Response> {
  const sheets = tables.map(({ name: sheet, head, rows }) => ({
    sheet,
    data: [head.map(value => ({ value, fontWeight: 'bold' as const })), ...rows.map(row => row.map(toCell))],
    columns: head.map(value => ({ width: Math.max(12, value.length + 2) })),
    stickyRowsCount: 1,
  }))
  const workbook = await writeXlsxFile(sheets).toBuffer()
  return new Response(new Uint8Array(workbook), {
    headers: {
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': `attachment; filename="${name}.xlsx"`,
      'cache-control': 'private, no-store',
    },
  })
}

function toCell(cell: SheetCell): Cell {
  if (cell === null) return null
  if (typeof cell === 'object')
    return 'cents' in cell
      ? { value: toEuro(cell.cents), type: Number, format: euroFormat }
      : { value: cell.formatted, type: String }
  return typeof cell === 'number' ? { value: cell, type: Number } : { value: cell, type: String }
}
