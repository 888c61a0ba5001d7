/** Rows as JSON text, column by column. */
type Columnar<Row> = string & { readonly holds?: Row }

/** One value per row; a single one where all rows have the same; by the row's number where not every row has one. */
type Column = unknown[] | Record<number, unknown>

/**
 * Encodes a long list on its way from a loader to the browser: equal values stand side by side and compress well. The
 * router's own format numbers every part of every row, which makes the document twice as large.
 */
export function encodeColumnar<Row extends object>(rows: Row[]): Columnar<Row> {
  const names = [...new Set(rows.flatMap(row => Object.keys(row) as (keyof Row)[]))]
  const columns = Object.fromEntries(names.map(name => [name, columnOf(rows, name)]))
  const text: Columnar<Row> = JSON.stringify([rows.length, columns])
  last = { text, rows }
  return text
}

/** The server renders the rows that it has just encoded, and needs not decode them. */
let last: { text: string; rows: object[] } | undefined

function columnOf<Row extends object>(rows: Row[], name: keyof Row): Column {
  const values = rows.map(row => row[name])
  if (!values.includes(undefined as Row[keyof Row])) return areEqual(values) ? values.slice(0, 1) : values
  return Object.fromEntries(rows.flatMap((row, at) => (row[name] === undefined ? [] : [[at, row[name]]])))
}

/** Whether all are the same, once they are JSON. */
function areEqual([first, ...others]: unknown[]): boolean {
  if (typeof first !== 'object' || first === null) return others.every(other => other === first)
  const text = JSON.stringify(first)
  return others.every(other => JSON.stringify(other) === text)
}

export function decodeColumnar<Row extends object>(text: Columnar<Row>): Row[] {
  if (last?.text === text) return last.rows as Row[]
  const [count, columns] = JSON.parse(text) as [number, Record<string, Record<number, unknown>>]
  const rows = Array.from({ length: count }, () => ({}) as Record<string, unknown>)
  for (const [name, column] of Object.entries(columns)) {
    const isOne = Array.isArray(column) && column.length === 1
    for (const [at, row] of rows.entries()) {
      const value = column[isOne ? 0 : at]
      if (value !== undefined) row[name] = value
    }
  }
  return rows as Row[]
}
