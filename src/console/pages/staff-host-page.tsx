import { formatMoment } from '../../base/dates.ts'
import { languageLabel } from '../../base/language.ts'
import { paths } from '../../base/paths.ts'
import { hasStaffRole } from '../../base/staff-roles.ts'
import { formatPhone } from '../../base/text.ts'
import { m } from '../../paraglide/messages.js'
import { ButtonLink } from '../../ui/form/button.tsx'
import { useLanguage } from '../../ui/page/site-data.ts'
import type { Route } from './+types/staff-host-page'
import { ActionLinks } from './action/action-links.tsx'
import { type ConsoleAnswer, callConsole, callOpenly } from './frame/console-call.ts'
import {
  actWithReason,
  type ReasonAction,
  type ReasonAnswer,
  ReasonSection,
} from './frame/reason-section.tsx'
import { type Fact, StaffFacts, StaffPage, StaffSection } from './frame/staff-frame.tsx'
import { HostSessions, RegistryLinks } from './frame/staff-text.tsx'
import { staffMeta } from './session/staff-page.ts'

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
      <StaffFacts facts={hostFacts(host)} look={factColumns} />
      {isManager && !host.erased && <HostActions host={host} answer={actionData} />}
    </StaffPage>
  )
}

function HostActions({ host, answer }: { host: StaffAccount; answer: ReasonAnswer | undefined }) {
  const sectionOf = (intent: keyof typeof hostActions) => (
    <ReasonSection intent={intent} answer={answer} action={hostActions[intent]} />
  )
  return (
    <>
      <ButtonLink
        to={`${paths.staffHost(host.id)}/file`}
        reloadDocument
        kind="outline"
        size="small"
        className="self-start"
      >
        {m.staff_host_export()}
      </ButtonLink>
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

type StaffAccount = ConsoleAnswer<'host'>

const hostFacts = (host: StaffAccount): Fact[] => [
  [m.staff_email_confirmed(), host.confirmed_at ?? m.staff_email_unconfirmed()],
  [m.staff_value_waiting_email(), host.waiting_email],
  [m.common_phone(), host.phone ? formatPhone(host.phone) : '—'],
  [m.common_language(), languageLabel(host.language)],
  [m.staff_created(), host.created_at],
  [m.staff_leaving(), host.leaving_at],
  [m.account_factor_title(), <FactorText key="factor" factor={host.factor} />],
  [m.staff_signed_in(), <HostSessions key="sessions" sessions={host.sessions} />],
  [
    m.staff_found_registries(),
    host.registries.length === 0 ? '—' : <RegistryLinks key="registries" codes={host.registries} />,
  ],
]

const factColumns = {
  list: 'grid grid-cols-[7rem_1fr] items-baseline gap-x-4 gap-y-1 text-sm sm:grid-cols-[12rem_1fr]',
  fact: 'contents',
  label: 'text-soft',
  value: 'min-w-0 wrap-anywhere',
}

function FactorText({ factor }: Pick<StaffAccount, 'factor'>) {
  const language = useLanguage()
  const momentOf = (at: Date) => formatMoment(at, language)
  if (!factor) return m.staff_factor_off()
  const { added_at, recovery_codes_left: count, recovery_due_at } = factor
  const since = m.staff_factor_on({ moment: momentOf(added_at), count })
  return recovery_due_at === null
    ? since
    : `${since}. ${m.staff_factor_due({ moment: momentOf(recovery_due_at) })}`
}
