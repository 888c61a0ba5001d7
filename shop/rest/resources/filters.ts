import type { Context } from 'hono'
import type { JsonObject } from '../requests.ts'

type Compares = (value: unknown, asked: string) => boolean

/** What a name in the query may end in. */
const operators: Record<string, Compares> = {
  '': (value, asked) => String(value).toLowerCase() === asked.toLowerCase(),
  in: (value, asked) => asked.split(',').includes(String(value)),
  like: (value, asked) => String(value).toLowerCase().includes(asked.toLowerCase()),
  min: (value, asked) => compare(value, asked) >= 0,
  max: (value, asked) => compare(value, asked) <= 0,
}

/** Dates and numbers in their order. */
function compare(value: unknown, asked: string): number {
  const [one, other] = [Number(value), Number(asked)]
  if (!Number.isNaN(one) && !Number.isNaN(other)) return one - other
  return Date.parse(String(value)) - Date.parse(asked)
}

/** Whether a value is what the query asks for by the filters of its list: `name`, `id:in`, `date_modified:min`. */
export const matchesQuery = (c: Context, filters: string[], value: JsonObject): boolean =>
  filters.every(filter => {
    const asked = c.req.query(filter)
    const [name = '', operator = ''] = filter.split(':')
    return asked === undefined || operators[operator]!(value[name], asked)
  })
