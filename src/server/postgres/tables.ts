import type { Kysely, RawBuilder } from 'kysely'
import type { JsonColumns } from './columns.ts'
import type { DB } from './tables.generated.ts'

/**
 * Typed rows of every table: written from `migrations/0000_baseline.sql` by `npm run data-model`, but for what is in JSON.
 * Money is whole cents (int4).
 */
export type Tables = {
  [T in keyof DB]: T extends keyof JsonColumns ? Omit<DB[T], keyof JsonColumns[T]> & JsonColumns[T] : DB[T]
}

export type Db = Kysely<Tables>

/**
 * Rows that the shop is to be told of (see `shopTask`): the table, its columns for the due time and the number of
 * attempts, and the columns to read.
 */
export interface DueRows {
  table: keyof Tables
  id: string
  due: string
  attempts: string
  columns: readonly string[]
  isDue(now: Date): RawBuilder<unknown>
}
