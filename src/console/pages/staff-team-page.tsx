import { data } from 'react-router'
import { paths } from '../../base/paths.ts'
import { staffRoles } from '../../base/staff-roles.ts'
import { m } from '../../paraglide/messages.js'
import { readFormValues } from '../../ui/form/submit-form.ts'
import { Select, TextField } from '../../ui/form/text-field.tsx'
import { useLanguage } from '../../ui/page/site-data.ts'
import { Notice } from '../../ui/text/facts.tsx'
import { staffRoleName } from '../../ui/text/names.ts'
import type { Route } from './+types/staff-team-page'
import { callConsole, goOnTo, tryConsoleWithProof } from './frame/console-call.ts'
import { NeededProof } from './frame/proof-fields.tsx'
import { StaffForm, StaffSection } from './frame/staff-frame.tsx'
import { StaffListPage } from './frame/staff-list.tsx'
import { memberStates } from './member-messages.ts'
import { staffMeta } from './session/staff-page.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_team_title(), matches)

export const loader = (args: Route.LoaderArgs) => callConsole(args, 'team', {})

export async function action(args: Route.ActionArgs) {
  const form = readFormValues(await args.request.formData())
  const { proof_password, proof_code, ...values } = form
  const { refused } = await tryConsoleWithProof(args, form, 'inviteMember', values as never)
  if (refused) return data({ refused, values }, { status: refused.status })
  throw goOnTo(args, paths.staffTeam, m.staff_invite_done())
}

export default function StaffTeamPage({ loaderData, actionData }: Route.ComponentProps) {
  const language = useLanguage()
  return (
    <StaffListPage
      title={m.staff_team_title()}
      lead={m.staff_team_lead()}
      rows={loaderData}
      columns={[
        { label: m.common_name(), text: ({ name }) => name, to: ({ id }) => paths.staffMember(id) },
        { label: m.common_email(), cell: ({ email }) => email },
        { label: m.staff_team_role(), cell: ({ role }) => staffRoleName(role, language) },
        { label: m.common_state(), cell: ({ state }) => memberStates[state]() },
        {
          label: m.staff_team_codes(),
          cell: ({ state, recovery_codes_left }) => (state === 'active' ? recovery_codes_left : null),
          isNumber: true,
        },
        { label: m.staff_signed_in(), at: ({ sessions }) => sessions[0]?.seen_at ?? null },
      ]}
    >
      <InviteForm answer={actionData} />
    </StaffListPage>
  )
}

function InviteForm({ answer }: { answer: Route.ComponentProps['actionData'] }) {
  const language = useLanguage()
  const refused = answer?.refused
  const field = (name: 'name' | 'email' | 'role') => ({
    name,
    error: refused?.fields[name],
    defaultValue: answer?.values[name] ?? '',
    required: true,
  })
  return (
    <StaffSection title={m.staff_invite_title()} id="invite">
      <StaffForm label={m.staff_invite_title()} submit={m.staff_invite_action()}>
        {refused?.code === 'staff_known' && <Notice tone="alert" title={m.staff_known()} />}
        <TextField label={m.common_name()} {...field('name')} />
        <TextField label={m.common_email()} type="email" {...field('email')} />
        <Select
          label={m.staff_team_role()}
          options={staffRoles.map(value => ({ value, label: staffRoleName(value, language) }))}
          {...field('role')}
          defaultValue={answer?.values.role ?? 'support'}
        />
        <NeededProof id="invite" refused={refused} />
      </StaffForm>
    </StaffSection>
  )
}
