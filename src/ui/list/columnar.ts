/** Rows as JSON text, column by column. */
export type Columnar<Row> = string & { readonly holds?: Row }

/** One value per row; a single one where all rows have the same; by the row's number where not every row has one. */
type Column = unknown[] | Record<number, unknown>

/**
 * Encodes a long list on its way from a loader to the browser: equal values stand side by side and compress well. The
 * router's own format numbers every part of every row, which makes the document twice as large.
 */
export function encodeColumnar<Row extends object>(rows: Row[]): Columnar<Row> {
  const names = [...new Set(rows.flatMap(row => Object.keys(row) as (keyof Row)[]))]
  return JSON.stringify([rows.length, Object.fromEntries(names.map(name => [name, columnOf(rows, name)]))])
}

function columnOf<Row extends object>(rows: Row[], name: keyof Row): Column {
  if (rows.every(row => row[name] !== undefined)) {
    const [first, ...others] = new Set(rows.map(row => JSON.stringify(row[name])))
    return first !== undefined && others.length === 0 ? [rows[0]?.[name]] : rows.map(row => row[name])
  }
  return Object.fromEntries(rows.flatMap((row, at) => (row[name] === undefined ? [] : [[at, row[name]]])))
}

/** The rows that `encodeColumnar` encoded. */
export function decodeColumnar<Row extends object>(text: Columnar<Row>): Row[] {
  const [count, columns] = JSON.parse(text) as [number, Record<string, Record<number, unknown>>]
  const fields = Object.entries(columns)
  return Array.from({ length: count }, (_, at) => {
    const own = fields.flatMap(([name, column]) => {
      const place = Array.isArray(column) && column.length === 1 ? 0 : at
      return place in column ? [[name, column[place]]] : []
    })
    return Object.fromEntries(own) as Row
  })
}
