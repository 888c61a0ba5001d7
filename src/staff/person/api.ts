import * as z from 'zod/mini'
import { findCustomerByEmail } from '../../account/customer/data.ts'
import { emailKey } from '../../account/customer/rules.ts'
import { collectPersonalData } from '../../account/data-export/data.ts'
import { maskEmail } from '../../account/email-change/rules.ts'
import { dayInAthens } from '../../base/dates.ts'
import { email } from '../../base/fields.ts'
import { isSurpriseActive } from '../../registry/surprise/rules.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { staffCall } from '../../server/context/staff-call.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { recordAudit } from '../audit/service.ts'
import { staffReason } from '../registry/rules.ts'
import { findPersonRows, type PersonRows } from './data.ts'
import { erasePerson } from './service.ts'

const sure = z.literal('on', 'staff_sure_needed')

export const calls = {
  person: staffCall('manager', { email: z.optional(email) }, showPerson),
  exportPerson: staffCall('exports people', { email }, exportPerson),
  erasePerson: staffCall('ends an account', { email, reason: staffReason, sure }, (input, ctx) =>
    ctx.db.transaction().execute(tx => erasePerson(tx, input, ctx)),
  ),
}

/** A person has no more of each, unless somebody makes them; the rest is said by its number. */
const shown = 50
const exported = 10_000

/** What is kept of a person as host, giver, guest or correspondent, by their e-mail; audited. Null without an e-mail. */
async function showPerson({ email }: { email?: string | undefined }, ctx: StaffContext) {
  if (email === undefined) return null
  const key = emailKey(email)
  const host = await findCustomerByEmail(ctx.db, key)
  const rows = await findPersonRows(ctx.db, { address: email, key }, exported)
  await record(ctx.db, ctx, 'person_looked_up', email, host?.id)
  return { email, ...describe(rows), host: host ? describeHost(host) : null }
}

function describeHost(host: {
  id: number
  name: string
  surname: string
  deletion_requested_at: Date | null
}) {
  const { id, name, surname, deletion_requested_at } = host
  return { id, name: `${name} ${surname}`.trim(), leaving: deletion_requested_at !== null }
}

/** Of each kind the newest; `counts` says how many there are. */
function describe({ given, invited, wrote, letters }: PersonRows) {
  return {
    given: given
      .slice(0, shown)
      .map(({ registry, name, state, created_at }) => ({ registry, name, state, created_at })),
    invited: invited.slice(0, shown).map(({ registry, name, reply, coming, invited_at }) => ({
      registry,
      name,
      reply,
      coming,
      invited_at,
    })),
    wrote: wrote.slice(0, shown).map(({ name, message, created_at }) => ({ name, message, created_at })),
    letters: letters.slice(0, shown).map(({ template, created_at }) => ({ template, created_at })),
    counts: {
      given: given.length,
      invited: invited.length,
      wrote: wrote.length,
      letters: letters.length,
    },
  }
}

/** All of it, as a host can download their own. */
async function exportPerson({ email }: { email: string }, ctx: StaffContext) {
  const key = emailKey(email)
  const today = dayInAthens(ctx.now)
  return ctx.db.transaction().execute(async tx => {
    const host = await findCustomerByEmail(tx, key)
    await record(tx, ctx, 'person_exported', email, host?.id)
    const own = host && (await collectPersonalData(tx, host.id, one => isSurpriseActive(one, today)))
    return { email, host: own ?? null, ...(await findPersonRows(tx, { address: email, key }, exported)) }
  })
}

/** The audit has the beginning of the address alone, so that it keeps nobody who was erased. */
async function record(
  tx: Db,
  ctx: StaffContext,
  action: 'person_looked_up' | 'person_exported',
  email: string,
  customerId: number | undefined,
): Promise<void> {
  const after = { email: maskEmail(email) }
  await recordAudit(tx, ctx, { action, after, ...(customerId !== undefined && { customerId }) })
}
