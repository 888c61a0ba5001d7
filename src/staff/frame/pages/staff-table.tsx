import type { ReactNode } from 'react'
import { Link } from '../../../ui/page/link.tsx'
import { classNames } from '../../../ui/style/class-names.ts'

export interface StaffColumn<Row> {
  label: string
  cell(row: Row): ReactNode
  /** Amounts and counts stand at the right. */
  isNumber?: boolean
  /** Where the table stands by this column, most first; whether it does already. */
  order?: { to: string; isActive: boolean }
}

/** A dense table; on a phone each row is a block whose values have their column's name before them. */
export function StaffTable<Row>(props: {
  label: string
  columns: StaffColumn<Row>[]
  rows: Row[]
  rowKey(row: Row): string | number
  /** The sentence where there are no rows. */
  empty: string
}) {
  const { label, columns, rows, rowKey, empty } = props
  if (rows.length === 0) return <p className="text-soft">{empty}</p>
  return (
    <table aria-label={label} className="w-full text-sm max-md:block">
      <thead className="border-b border-edge max-md:sr-only">
        <tr>
          {columns.map(column => (
            <th
              key={column.label}
              scope="col"
              {...(column.order?.isActive && { 'aria-sort': 'descending' as const })}
              className={classNames(
                'py-1.5 pr-4 text-left font-semibold text-soft last:pr-0',
                column.isNumber && 'text-right',
              )}
            >
              <Heading column={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map(row => (
          <tr key={rowKey(row)} className="border-b border-line align-top max-md:block max-md:py-2">
            {columns.map(column => (
              <Cell key={column.label} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** On a phone, where the headings are only read out, nothing in them takes the focus. */
function Heading<Row>({ column: { label, order } }: { column: StaffColumn<Row> }) {
  if (!order) return label
  const { to, isActive } = order
  return (
    <>
      <span className="md:hidden">{label}</span>
      <Link
        to={to}
        variant="text"
        preventScrollReset
        className="min-h-8 items-center gap-1 max-md:hidden md:inline-flex"
      >
        {label}
        {isActive && <span aria-hidden="true">↓</span>}
      </Link>
    </>
  )
}

function Cell<Row>({ column, row }: { column: StaffColumn<Row>; row: Row }) {
  const value = column.cell(row)
  const isEmpty = value === null || value === ''
  return (
    <td
      className={classNames(
        'py-1.5 pr-4 wrap-anywhere last:pr-0 max-md:py-0.5 max-md:pr-0',
        // What a cell is made of may come to nothing, too, such as actions of which the reader may do none.
        isEmpty ? 'max-md:hidden' : 'max-md:flex max-md:gap-3 max-md:has-[>:last-child:empty]:hidden',
        column.isNumber && 'md:text-right tabular-nums',
      )}
    >
      <span aria-hidden="true" className="w-28 shrink-0 text-soft md:hidden">
        {column.label}
      </span>
      <span className="min-w-0">{value}</span>
    </td>
  )
}
