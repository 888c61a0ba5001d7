import { expect } from 'vitest'
import { brokenInvariants } from '../src/checkout/invariants.ts'
import type { Db } from '../src/server/tables.ts'

/**
 * Fails with whatever breaks an invariant; run after every test of a race or a fault. Tests that change prices of goods
 * name their registry: for the gifts of others a changed price waits for the clock.
 */
export async function expectInvariants(db: Db, registryId: number | null = null): Promise<void> {
  expect(await brokenInvariants(db, registryId)).toEqual({})
}
