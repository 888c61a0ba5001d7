import { consumeLink, findOpenLink } from '../../account/link/service.ts'
import { refuseCommonPassword } from '../../account/password/access.ts'
import { newPasswordSchema } from '../../account/password/contract.ts'
import { hashPassword } from '../../account/password/service.ts'
import { createRecoveryCodes } from '../../account/second-factor/code-service.ts'
import { secondFactor } from '../../account/second-factor/contract.ts'
import {
  findTimeStep,
  sealTimeSecret,
  timeSecretOf,
  timeSecretUri,
} from '../../account/second-factor/time-code-service.ts'
import { AppError } from '../../base/app-error.ts'
import { boundedText, formatCode } from '../../base/fields.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { openCall } from '../../server/context/staff-call.ts'
import { findRow } from '../../server/postgres/rows.ts'
import { recordAudit } from '../audit/service.ts'
import { staffPasswordBounds } from './rules.ts'
import { storeSignIn } from './service.ts'

const code = boundedText({ max: 100 })
const password = newPasswordSchema(staffPasswordBounds)

export const calls = {
  invitation: openCall({ code }, showInvitation),
  acceptInvitation: openCall({ code, password, time_code: secondFactor }, acceptInvitation),
}

/** Whom a link invites, and the secret of the time codes that it offers. */
async function showInvitation({ code }: { code: string }, ctx: RequestContext) {
  const { name, email, role } = (await findInvitee(code, ctx)).invitee
  const secret = timeSecretOf('staff', code, ctx.config)
  return { name, email, role, secret, uri: timeSecretUri(secret, email, ctx.config) }
}

/**
 * Stores password and time code, if the first code is right; answers the recovery codes, this once. Throws `staff_invitation_late` 404, `account_factor_wrong` 422
 * and `account_password_common` 422 beside their fields, `refused_often` 429.
 */
async function acceptInvitation(
  { code, password, time_code }: { code: string; password: string; time_code: string },
  ctx: RequestContext,
) {
  const { config, now, language } = ctx
  await ctx.rateLimit(`staff-invitation:${ctx.address}`, 30, 900)
  const { link, invitee } = await findInvitee(code, ctx)
  const { id, name, email } = invitee
  // Whatever the merchant asks of hosts, staff have no common password.
  refuseCommonPassword(password, [name, email], { config: { ...config, PASSWORD_REFUSE_COMMON: true } })
  const secret = timeSecretOf('staff', code, config)
  const step = findTimeStep(secret, time_code.replace(/\s/g, ''), now, 0)
  if (step === null)
    throw new AppError('account_factor_wrong', 422, { fields: { time_code: 'account_factor_wrong' } })
  const owner = { kind: 'staff', id } as const
  const { codes, digests } = createRecoveryCodes(owner, config)
  const signIn = {
    passwordHash: await hashPassword(password),
    sealedTimeSecret: sealTimeSecret(secret, owner, config),
    lastTimeStep: step,
    language,
    recoveryDigests: digests,
  }
  await ctx.db.transaction().execute(async tx => {
    if (!(await consumeLink(tx, link, now))) throw lateInvitation()
    await storeSignIn(tx, id, signIn, now)
    await ctx.recordSecurityEvent({ kind: 'staff_action', customerId: null, about: 'staff joined' }, tx)
    await recordAudit(tx, ctx, { action: 'staff_joined', personId: id })
  })
  return { recovery_codes: codes.map(formatCode) }
}

async function findInvitee(code: string, { db, now }: RequestContext) {
  const link = await findOpenLink(db, 'staff_invitation', code, now)
  const isInvited = { id: link?.subject_id ?? 0, ended_at: null }
  const invitee = link && (await findRow(db, 'staff_person', isInvited, ['id', 'name', 'email', 'role']))
  if (!invitee) throw lateInvitation()
  return { link, invitee }
}

const lateInvitation = () => new AppError('staff_invitation_late', 404)
