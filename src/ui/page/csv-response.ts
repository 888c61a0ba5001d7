import { type CsvCell, toCsv } from '../../base/csv.ts'
import type { Language } from '../../base/language.ts'

/** A table as a file for its reader's own spreadsheet; no one keeps it on the way. The name is plain ASCII. */
export function csvResponse(name: string, rows: CsvCell[][], language: Language): Response {
  return new Response(toCsv(rows, language), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'private, no-store',
    },
  })
}
