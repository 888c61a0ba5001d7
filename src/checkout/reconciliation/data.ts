import type { Db } from '../../server/postgres/tables.ts'
import { creditInvariants, ledgerInvariants } from './counting-data.ts'
import { amountInvariants, balanceInvariants, letterInvariants, payoutInvariants } from './money-out-data.ts'
import type { InvariantQueries, InvariantScope, InvariantViolation } from './scope-data.ts'
import { worthInvariants } from './worth-data.ts'

/** The rows that break an invariant, by its sentence. */
export type InvariantViolations = Record<string, InvariantViolation[]>

/**
 * The rows that break an invariant of counting, by the invariant's sentence; empty when the database is sound (R520).
 * With a registry id, credits are checked for its gifts alone. Gifts in the recredit queue are left out, because a job
 * is about to credit them. `payoutDays` is how long money had to wait at least when it left (R511). It reads whole
 * tables: for small databases.
 */
export async function findInvariantViolations(
  db: Db,
  registryId: number | null = null,
  payoutDays = 0,
): Promise<InvariantViolations> {
  const scope = { registryIds: null, creditsOf: registryId, payoutDays }
  return execute(db, { ...moneyInvariants(scope), ...letterInvariants(null), ...amountInvariants })
}

/** The same for these registries alone, by indexes. */
export function findRegistryViolations(db: Db, registryIds: number[]): Promise<InvariantViolations> {
  return execute(db, moneyInvariants({ registryIds, creditsOf: null, payoutDays: 0 }))
}

/** The same for e-mails with ids above `after`, up to `to`. */
export function findLetterViolations(
  db: Db,
  range: { after: number; to: number },
): Promise<InvariantViolations> {
  return execute(db, letterInvariants(range))
}

/** Columns that could hold parts of a cent. */
export function findAmountViolations(db: Db): Promise<InvariantViolations> {
  return execute(db, amountInvariants)
}

function moneyInvariants(scope: InvariantScope): InvariantQueries {
  return {
    ...ledgerInvariants(scope),
    ...creditInvariants(scope),
    ...payoutInvariants(scope),
    ...balanceInvariants(scope),
    ...worthInvariants(scope),
  }
}

async function execute(db: Db, queries: InvariantQueries): Promise<InvariantViolations> {
  const violations: InvariantViolations = {}
  for (const [invariant, query] of Object.entries(queries)) {
    const { rows } = await query.execute(db)
    if (rows.length > 0) violations[invariant] = rows
  }
  return violations
}
