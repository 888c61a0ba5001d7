import { type RawBuilder, type Sql, sql } from 'kysely'

/** A row that breaks an invariant; `gift_id` where recrediting the gift may repair it. */
export interface InvariantViolation {
  gift_id?: number | null
  [column: string]: unknown
}

export type InvariantQueries = Record<string, RawBuilder<InvariantViolation>>

/** Which rows an invariant is asked of. */
export interface InvariantScope {
  /** Null for all of them, which only small databases bear. */
  registryIds: number[] | null
  /** The registry whose gifts' credits are looked at; null for those of all in the scope. */
  creditsOf: number | null
  /** How long money had to wait at least when it left, in days (R511). */
  payoutDays: number
}

/** The condition on a registry's id that an index serves. */
export function isInScope({ registryIds }: InvariantScope, column: string): RawBuilder<Sql> {
  return registryIds === null ? sql`true` : sql`${sql.ref(column)} = any(${registryIds}::bigint[])`
}
