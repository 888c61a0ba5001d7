/** Each recovery code stands in for a time code once. */
export const recoveryCodeCount = 10

/** A lost second factor is removed 24 hours after staff were asked (R137). */
export const factorRecoveryHours = 24

/** What happens to a second factor and is told to its host by letter (R136). */
export const factorChanges = ['added', 'removed', 'codes', 'code_used', 'recovered', 'guessed'] as const
export type FactorChange = (typeof factorChanges)[number]
