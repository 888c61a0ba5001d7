import { expect } from 'vitest'
import { findInvariantViolations } from '../src/checkout/reconciliation/data.ts'
import type { Db } from '../src/server/postgres/tables.ts'

/**
 * Fails with whatever breaks an invariant; run after every test of a race or a fault. Tests that change prices of goods
 * name their registry: for the gifts of others a changed price waits for the clock.
 */
export async function expectInvariants(db: Db, registryId: number | null = null): Promise<void> {
  expect(await findInvariantViolations(db, registryId)).toEqual({})
}
