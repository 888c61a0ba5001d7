import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { dayInput, positiveId } from '../../base/fields.ts'

/** What moved, as the report's columns have it; `within` is between accounts of a registry and sums to nothing. */
export const movements = [
  'received',
  'till',
  'refunded',
  'unplaced',
  'certificates',
  'orders',
  'returned',
  'goods',
  'within',
] as const
export type Movement = (typeof movements)[number]

/** The movements whose lines can be listed. */
export const listedMovements = [
  'received',
  'till',
  'refunded',
  'unplaced',
  'certificates',
  'orders',
  'returned',
  'goods',
] as const
export type ListedMovement = (typeof listedMovements)[number]

/** Amounts are whole cents, negative where money went out. */
const moneyMonth = z.object({
  /** `YYYY-MM`, of days in Athens. */
  month: z.string(),
  opening: z.int(),
  received: z.int(),
  /** Paid at the shop's till, as staff recorded it, less what they took back (R967). */
  till: z.int(),
  refunded: z.int(),
  /** Of lines whose placing was undone: their guests were given nothing back (R964). */
  unplaced: z.int(),
  certificates: z.int(),
  orders: z.int(),
  returned: z.int(),
  /** Goods that became money, units that hosts returned among them, less money that became goods (R1050). */
  goods: z.int(),
  within: z.int(),
  closing: z.int(),
})
export type MoneyMonth = z.output<typeof moneyMonth>

const amountAndCount = z.object({ cents: z.int(), count: z.int() })

export const getMoneyReport = endpoint({
  method: 'POST',
  path: '/staff/money',
  who: 'staff',
  role: 'manager',
  reads: true,
  inside: true,
  summary: 'What is held for hosts at the end of a day, and what came in and went out in its twelve months.',
  input: z.object({ day: dayInput('staff_money_day') }),
  reply: z.object({
    day: z.string(),
    today: z.string(),
    /** What moved before is in the sums, later lines are still being counted; null when all are. */
    countingSince: z.nullable(z.string()),
    /** In registries that have something, and what registries lack that have less than nothing. */
    held: z.int(),
    owed: z.int(),
    /** As they are now, whatever the day: the shop tells no former balances. */
    outstanding: amountAndCount,
    expired: amountAndCount,
    /** When the balance was read that was read longest ago; null where nothing is outstanding. */
    readAt: z.nullable(z.string()),
    /** On the way to hosts: out of the registries, and not yet made by the shop. */
    waiting: amountAndCount,
    months: z.array(moneyMonth),
  }),
})
export type MoneyReport = z.output<(typeof getMoneyReport)['reply']>

const moneyLine = z.object({
  id: z.int(),
  at: z.string(),
  cents: z.int(),
  registry: z.object({ code: z.string(), name: z.string() }),
  /** The guest's order, or the one that was placed for the host. */
  order: z.nullable(z.int()),
  /** What the guest gave, as the registry's orders have it: the order, or the receipt below zero; null for a host's. */
  given: z.nullable(z.int()),
  /** The number of a receipt of the till; empty for an order. */
  receipt: z.string(),
  paidAt: z.nullable(z.string()),
  /** As the shop words it. */
  paidBy: z.string(),
  /** VAT within the total of its order, in cents, as the shop charged it; null where it is not known. */
  tax: z.nullable(z.int()),
  /** The last four characters of a certificate's code. */
  codeEnd: z.string(),
})
export type MoneyLine = z.output<typeof moneyLine>

const lineFilter = {
  movement: z.enum(listedMovements),
  /** By default until today, from the first of the month on. */
  from: dayInput('staff_money_day'),
  to: dayInput('staff_money_day'),
}

/** The days that were asked for, with the defaults. */
const lineDays = { from: z.string(), to: z.string() }

export const listMoneyLines = endpoint({
  method: 'POST',
  path: '/staff/money/lines',
  who: 'staff',
  role: 'manager',
  reads: true,
  inside: true,
  summary: 'The orders and payouts behind a sum of the report, newest first.',
  input: z.object({
    ...lineFilter,
    /** The last row of the page before. */
    before: z.optional(positiveId),
  }),
  reply: z.object({ ...lineDays, lines: z.array(moneyLine), next: z.nullable(z.int()) }),
})

export const exportMoneyLines = endpoint({
  method: 'POST',
  path: '/staff/money/export',
  who: 'staff',
  effect: 'exports people',
  inside: true,
  summary: 'All of them, for a file; the audit says who had it.',
  input: z.object(lineFilter),
  reply: z.object({ ...lineDays, lines: z.array(moneyLine) }),
})
