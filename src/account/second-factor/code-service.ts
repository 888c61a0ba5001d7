import { randomBytes } from 'node:crypto'
import { generateCode, parseCode } from '../../base/fields.ts'
import type { Config } from '../../server/config.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { keyedDigest } from '../../server/context/signing.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { type FactorOwner, recoveryCodeCount } from './rules.ts'
import { findTimeStep, openTimeSecret, sealTimeSecret } from './time-code-service.ts'

/** What a code is compared with: the sealed key of the time codes, and the last step of which one was used. */
export interface StoredFactor extends FactorOwner {
  sealed_time_secret: string
  last_time_step: number
}

/** How the feature that keeps the factors of these owners uses codes up. */
export interface FactorStore {
  /** False when a code of that step, or of a later one, was used before. */
  consumeTimeStep(tx: Db, ownerId: number, step: number): Promise<boolean>
  /** Stores the same key, sealed with another SECRET. */
  updateTimeSecret(tx: Db, ownerId: number, sealed: string): Promise<void>
  /** False when the owner has no such code. */
  consumeRecoveryCode(tx: Db, ownerId: number, digest: Buffer): Promise<boolean>
}

/** Uses the time code or recovery code up that was typed; null for a wrong one, and for one that was used. */
export async function consumeSecondFactor(
  tx: Db,
  factor: StoredFactor,
  { typed, store }: { typed: string; store: FactorStore },
  { config, now }: Pick<RequestContext, 'config' | 'now'>,
): Promise<'time code' | 'recovery code' | null> {
  const secret = openTimeSecret(factor.sealed_time_secret, factor, config)
  const step = secret && findTimeStep(secret.text, typed.replace(/\s/g, ''), now, factor.last_time_step)
  if (step) {
    if (!(await store.consumeTimeStep(tx, factor.id, step))) return null
    if (!secret.isPresentKey)
      await store.updateTimeSecret(tx, factor.id, sealTimeSecret(secret.text, factor, config))
    return 'time code'
  }
  const code = parseCode(typed)
  const digest = code === null ? null : digestRecoveryCode(code, factor, config)
  return digest && (await store.consumeRecoveryCode(tx, factor.id, digest)) ? 'recovery code' : null
}

/** Ten new recovery codes, and what is stored of them. */
export function createRecoveryCodes(
  owner: FactorOwner,
  config: Config,
): { codes: string[]; digests: Buffer[] } {
  const codes = Array.from({ length: recoveryCodeCount }, () => generateCode(randomBytes))
  return { codes, digests: codes.map(code => digestRecoveryCode(code, owner, config)) }
}

function digestRecoveryCode(code: string, { kind, id }: FactorOwner, config: Config): Buffer {
  return keyedDigest(`${kind} recovery code`, `${id} ${code}`, config)
}
