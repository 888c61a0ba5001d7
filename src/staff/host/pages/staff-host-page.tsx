import { data, redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { hasStaffRole } from '../../../base/staff-roles.ts'
import { m } from '../../../paraglide/messages.js'
import { setFlash } from '../../../ui/page/flash.ts'
import { pageContext } from '../../../ui/page/page-context.ts'
import { callConsole, callOpenly, tryConsoleWithProof } from '../../frame/pages/console-call.ts'
import { StaffPage } from '../../frame/pages/staff-frame.tsx'
import { staffMeta } from '../../session/pages/staff-page.ts'
import type { Route } from './+types/staff-host-page'
import { HostActions } from './host-actions.tsx'
import { HostFacts } from './host-facts.tsx'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_host_title(), matches)

export async function loader(args: Route.LoaderArgs) {
  const host = await callConsole(args, 'host', { id: args.params.id })
  const staff = await callOpenly(args, 'self', {})
  return { host, role: staff?.role ?? 'support' }
}

const intents = {
  recovery: { call: 'askFactorRecovery', done: m.staff_factor_recovery_done },
  sessions: { call: 'endHostSessions', done: m.staff_end_sessions_done },
  password: { call: 'sendHostPasswordLetter', done: m.staff_password_letter_done },
  erase: { call: 'eraseHost', done: m.staff_erase_done },
} as const
type HostIntent = keyof typeof intents

/** The server validates whatever was sent. */
export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(pageContext)
  const form = Object.fromEntries(await args.request.formData()) as Record<string, string>
  const { intent: name = '', ...values } = form
  const intent: HostIntent = name in intents ? (name as HostIntent) : 'recovery'
  const { id } = args.params
  const { call, done } = intents[intent]
  const { refused } = await tryConsoleWithProof(args, values, call, { ...values, id } as never)
  if (refused) return data({ intent, refused, reason: values.reason ?? '' }, { status: refused.status })
  setFlash(ctx, { tone: 'done', title: done() })
  throw redirect(withLanguage(paths.staffHost(Number(id)), ctx.language))
}

export default function StaffHostPage({ loaderData, actionData }: Route.ComponentProps) {
  const { host, role } = loaderData
  return (
    <StaffPage title={host.name || m.staff_erased()} lead={host.erased ? m.staff_erased() : host.email}>
      <HostFacts host={host} isManager={hasStaffRole(role, 'manager')} />
      {!host.erased && <HostActions host={host} role={role} answer={actionData} />}
    </StaffPage>
  )
}
