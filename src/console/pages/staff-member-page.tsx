import { orNotFound } from '../../base/app-error.ts'
import { paths } from '../../base/paths.ts'
import { staffRoles } from '../../base/staff-roles.ts'
import { m } from '../../paraglide/messages.js'
import { Select } from '../../ui/form/text-field.tsx'
import { useLanguage } from '../../ui/page/site-data.ts'
import { staffRoleName } from '../../ui/text/names.ts'
import type { Route } from './+types/staff-member-page'
import { callConsole } from './frame/console-call.ts'
import { actWithReason, type ReasonAction, ReasonSection } from './frame/reason-section.tsx'
import { StaffPage } from './frame/staff-frame.tsx'
import { SignedIn } from './frame/staff-text.tsx'
import { memberStates } from './member-messages.ts'
import { staffMeta } from './session/staff-page.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_team_title(), matches)

export async function loader(args: Route.LoaderArgs) {
  const members = await callConsole(args, 'team', {})
  return { member: orNotFound(members.find(({ id }) => String(id) === args.params.id)) }
}

export const action = (args: Route.ActionArgs) => actWithReason(args, memberActions, paths.staffTeam)

const memberActions = {
  role: {
    call: 'changeMemberRole',
    title: m.staff_team_role,
    label: m.staff_role_change,
    lead: m.staff_role_change_lead,
    done: m.staff_role_changed,
    isProved: true,
  },
  sessions: {
    call: 'endMemberSessions',
    title: m.staff_signed_in,
    label: m.staff_end_sessions,
    lead: m.staff_member_sessions_lead,
    done: m.staff_member_signed_out,
  },
  reset: {
    call: 'resetMemberFactor',
    title: m.staff_reset,
    lead: m.staff_reset_lead,
    done: m.staff_reset_done,
    isProved: true,
  },
  remove: {
    call: 'removeMember',
    title: m.staff_remove,
    lead: m.staff_remove_lead,
    done: m.staff_remove_done,
    isDangerous: true,
    isProved: true,
  },
} satisfies Record<string, ReasonAction>

export default function StaffMemberPage({ loaderData, actionData }: Route.ComponentProps) {
  const { member } = loaderData
  const language = useLanguage()
  const lead = `${member.email}, ${staffRoleName(member.role, language)}, ${memberStates[member.state]()}`
  const canChange = !member.is_self && member.state !== 'ended'
  return (
    <StaffPage title={member.name} lead={lead} back={{ to: paths.staffTeam, label: m.staff_team_title() }}>
      <ul className="text-sm">
        <SignedIn sessions={member.sessions} />
      </ul>
      {member.is_self && <p>{m.staff_member_self()}</p>}
      {canChange &&
        Object.entries(memberActions).map(([intent, action]) => (
          <ReasonSection key={intent} intent={intent} action={action} answer={actionData}>
            {intent === 'role' && (
              <Select
                label={m.staff_team_role()}
                name="role"
                options={staffRoles.map(value => ({ value, label: staffRoleName(value, language) }))}
                defaultValue={member.role}
              />
            )}
          </ReasonSection>
        ))}
    </StaffPage>
  )
}
