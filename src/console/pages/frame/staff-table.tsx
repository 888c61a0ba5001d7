import type { ReactNode } from 'react'
import { Link } from '../../../ui/page/link.tsx'
import type { SheetCell } from '../../../ui/page/table-response.ts'
import { classNames } from '../../../ui/style/class-names.ts'
import { CursorPager, StaffSection } from './staff-frame.tsx'

/**
 * A column of a list, declared once for the page and its file: `text` is in both, `cell` on the page only, `file` in
 * the file only.
 */
export interface StaffColumn<Row> {
  label: string
  text?(row: Row): string | number | null
  cell?(row: Row): ReactNode
  file?(row: Row): SheetCell
  /** Aligned to the right. */
  isNumber?: boolean
  /** Kept on one line. */
  isCode?: boolean
  /** Links to actions: on a phone they need no label. */
  isActions?: boolean
  /** The heading of its row. */
  isHead?: boolean
  /** Left out of the page where it is empty in all rows. */
  isRare?: boolean
  /** What an empty cell shows, unless rows are blocks. */
  none?: ReactNode
  className?: string
  /** The link that sorts by this column, largest first, and whether it does so now. */
  order?: { to: string; isActive: boolean }
}

/** With more columns than these a table needs the width of a desktop. */
const maxNarrowColumns = 6

export interface ListProps<Row> {
  label: string
  columns: StaffColumn<Row>[]
  rows: Row[]
  rowKey(row: Row): string | number
  empty?: string
}

/** Rows with a heading of their own. */
interface RowGroup<Row> {
  id: string
  className: string
  head: ReactNode
  rows: Row[]
}

/** A list with its pager; with an `id` it is a section of the page. */
export function StaffList<Row>(
  props: ListProps<Row> & {
    id?: string
    title?: string
    /** The cursor of the next page, and its name in the address; null on the last. */
    next?: string | number | null
    cursor?: string
  },
) {
  const { id, title, next, cursor, ...list } = props
  const content = (
    <>
      <StaffTable {...list} />
      {next !== undefined && <CursorPager next={next} {...(cursor && { name: cursor })} />}
    </>
  )
  if (id === undefined) return <div>{content}</div>
  return (
    <StaffSection title={title ?? list.label} id={id}>
      {content}
    </StaffSection>
  )
}

/** A dense table; where it is too narrow each row is a block whose values have the column's name before them. */
export function StaffTable<Row>(props: ListProps<Row> & { groups?: RowGroup<Row>[]; className?: string }) {
  const { label, columns, rows, rowKey, empty = '', groups, className } = props
  if (rows.length === 0 && !groups) return <p className="text-soft">{empty}</p>
  const shown = columns.filter(
    column =>
      (column.cell ?? column.text) && (!column.isRare || rows.some(row => readCell(column, row) !== null)),
  )
  const isWide = groups !== undefined || shown.length > maxNarrowColumns
  const toRow = (row: Row) => (
    <tr key={rowKey(row)}>
      {shown.map(column => (
        <Cell key={column.label} column={column} row={row} />
      ))}
    </tr>
  )
  return (
    <table
      aria-label={label}
      className={classNames(
        'staff-table',
        isWide ? 'max-lg:stacked-table' : 'max-md:stacked-table',
        className,
      )}
    >
      <thead>
        <tr>
          {shown.map(column => (
            <th
              key={column.label}
              scope="col"
              {...(column.order?.isActive && { 'aria-sort': 'descending' as const })}
              className={classNames(column.isNumber && 'number')}
            >
              <Heading column={column} />
            </th>
          ))}
        </tr>
      </thead>
      {groups ? (
        groups.map(group => (
          <tbody key={group.id} id={group.id} className={group.className}>
            <tr>
              <th scope="rowgroup" colSpan={shown.length}>
                {group.head}
              </th>
            </tr>
            {group.rows.map(toRow)}
          </tbody>
        ))
      ) : (
        <tbody>{rows.map(toRow)}</tbody>
      )}
    </table>
  )
}

/**
 * In stacked tables only screen readers get the headings: the label replaces the link, which would take the focus
 * unseen.
 */
function Heading<Row>({ column: { label, order } }: { column: StaffColumn<Row> }) {
  if (!order) return label
  const { to, isActive } = order
  return (
    <>
      <span className="label">{label}</span>
      <Link
        to={to}
        variant="text"
        preventScrollReset
        className="inline-flex min-h-8 items-center gap-1 max-md:min-h-11"
      >
        {label}
        {isActive && <span aria-hidden="true">↓</span>}
      </Link>
    </>
  )
}

/** What a cell shows; null where it is empty. */
function readCell<Row>({ cell, text }: StaffColumn<Row>, row: Row): ReactNode {
  const value = (cell ?? text)?.(row) ?? null
  return value === '' || value === false ? null : value
}

function Cell<Row>({ column, row }: { column: StaffColumn<Row>; row: Row }) {
  const { label, isNumber, isCode, isActions, isHead, none, className } = column
  const value = readCell(column, row)
  if (isHead)
    return (
      <th scope="row" className={className}>
        {value}
      </th>
    )
  const look = [value === null && 'empty', isNumber && 'number', isCode && 'whitespace-nowrap', className]
  return (
    <td className={classNames(...look)}>
      {!isActions && (
        <span aria-hidden="true" className="label">
          {label}
        </span>
      )}
      <div>{typeof value === 'string' ? <Words text={value} /> : (value ?? none)}</div>
    </td>
  )
}

/** Breaks only words that would make the table wider than the page, such as e-mails and URLs. */
export function Words({ text }: { text: string }) {
  return text.split(/(\S{25,})/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts repeat and never move
      <span key={index} className="wrap-anywhere">
        {part}
      </span>
    ),
  )
}
