import { createLinkCode, issueLink, stopLinkEnd } from '../../account/link.ts'
import { hourMs } from '../../base/durations.ts'
import type { Language } from '../../base/language.ts'
import { staffEffects } from '../../base/staff-effects.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import type { StaffAction } from '../action/look.rules.ts'
import type { AuditValues } from '../audit.rules.ts'
import { type AuditContext, recordAudit } from '../audit.ts'
import { aloneHours } from '../console.rules.ts'
import { findOwners } from '../member.ts'
import * as data from './approval.sql.ts'

interface AskedAct {
  action: StaffAction
  cents: number
  /** Null when it is asked from the server's terminal. */
  personId: number | null
  registryId: number | undefined
  /** Without a registry: the key of the e-mail that receives the money. */
  mailbox?: string | undefined
  formKey: string
  input: object
  version: string
  language: Language
  reason: string
  before: AuditValues
  after: AuditValues
}

type Context = JobContext & AuditContext

/** Whether it counts as money: an action that spares goods only with an amount. */
const countsAsMoney = ({ effect, sparesGoods, alwaysTwo }: StaffAction, cents: number) =>
  staffEffects[effect].two && (cents > 0 || (alwaysTwo === true && !sparesGoods))

/** Whether it needs a second person (R1182). */
export async function takesTwo(
  db: Db,
  request: Pick<AskedAct, 'action' | 'cents' | 'personId' | 'registryId' | 'mailbox'>,
  { config, now }: Pick<Context, 'config' | 'now'>,
): Promise<boolean> {
  const { action, cents, personId } = request
  if (!countsAsMoney(action, cents)) return false
  if (action.alwaysTwo || personId === null) return true
  const registryId = request.registryId ?? null
  const mailbox = await findReceivingMailbox(db, request)
  const sums = await data.sumMoneyActs(db, { personId, registryId, mailbox }, now)
  // Below these limits one person may act alone: for one act, in 24 hours and in 30 days.
  const { STAFF_ALONE_CENTS, STAFF_ALONE_DAY_CENTS, STAFF_ALONE_MONTH_CENTS } = config
  if (cents >= STAFF_ALONE_CENTS) return true
  return sums.some(
    ({ day, month }) => day + cents >= STAFF_ALONE_DAY_CENTS || month + cents >= STAFF_ALONE_MONTH_CENTS,
  )
}

async function findReceivingMailbox(
  db: Db,
  { registryId, mailbox }: Pick<AskedAct, 'registryId' | 'mailbox'>,
): Promise<string | null> {
  return registryId === undefined ? (mailbox ?? null) : data.findMailbox(db, registryId)
}

/**
 * Records what is about to be done to money, or stores a request that waits for a second person (R1182). Sums are read
 * under a lock, so that several small acts at the same moment don't get around the limits.
 */
export async function noteOrAsk(tx: Db, request: AskedAct, ctx: Context): Promise<'noted' | 'asked'> {
  const { action, cents, personId, formKey } = request
  if (!countsAsMoney(action, cents)) return 'noted'
  const registryId = request.registryId ?? null
  await data.lockMoneySums(tx)
  const mailbox = await findReceivingMailbox(tx, request)
  const act = {
    action: action.name,
    person_id: personId,
    registry_id: registryId,
    mailbox,
    cents,
    at: ctx.now,
    form_key: formKey,
  }
  if (!(await takesTwo(tx, request, ctx))) {
    await data.insertMoneyAct(tx, { ...act, state: 'done', decided_at: ctx.now })
    return 'noted'
  }
  const { input, version, language, reason, before, after } = request
  const asked = { input: JSON.stringify(input), before: JSON.stringify(before), after: JSON.stringify(after) }
  const id = await data.insertMoneyAct(tx, { ...act, ...asked, version, language, reason, state: 'waiting' })
  await recordAudit(tx, ctx, {
    action: 'approval_asked',
    personId,
    subject: `request ${id}`,
    before,
    after,
    reason,
    formKey,
    ...(request.registryId !== undefined && { registryId: request.registryId }),
  })
  if (!(await data.hasOtherApprover(tx, personId, ctx.now))) await startAlone(tx, { ...act, id }, ctx)
  return 'asked'
}

/** With nobody else there, the request is done after a day, and until then an owner's letter can stop it (R1183). */
export async function startAlone(
  tx: Db,
  { id, action, cents, person_id }: Pick<data.MoneyAct, 'id' | 'action' | 'cents' | 'person_id'>,
  ctx: JobContext,
): Promise<void> {
  const { now, config } = ctx
  const at = new Date(now.getTime() + aloneHours * hourMs)
  const { code, hash } = createLinkCode()
  await data.setAlone(tx, id, at)
  await issueLink(tx, { kind: 'staff_stop', subject_id: id, hash, expires_at: stopLinkEnd(at) })
  const name = await data.findStaffName(tx, person_id)
  const props = { id, action, cents, name, at: at.toISOString(), code }
  const owners = await findOwners(tx)
  const readers =
    owners.length > 0 ? owners : [{ id: 0, email: config.STAFF_EMAIL, language: config.STAFF_LANGUAGE }]
  for (const owner of readers)
    await ctx.enqueueEmail(tx, {
      cause: `staff-request-alone:${id}:${now.getTime()}:${owner.id}`,
      template: 'staff-request-alone',
      language: owner.language,
      to: owner.email,
      props,
    })
}
