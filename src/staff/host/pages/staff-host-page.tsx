import { data, redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { hasStaffRole, type StaffRole } from '../../../base/staff-roles.ts'
import { m } from '../../../paraglide/messages.js'
import { setFlash } from '../../../ui/page/flash.ts'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { StaffPage } from '../../frame/pages/staff-frame.tsx'
import { findStaffSelf } from '../../session/contract.ts'
import { callAsStaff, staffMeta, tryWithProof } from '../../session/pages/staff-page.ts'
import * as contract from '../contract.ts'
import type { Route } from './+types/staff-host-page'
import { HostActions } from './host-actions.tsx'
import { HostFacts } from './host-facts.tsx'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_host_title(), matches)

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const host = await callAsStaff(ctx, request, () =>
    ctx.call(contract.showStaffHost, { id: params.id as unknown as number }),
  )
  const { staff } = await ctx.call(findStaffSelf, {})
  return { host, role: staff?.role ?? ('support' satisfies StaffRole) }
}

const intents = {
  recovery: { endpoint: contract.askFactorRecovery, done: m.staff_factor_recovery_done },
  sessions: { endpoint: contract.endHostSessions, done: m.staff_end_sessions_done },
  password: { endpoint: contract.sendHostPasswordLetter, done: m.staff_password_letter_done },
  erase: { endpoint: contract.eraseHost, done: m.staff_erase_done },
}
export type HostIntent = keyof typeof intents

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const { intent: name = '', ...values } = Object.fromEntries(await request.formData()) as Record<
    string,
    string
  >
  const intent: HostIntent = name in intents ? (name as HostIntent) : 'recovery'
  const input = { ...values, id: params.id }
  const { refused } = await tryWithProof(ctx, request, values, () => run(intent, input, ctx))
  if (refused) return data({ intent, refused, reason: values.reason ?? '' }, { status: refused.status })
  setFlash(ctx, { tone: 'done', title: intents[intent].done() })
  throw redirect(withLanguage(paths.staffHost(Number(params.id)), ctx.language))
}

/** The server validates whatever was sent. */
async function run(intent: HostIntent, input: Record<string, string>, { call }: PageContext) {
  await call(intents[intent].endpoint as typeof contract.eraseHost, input as never)
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
