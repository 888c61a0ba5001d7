import { data, redirect } from 'react-router'
import { orNotFound } from '../../../base/app-error.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { staffRoles } from '../../../base/staff-roles.ts'
import { m } from '../../../paraglide/messages.js'
import { readFormValues } from '../../../ui/form/submit-form.ts'
import { Select } from '../../../ui/form/text-field.tsx'
import { setFlash } from '../../../ui/page/flash.ts'
import { pageContext } from '../../../ui/page/page-context.ts'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { staffRoleName } from '../../../ui/text/staff-role.ts'
import { callConsole, tryConsoleWithProof } from '../../frame/pages/console-call.ts'
import { ReasonForm } from '../../frame/pages/reason-form.tsx'
import { StaffPage, StaffSection } from '../../frame/pages/staff-frame.tsx'
import { SignedIn } from '../../frame/pages/staff-text.tsx'
import { staffMeta } from '../../session/pages/staff-page.ts'
import type { Route } from './+types/staff-member-page'
import { memberStateText, type StaffMember } from './member-messages.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_team_title(), matches)

export async function loader(args: Route.LoaderArgs) {
  const members = await callConsole(args, 'team', {})
  return { member: orNotFound(members.find(({ id }) => String(id) === args.params.id)) }
}

const intents = {
  role: { call: 'changeMemberRole', done: m.staff_role_changed },
  sessions: { call: 'endMemberSessions', done: m.staff_member_signed_out },
  reset: { call: 'resetMemberFactor', done: m.staff_reset_done },
  remove: { call: 'removeMember', done: m.staff_remove_done },
} as const

export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(pageContext)
  const { intent: name = '', ...values } = readFormValues(await args.request.formData())
  const intent = name in intents ? (name as keyof typeof intents) : 'sessions'
  const { call, done } = intents[intent]
  const input = { ...values, id: args.params.id } as never
  const { refused } = await tryConsoleWithProof(args, values, call, input)
  if (refused) return data({ intent, refused, reason: values.reason ?? '' }, { status: refused.status })
  setFlash(ctx, { tone: 'done', title: done() })
  throw redirect(withLanguage(paths.staffTeam, ctx.language))
}

export default function StaffMemberPage({ loaderData, actionData }: Route.ComponentProps) {
  const { member } = loaderData
  const language = useLanguage()
  const lead = `${member.email}, ${staffRoleName(member.role, language)}, ${memberStateText(member.state)}`
  return (
    <StaffPage title={member.name} lead={lead} back={{ to: paths.staffTeam, label: m.staff_team_title() }}>
      <ul className="text-sm">
        <SignedIn sessions={member.sessions} />
      </ul>
      {member.is_self && <p>{m.staff_member_self()}</p>}
      {!member.is_self && member.state !== 'ended' && <MemberActions member={member} answer={actionData} />}
    </StaffPage>
  )
}

const errorText = (code: string) => (code === 'staff_self' ? m.staff_self() : m.refused_unexpected())

function MemberActions(props: {
  member: StaffMember
  answer: { intent: string; refused: PageError; reason: string } | undefined
}) {
  const { member, answer } = props
  const language = useLanguage()
  const formOf = (intent: keyof typeof intents) => {
    const own = answer?.intent === intent ? answer : undefined
    return { intent, errorText, refused: own?.refused, reason: own?.reason ?? '' }
  }
  return (
    <>
      <StaffSection title={m.staff_team_role()} id="role">
        <ReasonForm
          {...formOf('role')}
          label={m.staff_role_change()}
          lead={m.staff_role_change_lead()}
          isProved
        >
          <Select
            label={m.staff_team_role()}
            name="role"
            options={staffRoles.map(value => ({ value, label: staffRoleName(value, language) }))}
            defaultValue={member.role}
          />
        </ReasonForm>
      </StaffSection>
      <StaffSection title={m.staff_signed_in()} id="sessions">
        <ReasonForm
          {...formOf('sessions')}
          label={m.staff_end_sessions()}
          lead={m.staff_member_sessions_lead()}
        />
      </StaffSection>
      <StaffSection title={m.staff_reset()} id="reset">
        <ReasonForm {...formOf('reset')} label={m.staff_reset()} lead={m.staff_reset_lead()} isProved />
      </StaffSection>
      <StaffSection title={m.staff_remove()} id="remove">
        <ReasonForm
          {...formOf('remove')}
          label={m.staff_remove()}
          lead={m.staff_remove_lead()}
          isDangerous
          isProved
        />
      </StaffSection>
    </>
  )
}
