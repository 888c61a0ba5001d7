import { data } from 'react-router'
import { createCodeLink } from '../../account/pages/link-cookie.ts'
import { LinkOverPage } from '../../account/pages/link-over-page.tsx'
import { RecoveryCodes } from '../../account/pages/recovery-codes.tsx'
import { TimeSecret } from '../../account/pages/time-secret.tsx'
import { paths } from '../../base/paths.ts'
import { drawQrCode, type QrDrawing } from '../../invitation/share/qr.rules.ts'
import { m } from '../../paraglide/messages.js'
import { PostForm } from '../../ui/form/post-form.tsx'
import { validateForm } from '../../ui/form/submit-form.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Page } from '../../ui/page/page.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { type PageError, tryCall } from '../../ui/page/page-errors.ts'
import { useLanguage } from '../../ui/page/site-data.ts'
import { staffRoleName } from '../../ui/text/names.ts'
import { acceptStaffFormSchema, staffPasswordBounds } from '../console.rules.ts'
import type { Route } from './+types/staff-invitation-page'
import { callOpenly } from './frame/console-call.ts'
import { staffMeta } from './session/staff-page.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_invitation_title(), matches)

const link = createCodeLink('staff-link', paths.staffInvitation)

/**
 * Stores nothing before the form is sent: the secret is derived from the link, so opening it again shows the same one.
 */
export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args
  const ctx = context.get(pageContext)
  const code = link.open(ctx, request)
  const { done, refused } = await tryCall(() => callOpenly(args, 'invitation', code))
  if (refused && refused.status >= 500) throw data(refused, { status: refused.status })
  return { invitee: done, qr: done && drawQrCode(done.uri) }
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  const ctx = context.get(pageContext)
  const typed = validateForm(ctx, acceptStaffFormSchema, Object.fromEntries(await request.formData()))
  if (typed.refused) return data({ codes: null, refused: typed.refused }, { status: 422 })
  const { password, time_code } = typed.done
  const input = { ...link.codeOf(ctx), password, time_code }
  const { done, refused } = await tryCall(() => callOpenly(args, 'acceptInvitation', input))
  if (refused) return data({ codes: null, refused }, { status: refused.status })
  link.clear(ctx)
  return { codes: done.recovery_codes, refused: null }
}

export default function StaffInvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { invitee, qr } = loaderData
  const next = { to: paths.staffLogin, label: m.staff_codes_next() }
  if (actionData?.codes) return <RecoveryCodes codes={actionData.codes} next={next} />
  if (!invitee || !qr)
    return <LinkOverPage title={m.staff_invitation_late()} lead={m.staff_invitation_late_body()} />
  return <InvitationForm invitee={invitee} qr={qr} refused={actionData?.refused} />
}

type Invitee = NonNullable<Route.ComponentProps['loaderData']['invitee']>

function InvitationForm(props: { invitee: Invitee; qr: QrDrawing; refused: PageError | null | undefined }) {
  const { invitee, qr, refused } = props
  const role = staffRoleName(invitee.role, useLanguage())
  const again = 'new-password'
  return (
    <Page
      title={m.staff_invitation_title()}
      lead={m.staff_invitation_lead({ name: invitee.name, role })}
      width="form"
    >
      <PostForm
        call={{ input: acceptStaffFormSchema }}
        refused={refused}
        fields={[
          {
            name: 'email',
            label: m.common_email(),
            draw: ({ name, label }) => (
              <TextField name={name} label={label} autoComplete="username" disabled value={invitee.email} />
            ),
          },
          {
            name: 'password',
            kind: 'password',
            label: m.account_password(),
            help: m.account_password_help({ min: staffPasswordBounds.min }),
            autoComplete: again,
          },
          { name: 'repassword', kind: 'password', label: m.account_password_again(), autoComplete: again },
          {
            name: 'time_code',
            label: m.account_factor_first(),
            draw: field => (
              <>
                <TimeSecret qr={qr} secret={invitee.secret} />
                <TextField
                  {...field}
                  autoComplete="one-time-code"
                  inputMode="numeric"
                  required
                  help={m.account_factor_first_help()}
                />
              </>
            ),
          },
        ]}
        submit={m.staff_invitation_action()}
        wide
      />
    </Page>
  )
}
