import { randomUUID } from 'node:crypto'
import type { ParsedOf } from '../../base/endpoint.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { CustomerContext } from '../../server/context/request-context.ts'
import { updateRows } from '../../server/postgres/rows.ts'
import { updatePasswordHash } from '../customer/customer.sql.ts'
import { writeToOwner } from '../email-change/email-change.ts'
import { requirePasswordAndFactor } from '../proof/proof.ts'
import { revokeRights } from '../revocation.ts'
import { lockSession } from '../session.ts'
import * as contract from './password.contract.ts'
import { hashPassword, passwordBoundsOf, refuseCommonPassword } from './password.ts'

export const calls: Handler[] = [
  handle(contract.updatePassword, updatePassword, ctx =>
    contract.passwordChangeSchema(passwordBoundsOf(ctx)),
  ),
]

/** Changes the password, which takes the current one (R116), ends all other sessions and renews this one's token (R110). */
async function updatePassword(input: ParsedOf<typeof contract.updatePassword>, ctx: CustomerContext) {
  const { customer, db, session } = ctx
  const proof = { password: input.current_password, code: input.code }
  await requirePasswordAndFactor(ctx, proof, 'current_password')
  refuseCommonPassword(input.password, [customer.name, customer.surname, customer.email], ctx)
  const hash = await hashPassword(input.password)
  const renewed = ctx.createSessionToken()
  await db.transaction().execute(async tx => {
    await lockSession(tx, ctx)
    await updatePasswordHash(tx, customer.id, hash)
    await revokeRights(tx, { customerId: customer.id, act: 'password', session }, ctx)
    await updateRows(tx, 'session', { set: { token_hash: renewed.hash }, where: { token_hash: session } })
    await ctx.recordSecurityEvent({ kind: 'password_changed' }, tx)
    const cause = `password:${customer.id}:${randomUUID()}`
    await writeToOwner(tx, customer, { cause, template: 'password-updated', props: {} }, ctx)
  })
  return { token: renewed.token }
}
