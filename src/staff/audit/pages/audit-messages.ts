import { m } from '../../../paraglide/messages.js'
import { type AuditAction, parseSubject, type SubjectKind } from '../rules.ts'

/** What each kind of line says; older kinds that the list no longer has show their name. */
export const auditActionMessages: Record<AuditAction, () => string> = {
  signed_in: m.staff_audit_signed_in,
  signed_in_by_recovery_code: m.staff_audit_signed_in_by_recovery_code,
  signed_out: m.staff_audit_signed_out,
  sessions_ended: m.staff_audit_sessions_ended,
  staff_locked: m.staff_audit_staff_locked,
  staff_invited: m.staff_audit_staff_invited,
  staff_joined: m.staff_audit_staff_joined,
  staff_removed: m.staff_audit_staff_removed,
  audit_exported: m.staff_audit_exported,
  money_exported: m.staff_audit_money_exported,
  registry_opened: m.staff_audit_registry_opened,
  note_added: m.staff_audit_note_added,
  email_shown: m.staff_audit_email_shown,
}

export function auditActionText(action: string): string {
  return action in auditActionMessages ? auditActionMessages[action as AuditAction]() : action
}

const subjectMessages: Record<SubjectKind, (id: { id: string }) => string> = {
  staff: m.staff_subject_staff,
  order: m.staff_subject_order,
  payout: m.staff_subject_payout,
  gift: m.staff_subject_gift,
  letter: m.staff_subject_letter,
  'hand-off': m.staff_subject_handoff,
  refund: m.staff_subject_refund,
  guest: m.staff_subject_guest,
}

export function auditSubjectText(subject: string | null): string | null {
  const parsed = parseSubject(subject)
  return parsed && subjectMessages[parsed.kind]({ id: parsed.id })
}

const valueMessages: Record<string, () => string> = {
  name: m.staff_value_name,
  email: m.account_email,
  role: m.staff_value_role,
  lines: m.staff_value_lines,
}

/** «closing day: 2027-07-19, …»; null where nothing is kept. */
export function auditValuesText(values: Record<string, unknown> | null): string | null {
  if (values === null) return null
  return Object.entries(values)
    .map(([name, value]) => `${valueMessages[name]?.() ?? name}: ${value ?? '—'}`)
    .join(', ')
}
