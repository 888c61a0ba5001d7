import { type Kysely, type RawBuilder, sql } from 'kysely'
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

export const preparedMark = '/* prepared */'

/**
 * Written in a query whose text is always the same, and which pages ask all the time: each connection has it parsed and
 * planned once. Planning takes longer than reading.
 */
export const prepared = sql.raw(preparedMark)

export const preparedInTransactionsMark = '/* prepared in transactions */'

/**
 * The same for a query within transactions. Its columns must be written out, or be JSON: where a release that runs beside
 * a newer one asks for `*`, an added column is an error, and ends the transaction.
 */
export const preparedInTransactions = sql.raw(preparedInTransactionsMark)

export const sentWithNextMark = '/* sent with the next */'

/**
 * Written in a statement of a transaction whose answer nobody reads: it leaves together with the next one, which fails
 * where this one does. It saves a round trip.
 */
export const sentWithNext = sql.raw(sentWithNextMark)

export const endsTransactionMark = '/* ends its transaction */'

/**
 * Written in the last statement of a transaction: `commit` leaves together with it. Once it is answered, the transaction
 * is committed, whatever is done after it.
 */
export const endsTransaction = sql.raw(endsTransactionMark)

/** The rows of a table of which the shop has to hear; when, and how often it was tried, stands in them. */
export interface DueRows {
  table: keyof Tables
  id: string
  due: string
  attempts: string
  columns: readonly string[]
  isDue(now: Date): RawBuilder<unknown>
}
