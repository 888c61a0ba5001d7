const dayMs = 86_400_000
/** A token that ends sooner is renewed (R956). */
const renewBeforeMs = 30 * dayMs
/** A renewal that failed is not tried again sooner, by whichever process. */
export const renewalPauseMs = 600_000

interface TokenEnd {
  endsAt: Date | null
  isRefused: boolean
}

/** ok: works for longer than 30 days, as far as we know. */
export type TokenState = 'ok' | 'ending' | 'ended' | 'refused'

export function tokenStateOf({ endsAt, isRefused }: TokenEnd, now: Date): TokenState {
  if (isRefused) return 'refused'
  if (endsAt === null || endsAt.getTime() > now.getTime() + renewBeforeMs) return 'ok'
  return endsAt > now ? 'ending' : 'ended'
}
