import { paths } from '../../../base/paths.ts'
import { hasStaffRole } from '../../../base/staff-roles.ts'
import { m } from '../../../paraglide/messages.js'
import { ActionLinks } from '../../action/pages/action-links.tsx'
import { type ConsoleAnswer, callConsole, callOpenly } from '../../frame/pages/console-call.ts'
import { actWithReason, type ReasonAction, type ReasonAnswer } from '../../frame/pages/reason-action.ts'
import { ReasonSection } from '../../frame/pages/reason-section.tsx'
import { StaffPage, StaffSection } from '../../frame/pages/staff-frame.tsx'
import { staffMeta } from '../../session/pages/staff-page.ts'
import type { Route } from './+types/staff-host-page'
import { HostFacts } from './host-facts.tsx'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_host_title(), matches)

export async function loader(args: Route.LoaderArgs) {
  const host = await callConsole(args, 'host', { id: args.params.id })
  const staff = await callOpenly(args, 'self', {})
  return { host, isManager: hasStaffRole(staff?.role ?? 'support', 'manager') }
}

export const action = (args: Route.ActionArgs) =>
  actWithReason(args, hostActions, paths.staffHost(Number(args.params.id)))

const hostActions = {
  recovery: {
    call: 'askFactorRecovery',
    title: m.account_factor_title,
    label: m.staff_factor_recovery_action,
    lead: m.staff_factor_recovery_lead,
    done: m.staff_factor_recovery_done,
    section: 'factor',
    isProved: true,
  },
  password: {
    call: 'sendHostPasswordLetter',
    title: m.account_password,
    label: m.staff_password_letter,
    lead: m.staff_password_letter_lead,
    done: m.staff_password_letter_done,
  },
  sessions: {
    call: 'endHostSessions',
    title: m.staff_signed_in,
    label: m.staff_end_sessions,
    lead: m.staff_end_sessions_lead,
    done: m.staff_end_sessions_done,
  },
  erase: {
    call: 'eraseHost',
    title: m.staff_erase,
    lead: m.staff_erase_lead,
    done: m.staff_erase_done,
    isDangerous: true,
    isProved: true,
    isSure: true,
  },
} satisfies Record<string, ReasonAction>

export default function StaffHostPage({ loaderData, actionData }: Route.ComponentProps) {
  const { host, isManager } = loaderData
  return (
    <StaffPage title={host.name || m.staff_erased()} lead={host.erased ? m.staff_erased() : host.email}>
      <HostFacts host={host} isManager={isManager} />
      {isManager && !host.erased && <HostActions host={host} answer={actionData} />}
    </StaffPage>
  )
}

/** What staff can do for a host who calls. */
function HostActions(props: { host: ConsoleAnswer<'host'>; answer: ReasonAnswer | undefined }) {
  const { host, answer } = props
  const sectionOf = (intent: keyof typeof hostActions) => (
    <ReasonSection {...{ intent, answer }} action={hostActions[intent]} />
  )
  return (
    <>
      {host.factor?.recovery_due_at === null && sectionOf('recovery')}
      <StaffSection title={m.common_email()} id="email">
        <ActionLinks actions={[{ name: 'email_corrected', known: { host: host.id } }]} />
      </StaffSection>
      {sectionOf('password')}
      {sectionOf('sessions')}
      {host.leaving_at === null && sectionOf('erase')}
    </>
  )
}
