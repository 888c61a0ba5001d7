import { actionNames } from './action/declaration.rules.ts'
import { type Cursor, formatCursor, parseCursor } from './paging.rules.ts'

/** What is written to the audit (R961); the names are stored. */
export const auditActions = [
  ...actionNames,
  'signed_in',
  'signed_in_by_recovery_code',
  'proof_given',
  'approval_asked',
  'approval_given',
  'approval_refused',
  'approval_stopped',
  'approval_changed',
  'signed_out',
  'sessions_ended',
  'staff_locked',
  'staff_unlocked',
  'staff_invited',
  'staff_joined',
  'staff_removed',
  'audit_exported',
  'money_exported',
  'registry_opened',
  'seen_as_guest',
  'seen_as_host',
  'note_added',
  'email_shown',
  'work_taken',
  'work_left',
  'work_snoozed',
  'work_done',
  'work_reopened',
  'work_noted',
  'event_type_added',
  'event_type_changed',
  'staff_role_changed',
  'staff_sessions_ended',
  'staff_factor_reset',
  'factor_recovery_asked',
  'host_sessions_ended',
  'password_letter_sent',
  'host_deactivated',
  'host_exported',
  'person_looked_up',
  'person_exported',
  'person_erased',
] as const
export type AuditAction = (typeof auditActions)[number]

/** What a line can be about, beside a registry and a host: `order 1234`. */
export const subjectKinds = [
  'staff',
  'order',
  'payout',
  'gift',
  'letter',
  'hand-off',
  'refund',
  'receipt',
  'guest',
  'request',
] as const
export type SubjectKind = (typeof subjectKinds)[number]
export type AuditSubject = `${SubjectKind} ${number}`

/** Facts before or after an action, by names that the page has words for. */
export type AuditValues = Record<string, string | number | boolean | null>

/** The two parts of a stored subject; null for none. */
export function parseSubject(subject: string | null): { kind: SubjectKind; id: string } | null {
  const [kind, id] = subject?.split(' ') ?? []
  const known = subjectKinds.find(one => one === kind)
  return known && id ? { kind: known, id } : null
}

/** The key is a line's id. */
export const formatAuditCursor = ({ at, id }: { at: Date; id: number }) => formatCursor(at, id)

export function parseAuditCursor(text: string): Cursor | null {
  const cursor = parseCursor(text)
  return cursor && /^\d{1,15}$/.test(cursor.key) ? cursor : null
}
