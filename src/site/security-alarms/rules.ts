/** When staff are told of the security log (R942). A limit alone would ring all day in a large shop, a factor alone all night in a small one. */
export const alarmRules = {
  /** Somebody who has forgotten a password fails ten times at most before the limits stop them. */
  failuresOnAccount: 50,
  /** So many accounts in two hours are more than chance, unless it is always so. */
  accountsWithFailures: 30,
  /** So many cents out of registries within an hour, unless it is always so. */
  moneyOutCents: 500_000,
  /** How many times the usual. */
  unusualFactor: 5,
  /** What is usual is the average of so many days. */
  usualDays: 30,
  /** No alarm of one kind comes twice within this time. */
  quietMs: 3_600_000,
}

/** Whether there is so much of something that staff are told: at least `least`, and a multiple of the usual. */
export function isUnusual(amount: number, least: number, usual: number): boolean {
  return amount >= least && amount > alarmRules.unusualFactor * usual
}
