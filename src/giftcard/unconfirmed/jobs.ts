import { enqueueConfirmationEmail } from '../../account/email-confirmation/service.ts'
import { dayInAthens } from '../../base/dates.ts'
import type { JobContext } from '../../server/context/request-context.ts'
import { findRows } from '../../server/postgres/rows.ts'
import { recordLetter, updateUnclaimedMoney } from './data.ts'
import { dueLetter } from './rules.ts'

/**
 * Reminds owners of closed registries that money waits until they confirm the e-mail, and tells staff in the end
 * (R129); returns how many letters went out.
 */
export async function remindOfUnclaimedMoney(ctx: JobContext): Promise<number> {
  const { db, now } = ctx
  await updateUnclaimedMoney(db, dayInAthens(now), now)
  let count = 0
  const unclaimed = await findRows(db, 'unclaimed_money', { where: {}, orderBy: ['registry_id'] })
  for (const { registry_id, since, letters } of unclaimed) {
    const due = dueLetter(since, letters, now)
    if (!due) continue
    await db.transaction().execute(async tx => {
      const money = await recordLetter(tx, registry_id, due.number)
      if (!money) return
      const { code, cents, owner } = money
      // Nothing that the host wrote: the address may be a stranger's.
      if (due.to === 'owner') await enqueueConfirmationEmail(tx, 'money-waits', owner, ctx, { cents })
      else
        await ctx.tellStaff(tx, {
          cause: `money-unclaimed:${registry_id}:${since.getTime()}`,
          template: 'money-unclaimed',
          props: { code, cents },
        })
      count++
    })
  }
  return count
}
