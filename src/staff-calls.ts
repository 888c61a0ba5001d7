import * as audit from './staff/audit/api.ts'
import * as money from './staff/money/api.ts'

/** What pages of the console may read and do, by name; the pages import its type alone. */
export const consoleCalls = { ...money.calls, ...audit.calls }
export type ConsoleCalls = typeof consoleCalls
