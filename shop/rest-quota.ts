/** How many REST calls all apps and processes together may make in a window. */
export interface RestQuota {
  requests: number
  windowMs: number
}

/** The platform's quota of a larger plan. */
export const usualQuota: RestQuota = { requests: 450, windowMs: 30_000 }
