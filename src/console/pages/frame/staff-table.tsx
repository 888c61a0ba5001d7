import type { ReactNode } from 'react'
import type { Cents } from '../../../base/money.ts'
import { Link } from '../../../ui/page/link.tsx'
import type { SheetCell } from '../../../ui/page/table-response.ts'
import { classNames } from '../../../ui/style/class-names.ts'
import { Money } from '../../../ui/text/formatted-text.tsx'
import { CursorPager, StaffSection } from './staff-frame.tsx'
import { Moment, rowLinkClasses } from './staff-text.tsx'

/**
 * A column of a list, declared once for the page and its file: a text, moment or amount is in both, `cell` on the page
 * only, `file` in the file only.
 */
export interface StaffColumn<Row> {
  label: string
  text?(row: Row): string | number | null
  at?(row: Row): Date | null
  cents?(row: Row): Cents | null
  cell?(row: Row): ReactNode
  file?(row: Row): SheetCell
  /** Where its text leads. */
  to?(row: Row): string | null
  /** Aligned to the right, as amounts are. */
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
  const { label, columns, rows, empty = '', groups, className } = props
  if (rows.length === 0 && !groups) return <p className="text-soft">{empty}</p>
  const shown = columns.filter(
    column => readerOf(column) && (!column.isRare || rows.some(row => readCell(column, row) !== null)),
  )
  const isWide = groups !== undefined || shown.length > maxNarrowColumns
  // Rows keep no state, so that their places tell them apart.
  const toRow = (row: Row, index: number) => (
    <tr key={index}>
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
              className={classNames(isNumeric(column) && 'number')}
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

const readerOf = <Row,>({ cell, text, at, cents }: StaffColumn<Row>) => cell ?? text ?? at ?? cents

const isNumeric = <Row,>({ isNumber, cents }: StaffColumn<Row>) => isNumber ?? cents !== undefined

/** What a cell shows; null where it is empty. */
function readCell<Row>(column: StaffColumn<Row>, row: Row): ReactNode {
  const value = readerOf(column)?.(row) ?? null
  if (value === null || value === '' || value === false) return null
  if (value instanceof Date) return <Moment at={value} />
  if (column.cents && typeof value === 'number') return <Money cents={value} />
  const path = column.to?.(row) ?? null
  return path === null ? (
    value
  ) : (
    <Link to={path} className={`${rowLinkClasses} font-semibold`}>
      {value}
    </Link>
  )
}

function Cell<Row>({ column, row }: { column: StaffColumn<Row>; row: Row }) {
  const { label, isCode, isActions, isHead, none, className } = column
  const value = readCell(column, row)
  if (isHead)
    return (
      <th scope="row" className={className}>
        {value}
      </th>
    )
  const look = [
    value === null && 'empty',
    isNumeric(column) && 'number',
    isCode && 'whitespace-nowrap',
    className,
  ]
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
