/** A page of a list, of its rows and one more; `next` is the cursor of the next page, null on the last. */
export function cutPage<Row, Next>(
  rows: Row[],
  perPage: number,
  cursorOf: (last: Row) => Next,
): { shown: Row[]; next: Next | null } {
  const shown = rows.slice(0, perPage)
  const last = rows.length > perPage ? shown.at(-1) : undefined
  return { shown, next: last === undefined ? null : cursorOf(last) }
}

/** A page of a list in the order of time starts behind the row with this moment and key. */
export interface Cursor {
  at: Date
  key: string
}

export const formatCursor = (at: Date, key: string | number): string => `${at.getTime()}.${key}`

export function parseCursor(text: string): Cursor | null {
  const match = /^(\d{1,15})\.(.{1,200})$/.exec(text)
  return match ? { at: new Date(Number(match[1])), key: match[2] ?? '' } : null
}
