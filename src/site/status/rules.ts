/** What visitors and staff can tell apart, in the order of the page (R826). */
export const serviceParts = ['site', 'giving', 'counting', 'emails', 'products', 'giftcards'] as const
export type ServicePart = (typeof serviceParts)[number]

/** delayed: it is done, but later than people are used to. unknown: nobody has looked for a while. */
export const serviceStates = ['ok', 'delayed', 'away', 'unknown'] as const
export type ServiceState = (typeof serviceStates)[number]

/** What the states are judged by; null where nothing waits, or where it was never done. */
export interface ServiceFacts {
  /** Whether calls of the shop are paused, or its credentials refused. */
  isShopAway: boolean
  ordersReadAt: Date | null
  oldestWebhookEvent: Date | null
  oldestEmail: Date | null
  productsReadAt: Date | null
  oldestPayout: Date | null
}

const minuteMs = 60_000

/** How long each may take before people would notice. */
const patienceMs = {
  orders: 15 * minuteMs,
  emails: 15 * minuteMs,
  products: 6 * 60 * minuteMs,
  payouts: 60 * minuteMs,
}

/** After so long without a look, nobody knows. */
const lookedMs = 10 * minuteMs

export function judgeService(
  facts: ServiceFacts,
  now: Date,
): Record<ServicePart, Exclude<ServiceState, 'unknown'>> {
  const isOlder = (moment: Date | null, ms: number) =>
    moment !== null && now.getTime() - moment.getTime() > ms
  const delayedIf = (isLate: boolean) => (isLate ? ('delayed' as const) : ('ok' as const))
  return {
    site: 'ok',
    giving: facts.isShopAway ? 'away' : 'ok',
    counting: delayedIf(
      isOlder(facts.oldestWebhookEvent, patienceMs.orders) || isOlder(facts.ordersReadAt, patienceMs.orders),
    ),
    emails: delayedIf(isOlder(facts.oldestEmail, patienceMs.emails)),
    products: delayedIf(isOlder(facts.productsReadAt, patienceMs.products)),
    giftcards: delayedIf(isOlder(facts.oldestPayout, patienceMs.payouts)),
  }
}

interface StoredState {
  state: Exclude<ServiceState, 'unknown'>
  since: Date
  seenAt: Date
}

/** Since when a part is as it is now: as long as before, unless it has changed or nobody looked in between. */
export function stateSince(stored: StoredState | undefined, state: ServiceState, now: Date): Date {
  if (stored?.state !== state) return now
  return hasLapsed(stored.seenAt, now) ? now : stored.since
}

/** What can be said of a stored state at this moment. */
export function presentState(stored: StoredState | undefined, now: Date): ServiceState {
  return !stored || hasLapsed(stored.seenAt, now) ? 'unknown' : stored.state
}

const hasLapsed = (seenAt: Date, now: Date) => now.getTime() - seenAt.getTime() > lookedMs
