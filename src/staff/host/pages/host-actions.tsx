import { hasStaffRole, type StaffRole } from '../../../base/staff-roles.ts'
import { m } from '../../../paraglide/messages.js'
import { Checkbox } from '../../../ui/form/choice-field.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { ActionLinks } from '../../action/pages/action-links.tsx'
import type { ConsoleAnswer } from '../../frame/pages/console-call.ts'
import { ReasonForm } from '../../frame/pages/reason-form.tsx'
import { StaffSection } from '../../frame/pages/staff-frame.tsx'

type StaffAccount = ConsoleAnswer<'host'>

interface Answer {
  intent: string
  refused: PageError
  reason: string
}

/** What staff can do for a host who calls. */
export function HostActions(props: { host: StaffAccount; role: StaffRole; answer: Answer | undefined }) {
  const { host, role, answer } = props
  const formOf = (intent: string) => {
    const own = answer?.intent === intent ? answer : undefined
    return { intent, refused: own?.refused, reason: own?.reason ?? '' }
  }
  const isManager = hasStaffRole(role, 'manager')
  return (
    <>
      {isManager && host.factor && host.factor.recovery_due_at === null && (
        <StaffSection title={m.account_factor_title()} id="factor">
          <ReasonForm
            {...formOf('recovery')}
            isProved
            label={m.staff_factor_recovery_action()}
            lead={m.staff_factor_recovery_lead()}
          />
        </StaffSection>
      )}
      {isManager && (
        <>
          <StaffSection title={m.common_email()} id="email">
            <ActionLinks actions={[{ name: 'email_corrected', known: { host: host.id } }]} />
          </StaffSection>
          <StaffSection title={m.account_password()} id="password">
            <ReasonForm
              {...formOf('password')}
              label={m.staff_password_letter()}
              lead={m.staff_password_letter_lead()}
            />
          </StaffSection>
          <StaffSection title={m.staff_signed_in()} id="sessions">
            <ReasonForm
              {...formOf('sessions')}
              label={m.staff_end_sessions()}
              lead={m.staff_end_sessions_lead()}
            />
          </StaffSection>
        </>
      )}
      {isManager && host.leaving_at === null && (
        <StaffSection title={m.staff_erase()} id="erase">
          <ReasonForm
            {...formOf('erase')}
            label={m.staff_erase()}
            lead={m.staff_erase_lead()}
            isDangerous
            isProved
          >
            <Checkbox
              label={m.staff_erase_sure()}
              name="sure"
              value="on"
              required
              error={answer?.intent === 'erase' ? answer.refused.fields.sure : null}
            />
          </ReasonForm>
        </StaffSection>
      )}
    </>
  )
}
