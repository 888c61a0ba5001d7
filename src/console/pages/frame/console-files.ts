import type { LoaderFunctionArgs } from 'react-router'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { tableResponse } from '../../../ui/page/table-response.ts'
import type { StaffColumn } from './staff-table.tsx'

/** A list as a file; columns without `file` and `text` are left out. */
interface ListFile<Row> {
  /** Name of the file, without its ending. */
  name: string
  title: string
  columns: StaffColumn<Row>[]
  rows: Row[]
}

export const listFileLoader =
  <Row, Args extends LoaderFunctionArgs>(read: (args: Args, ctx: PageContext) => Promise<ListFile<Row>>) =>
  async (args: Args) => {
    const ctx = args.context.get(pageContext)
    ctx.hideFromSearchEngines()
    const { name, title, columns, rows } = await read(args, ctx)
    const written = columns.flatMap(({ label, file, text }) => {
      const cell = file ?? text
      return cell ? [{ label, cell }] : []
    })
    const table = {
      name: title,
      head: written.map(({ label }) => label),
      rows: rows.map(row => written.map(({ cell }) => cell(row))),
    }
    return tableResponse(new URL(args.request.url), name, table, ctx.language)
  }

export function personalDataFile(data: unknown, name: string): Response {
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}
