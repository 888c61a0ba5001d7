import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { boundedText, dayInput, positiveId } from '../../base/fields.ts'
import { auditActions, parseCursor } from './rules.ts'

/** One of a few words, or nothing. */
const action = z.optional(z.enum(auditActions, 'field_malformed'))

const filterFields = {
  person: z.optional(positiveId),
  action,
  /** A registry's code, a number of an order or payout, or a host's e-mail. */
  about: z.optional(boundedText({ max: 254 })),
  from: dayInput('date_wrong'),
  to: dayInput('date_wrong'),
}

const auditLine = z.object({
  id: z.int(),
  at: z.string(),
  /** Null: the terminal of the server. */
  person: z.nullable(z.string()),
  action: z.string(),
  registry: z.nullable(z.string()),
  customer: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  /** The number on the receipt of the till that it is about. */
  receipt: z.nullable(z.string()),
  address: z.nullable(z.string()),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  reason: z.nullable(z.string()),
})
export type AuditLineView = z.output<typeof auditLine>

export const listStaffAudit = endpoint({
  method: 'POST',
  path: '/staff/audit',
  who: 'staff',
  role: 'manager',
  reads: true,
  inside: true,
  summary: 'What staff did, newest first, fifty at a time.',
  input: z.object({
    ...filterFields,
    before: z.optional(
      z.string('field_malformed').check(z.refine(text => parseCursor(text) !== null, 'field_malformed')),
    ),
  }),
  reply: z.object({
    lines: z.array(auditLine),
    /** The cursor of the next page; null on the last. */
    next: z.nullable(z.string()),
    people: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
})

export const exportStaffAudit = endpoint({
  method: 'POST',
  path: '/staff/audit/export',
  who: 'staff',
  effect: 'exports people',
  inside: true,
  summary: 'The newest lines of the audit, for a file; the export is audited itself.',
  input: z.object(filterFields),
  reply: z.object({ lines: z.array(auditLine) }),
})
