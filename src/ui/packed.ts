/** Rows as JSON text. */
export type Packed<Row> = string & { readonly holds?: Row }

/** A field of all rows, in their order; by the row's number where not every row has it. */
type Column = unknown[] | Record<number, unknown>

/**
 * For a long list on its way from a loader to the browser: field by field, for what is alike then stands side by side.
 * The router's own notation numbers every part of every row, which takes twice the room in the document.
 */
export function packed<Row extends object>(rows: Row[]): Packed<Row> {
  const names = [...new Set(rows.flatMap(row => Object.keys(row) as (keyof Row)[]))]
  return JSON.stringify([rows.length, Object.fromEntries(names.map(name => [name, columnOf(rows, name)]))])
}

function columnOf<Row extends object>(rows: Row[], name: keyof Row): Column {
  if (rows.every(row => row[name] !== undefined)) return rows.map(row => row[name])
  return Object.fromEntries(rows.flatMap((row, at) => (row[name] === undefined ? [] : [[at, row[name]]])))
}

export function unpacked<Row extends object>(text: Packed<Row>): Row[] {
  const [count, columns] = JSON.parse(text) as [number, Record<string, Record<number, unknown>>]
  const names = Object.keys(columns)
  return Array.from({ length: count }, (_, at) => {
    const fields = names.flatMap(name => (at in columns[name]! ? [[name, columns[name]![at]]] : []))
    return Object.fromEntries(fields) as Row
  })
}
