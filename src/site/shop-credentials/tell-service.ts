import { dayInAthens } from '../../base/dates.ts'
import type { JobContext, StaffLetter } from '../../server/context/request-context.ts'
import type { CredentialRefusal } from '../../shop/port-credentials.ts'
import { lockAlarms, wasToldSince } from '../security-alarms/data.ts'

const hourMs = 3_600_000

/** Tells staff, in the log and by e-mail, that the shop refuses our credentials; of each at most once an hour (R956). */
export async function tellOfRefusal(
  { channel, reason, call }: CredentialRefusal,
  ctx: JobContext,
): Promise<void> {
  const about = `${reason}-${channel === null ? 'management' : `storefront-${channel}`}`
  await tellOnce(`refused-${about}`, hourMs, ctx, cause => {
    ctx.log.error({ channel, reason, call }, 'the shop refuses our credentials')
    return { cause, template: 'shop-refuses', props: { channel, reason, call } }
  })
}

/** Tells staff that a token ends, or has ended, and could not be renewed; at most once a day. */
export async function tellOfEndingToken(
  token: { channel: number; endsAt: Date | null; failure: 'token' | 'scope' | 'other' },
  ctx: JobContext,
): Promise<void> {
  const { channel, failure } = token
  const ends_on = token.endsAt && dayInAthens(token.endsAt)
  await tellOnce(`ending-storefront-${channel}`, 24 * hourMs, ctx, cause => {
    ctx.log.error({ channel, ends_on, failure }, 'a storefront token ends and was not renewed')
    return { cause, template: 'shop-token-ends', props: { channel, ends_on, failure } }
  })
}

async function tellOnce(
  about: string,
  quietMs: number,
  ctx: JobContext,
  letter: (cause: string) => StaffLetter,
): Promise<void> {
  await ctx.db.transaction().execute(async tx => {
    await lockAlarms(tx)
    if (await wasToldSince(tx, about, new Date(ctx.now.getTime() - quietMs))) return
    await ctx.recordSecurityEvent({ kind: 'alarm', about }, tx)
    await ctx.tellStaff(tx, letter(`${about}:${ctx.now.toISOString()}`))
  })
}
