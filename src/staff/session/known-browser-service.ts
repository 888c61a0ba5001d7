import type { RateLimit } from '../../account/rate-limit/rules.ts'
import { enforceRateLimit } from '../../account/rate-limit/service.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import { signText, verifySignedText } from '../../server/context/signing.ts'
import type { StaffPerson } from '../people/data.ts'
import { knownBrowserDays } from './rules.ts'

const seconds = 15 * 60

/** Wrong tries at the console's sign-in (R1240); none of them is everybody's, so that nobody shuts somebody else out. */
export const staffTryLimits = {
  fromAddress: { name: 'staff-login', max: 50, seconds },
  fromAddressToPerson: { name: 'staff-login', max: 5, seconds },
  fromKnownBrowser: { name: 'staff-browser', max: 5, seconds },
  /** At one person from everywhere, before they are told. */
  untold: { name: 'staff-untold', max: 4, seconds },
} satisfies Record<string, RateLimit>

type SignedFor = Pick<StaffPerson, 'id' | 'accepted_at'>

/** What the cookie of a browser says in which this person has signed in; a new invitation makes it unknown again. */
export function signKnownBrowser(id: string, person: SignedFor, { config, now }: RequestContext): string {
  const until = new Date(now.getTime() + knownBrowserDays * 86_400_000)
  return signText('cookie staffBrowser', `${ownerOf(person)}-${id}`, config, until)
}

/** The id of a browser that this person has signed in with; null for any other. */
export function readKnownBrowser(
  signed: string | undefined,
  person: SignedFor,
  { config, now }: RequestContext,
): string | null {
  const text = signed === undefined ? null : verifySignedText('cookie staffBrowser', signed, config, now)
  const owner = `${ownerOf(person)}-`
  return text?.startsWith(owner) ? text.slice(owner.length) : null
}

const ownerOf = ({ id, accepted_at }: SignedFor) => `${id}-${accepted_at?.getTime() ?? 0}`

/**
 * Counts a try before anything is verified, so that simultaneous ones count too; answers what was counted. A known browser
 * counts apart from its address. Throws `refused_often` 429.
 */
export async function countStaffTry(
  { key, person, known }: { key: string; person: StaffPerson | undefined; known: string | null },
  ctx: RequestContext,
): Promise<{ limit: RateLimit; subject: string }[]> {
  const since = person?.unlocked_at?.getTime() ?? 0
  const counted = known
    ? [{ limit: staffTryLimits.fromKnownBrowser, subject: `${known}:${since}` }]
    : [
        { limit: staffTryLimits.fromAddress, subject: ctx.address },
        { limit: staffTryLimits.fromAddressToPerson, subject: `${ctx.address}:${key}:${since}` },
      ]
  for (const { limit, subject } of counted) await enforceRateLimit(ctx, limit, subject)
  return counted
}
