import { generateCode } from '../../base/fields.ts'
import { type DigestSecrets, keyedDigest } from '../../server/context/signing.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { findLastCodeNumber, findPayoutByCode, findRegistryCode } from './code-data.ts'
import type { PayoutRow } from './data.ts'
import { formatCertificateCode } from './rules.ts'

/** Which of a registry's payouts a code is for. */
export interface PayoutCodeName {
  registryCode: string
  reason: PayoutRow['reason']
  number: number
}

/** A code of ours with the number that it was made from. */
export interface NumberedCode {
  code: string
  code_number: number
}

/**
 * The code of a payout (R603, R617): nobody else can compute it, and a restored database gives the same one again, so that a
 * certificate that it has lost is found in the shop. Its key never changes.
 */
export function derivePayoutCode(
  { registryCode, reason, number }: PayoutCodeName,
  secrets: DigestSecrets,
): string {
  return deriveCode(`${registryCode} ${reason} ${number}`, secrets)
}

/** The code of what has that name, by the key that never changes. */
export function deriveCode(name: string, secrets: DigestSecrets): string {
  let block = 0
  return formatCertificateCode(generateCode(() => keyedDigest('payout code', `${name} ${block++}`, secrets)))
}

/** The next code of a registry for that reason; call it under the registry's lock. */
export async function nextPayoutCode(
  tx: Db,
  registryId: number,
  reason: PayoutRow['reason'],
  secrets: DigestSecrets,
): Promise<NumberedCode> {
  const registryCode = await findRegistryCode(tx, registryId)
  for (let code_number = (await findLastCodeNumber(tx, registryId, reason)) + 1; ; code_number++) {
    const code = derivePayoutCode({ registryCode, reason, number: code_number }, secrets)
    if (!(await findPayoutByCode(tx, code))) return { code, code_number }
  }
}
