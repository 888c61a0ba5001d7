import { findCustomerByEmail } from '../../account/customer/data.ts'
import { emailKey } from '../../account/customer/rules.ts'
import { collectPersonalData } from '../../account/data-export/data.ts'
import { maskEmail } from '../../account/email-change/rules.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { isSurpriseActive } from '../../registry/surprise/rules.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import type { Db } from '../../server/postgres/tables.ts'
import { recordAudit } from '../audit/service.ts'
import * as contract from './contract.ts'
import { findPersonRows } from './data.ts'
import { erasePerson } from './service.ts'

export const calls: Handler[] = [
  handle(contract.showPersonData, showPerson),
  handle(contract.exportPersonData, exportPerson),
  handle(contract.erasePersonData, (input, ctx) =>
    ctx.db.transaction().execute(tx => erasePerson(tx, input, ctx)),
  ),
]

/** A person has no more of each, unless somebody makes them; the rest is said by its number. */
const shown = 50
const exported = 10_000

async function showPerson({ email }: ParsedOf<typeof contract.showPersonData>, ctx: StaffContext) {
  if (email === undefined) return { person: null }
  const key = emailKey(email)
  const host = await findCustomerByEmail(ctx.db, key)
  const rows = await findPersonRows(ctx.db, { address: email, key }, exported)
  await record(ctx.db, ctx, 'person_looked_up', email, host?.id)
  return { person: { email, ...describe(rows), host: host ? describeHost(host) : null } }
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

function describe(rows: Awaited<ReturnType<typeof findPersonRows>>) {
  const { given, invited, wrote, letters } = rows
  return {
    given: given.slice(0, shown).map(({ registry, name, state, created_at }) => ({
      registry,
      name,
      state,
      at: created_at.toISOString(),
    })),
    invited: invited.slice(0, shown).map(({ registry, name, reply, coming, invited_at }) => {
      return { registry, name, reply, coming, invited_at: invited_at?.toISOString() ?? null }
    }),
    wrote: wrote
      .slice(0, shown)
      .map(({ name, message, created_at }) => ({ name, message, at: created_at.toISOString() })),
    letters: letters
      .slice(0, shown)
      .map(({ template, state, created_at }) => ({ template, state, at: created_at.toISOString() })),
    counts: {
      given: given.length,
      invited: invited.length,
      wrote: wrote.length,
      letters: letters.length,
    },
  }
}

async function exportPerson({ email }: ParsedOf<typeof contract.exportPersonData>, ctx: StaffContext) {
  const key = emailKey(email)
  const today = dayInAthens(ctx.now)
  return ctx.db.transaction().execute(async tx => {
    const host = await findCustomerByEmail(tx, key)
    await record(tx, ctx, 'person_exported', email, host?.id)
    const own = host && (await collectPersonalData(tx, host.id, one => isSurpriseActive(one, today)))
    return {
      data: { email, host: own ?? null, ...(await findPersonRows(tx, { address: email, key }, exported)) },
    }
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
