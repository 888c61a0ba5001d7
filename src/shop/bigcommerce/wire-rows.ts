import { z } from 'zod'
import type { UnreadableRow } from '../port.ts'

/** The unreadable rows of the reply that is being parsed; one variable is enough, because parsing is synchronous. */
let setAside: UnreadableRow[] = []

/** Keeps a row that was set aside, for staff to see (R1302). */
export type SetAside = (row: UnreadableRow) => Promise<void>

/** Keeps what was set aside of the reply that was just parsed. */
export async function keepUnreadable(keep: SetAside = async () => {}): Promise<void> {
  const rows = setAside
  setAside = []
  for (const row of rows) await keep(row)
}

/** Marks a check that fails the whole reply instead of its row, such as that of the currency. */
export const ofWholeReply = { isOfWholeReply: true }

/** Some of a list: what can be read, how many rows there were, and the ids that all have. */
export interface WireRows<T> {
  rows: T[]
  count: number
  ids: number[]
  /** Ids of rows that were set aside. */
  unread: number[]
}

/** A list in which a wrong row stops nothing: it is set aside, the others are read (R1302). */
export function rowsOf<T>(source: string, row: z.ZodType<T>) {
  return z.array(z.unknown()).transform((all, context): WireRows<T> => {
    const found: WireRows<T> = { rows: [], count: all.length, ids: all.flatMap(idOf), unread: [] }
    for (const one of all) {
      const parsed = row.safeParse(one)
      if (parsed.success) found.rows.push(parsed.data)
      else {
        const whole = parsed.error.issues.find(issue => 'params' in issue && issue.params === ofWholeReply)
        if (whole) context.addIssue({ code: 'custom', path: whole.path, message: whole.message })
        const [id] = idOf(one)
        found.unread.push(...idOf(one))
        setAside.push({ source, id: id === undefined ? '' : String(id), ...describeIssue(parsed.error) })
      }
    }
    return found
  })
}

/** The rows of such a list that can be read. */
export const rowListOf = <T>(source: string, row: z.ZodType<T>) =>
  rowsOf(source, row).transform(({ rows }) => rows)

/** The first wrong field and what is wrong with it, without its value, which may be personal. */
export function describeIssue(error: z.ZodError): { field: string; reason: string } {
  const [issue] = error.issues
  return { field: issue?.path.join('.') ?? '', reason: issue?.message ?? '' }
}

/** Ids of rows stand under different names, and below `node` in GraphQL. */
function idOf(row: unknown): number[] {
  if (row === null || typeof row !== 'object') return []
  const { id, entityId, node } = row as Record<string, unknown>
  if (node !== undefined) return idOf(node)
  const number = Number(id ?? entityId ?? Number.NaN)
  return Number.isSafeInteger(number) && number > 0 ? [number] : []
}
