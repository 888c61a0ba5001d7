import { randomBytes } from 'node:crypto'
import { generateCode, parseCode } from '../../base/fields.ts'
import type { Config } from '../../server/config.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { keyedDigest } from '../../server/context/signing.ts'
import { deleteRows, updateRows } from '../../server/postgres/rows.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { Identity } from '../identity/rules.ts'
import { findFactor } from './data.ts'
import { recoveryCodeCount } from './rules.ts'
import { findTimeStep, openTimeSecret, sealTimeSecret } from './time-code-service.ts'

/** Uses the time code or recovery code up that was typed; null for a wrong one, and for one that was used. */
export async function consumeSecondFactor(
  tx: Db,
  owner: Identity,
  typed: string,
  { config, now }: Pick<RequestContext, 'config' | 'now'>,
): Promise<'time code' | 'recovery code' | null> {
  const factor = await findFactor(tx, owner)
  if (!factor) return null
  const { id, sealed_time_secret, last_time_step } = factor
  const secret = openTimeSecret(sealed_time_secret, owner, config)
  const step = secret && findTimeStep(secret.text, typed.replace(/\s/g, ''), now, last_time_step)
  if (step) {
    // False when a code of that step, or of a later one, was used meanwhile.
    const where = { id, last_time_step: { '<': step } }
    if ((await updateRows(tx, 'second_factor', { set: { last_time_step: step }, where })) === 0) return null
    if (!secret.isPresentKey) {
      const set = { sealed_time_secret: sealTimeSecret(secret.text, owner, config) }
      await updateRows(tx, 'second_factor', { set, where: { id } })
    }
    return 'time code'
  }
  const code = parseCode(typed)
  if (code === null) return null
  const code_digest = digestRecoveryCode(code, owner, config)
  return (await deleteRows(tx, 'recovery_code', { factor_id: id, code_digest })) > 0 ? 'recovery code' : null
}

/** Ten new recovery codes, and what is stored of them. */
export function createRecoveryCodes(owner: Identity, config: Config): { codes: string[]; digests: Buffer[] } {
  const codes = Array.from({ length: recoveryCodeCount }, () => generateCode(randomBytes))
  return { codes, digests: codes.map(code => digestRecoveryCode(code, owner, config)) }
}

function digestRecoveryCode(code: string, { kind, id }: Identity, config: Config): Buffer {
  return keyedDigest(`${kind} recovery code`, `${id} ${code}`, config)
}
