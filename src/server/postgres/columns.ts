import type { ColumnType, GeneratedAlways } from 'kysely'

export type Json<T> = ColumnType<T, string, string>
export type GeneratedJson<T> = ColumnType<T, string | undefined, string>
export type Stamp = ColumnType<Date, Date | string | undefined, Date | string>
/** Null until it happens. */
export type Since = ColumnType<Date | null, Date | null | undefined, Date | null>
/** bigint identity keys: far below 2^53 here, so they are numbers (the parser is set in database.ts). */
export type Id = GeneratedAlways<number>
