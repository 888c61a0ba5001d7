import * as z from 'zod/mini'
import { type Endpoint, endpoint } from '../../base/endpoint.ts'
import { boundedText, emptyObject, programNumber } from '../../base/fields.ts'
import { parseWorkCursor, snoozeDays, workActs, workKinds, workViews } from './rules.ts'

const reads = { method: 'POST', who: 'staff', reads: true, inside: true } as const satisfies Partial<Endpoint>
const kind = z.enum(workKinds, 'field_malformed')

export const showWork = endpoint({
  ...reads,
  path: '/staff/work',
  summary: 'How many entries each work list has, and how many of them this person has taken.',
  input: emptyObject,
  reply: z.object({
    lists: z.array(
      z.object({
        kind: z.enum(workKinds),
        /** At most 100: then there are more than 99. */
        count: z.int(),
        mine: z.int(),
        /** Since when the oldest waits. */
        since: z.nullable(z.string()),
      }),
    ),
  }),
})
export type WorkListView = z.output<typeof showWork.reply>['lists'][number]

const workEntry = z.object({
  kind: z.enum(workKinds),
  key: z.string(),
  at: z.string(),
  registry: z.nullable(z.object({ code: z.string(), name: z.string() })),
  order: z.nullable(z.int()),
  /** Of an order line without a place: the order in the shop’s control panel, where it is refunded. */
  shop_url: z.nullable(z.string()),
  /** Of the line, refund, payout, letter or channel. */
  number: z.nullable(z.int()),
  cents: z.nullable(z.int()),
  /** Of an order line without a place: its product. */
  product: z.nullable(z.string()),
  /** Of goods whose hand-off may be lost: the gifts that wish for them, with their registries (R1391). */
  wishes: z.array(z.object({ gift: z.int(), code: z.string(), name: z.string() })),
  /** What the fact says of itself: the shop's or the mail server's words, a template, a day. */
  detail: z.nullable(z.string()),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** What staff did: 0 for nothing yet. */
  version: z.int(),
  taken_by: z.nullable(z.string()),
  is_mine: z.boolean(),
  taken_at: z.nullable(z.string()),
  snoozed_until: z.nullable(z.string()),
  done_at: z.nullable(z.string()),
  note: z.nullable(z.string()),
  changed_by: z.nullable(z.string()),
  changed_at: z.nullable(z.string()),
})
export type WorkEntryView = z.output<typeof workEntry>

export const listWork = endpoint({
  ...reads,
  path: '/staff/work/list',
  summary: 'The entries of a work list, those that wait longest first.',
  input: z.object({
    kind,
    view: z._default(z.enum(workViews, 'field_malformed'), 'open'),
    after: z.optional(
      z.string('field_malformed').check(z.refine(text => parseWorkCursor(text) !== null, 'field_malformed')),
    ),
  }),
  reply: z.object({ entries: z.array(workEntry), next: z.nullable(z.string()) }),
})

export const changeWork = endpoint({
  method: 'POST',
  who: 'staff',
  inside: true,
  path: '/staff/work/change',
  summary: 'Takes an entry of a work list, puts it off, marks it as done or notes something; audited.',
  input: z.object({
    kind,
    key: boundedText({ min: 1, max: 200 }),
    /** As the form showed it: whoever comes second sees first what the other did. */
    version: programNumber,
    act: z.enum(workActs, 'field_malformed'),
    days: z.optional(
      programNumber.check(z.refine(days => snoozeDays.some(one => one === days), 'field_malformed')),
    ),
    note: z.optional(boundedText({ max: 1000, long: 'staff_work_note_long' })),
  }),
  reply: emptyObject,
})
