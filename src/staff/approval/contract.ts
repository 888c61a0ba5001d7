import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { boundedText, emptyObject, positiveId } from '../../base/fields.ts'
import { moneyActStates } from './rules.ts'

const inside = { method: 'POST', who: 'staff', inside: true } as const
const id = z.object({ id: positiveId })
const facts = z.nullable(z.record(z.string(), z.unknown()))

const request = z.object({
  id: z.int(),
  action: z.string(),
  state: z.enum(moneyActStates),
  cents: z.int(),
  at: z.string(),
  /** Null: the terminal of the server. */
  asked_by: z.nullable(z.string()),
  decided_by: z.nullable(z.string()),
  is_own: z.boolean(),
  registry: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  before: facts,
  after: facts,
  /** When it is done though nobody else is there. */
  alone_at: z.nullable(z.string()),
})
export type MoneyRequestView = z.output<typeof request>

export const showMoneyRequest = endpoint({
  ...inside,
  role: 'manager',
  reads: true,
  path: '/staff/approval',
  summary: 'What waits for a second person, as it was asked for.',
  input: id,
  reply: request,
})

export const agreeToMoneyRequest = endpoint({
  ...inside,
  effect: 'pays',
  path: '/staff/approval/agree',
  summary: 'Agrees to what somebody else asked for: it is looked at anew and done.',
  input: id,
  reply: emptyObject,
})

export const refuseMoneyRequest = endpoint({
  ...inside,
  role: 'manager',
  path: '/staff/approval/refuse',
  summary: 'Refuses what somebody asked for, or takes back what one asked for oneself.',
  input: id,
  reply: emptyObject,
})

const code = z.object({ code: boundedText({ max: 100 }) })
const asAnybody = { method: 'POST', who: 'anyone', inside: true } as const

export const showRequestToStop = endpoint({
  ...asAnybody,
  reads: true,
  path: '/staff/stop/show',
  summary: 'What the link of an owner’s letter can stop.',
  input: code,
  reply: z.object({ action: z.string(), cents: z.int(), at: z.string() }),
})

export const stopMoneyRequest = endpoint({
  ...asAnybody,
  path: '/staff/stop',
  summary: 'Stops what would be done without a second person.',
  input: code,
  reply: emptyObject,
})
