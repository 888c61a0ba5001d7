import { expect } from 'vitest'
import { findInvariantViolations } from '../src/orders/reconciliation/reconciliation.sql.ts'
import type { Db } from '../src/server/postgres/tables.ts'

/**
 * Fails with the rows that break an invariant; run after every test of a race or a fault. Tests that change prices of
 * goods name their registry, because gifts of others get the changed price only by a later job.
 */
export async function expectInvariants(
  db: Db,
  registryId: number | null = null,
  payoutDays = 0,
): Promise<void> {
  expect(await findInvariantViolations(db, registryId, payoutDays)).toEqual({})
}
