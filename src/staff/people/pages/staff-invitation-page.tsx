import { data, Form } from 'react-router'
import { createLinkCookie } from '../../../account/one-time-code/pages/link-cookie.ts'
import { RecoveryCodes } from '../../../account/second-factor/pages/recovery-codes.tsx'
import { TimeSecret } from '../../../account/second-factor/pages/time-secret.tsx'
import { paths } from '../../../base/paths.ts'
import { drawQrCode, type QrDrawing } from '../../../invitation/share/qr-rules.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { validateForm } from '../../../ui/form/submit-form.ts'
import { PasswordField, TextField } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { Page } from '../../../ui/page/page.tsx'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { staffRoleName } from '../../../ui/text/staff-role.ts'
import { staffMeta } from '../../session/pages/staff-page.ts'
import {
  acceptStaffFormSchema,
  acceptStaffInvitation,
  showStaffInvitation,
  staffPasswordBounds,
} from '../contract.ts'
import type { Route } from './+types/staff-invitation-page'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_invitation_title(), matches)

const linkCookie = createLinkCookie<{ code: string }>('staff-link')

/** Nothing is stored until the form is sent: the same link shows the same secret. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const code = new URL(request.url).searchParams.get('code')
  if (code !== null) throw linkCookie.moveFromAddress(ctx, { code }, paths.staffInvitation)
  const { done, refused } = await tryCall(() => ctx.call(showStaffInvitation, { code: readCode(ctx) }))
  if (refused && refused.status >= 500) throw data(refused, { status: refused.status })
  return { invitee: done, qr: done && drawQrCode(done.uri) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const typed = validateForm(ctx, acceptStaffFormSchema, Object.fromEntries(await request.formData()))
  if (typed.refused) return data({ codes: null, fields: typed.refused.fields }, { status: 422 })
  const { password, time_code } = typed.done
  const input = { code: readCode(ctx), password, time_code }
  const { done, refused } = await tryCall(() => ctx.call(acceptStaffInvitation, input))
  if (refused) return data({ codes: null, fields: refused.fields }, { status: refused.status })
  linkCookie.clear(ctx)
  return { codes: done.recovery_codes, fields: {} }
}

function readCode(ctx: PageContext): string {
  return linkCookie.read(ctx)?.code ?? 'none'
}

export default function StaffInvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { invitee, qr } = loaderData
  const next = { to: paths.staffLogin, label: m.staff_codes_next() }
  if (actionData?.codes) return <RecoveryCodes codes={actionData.codes} next={next} />
  if (!invitee || !qr)
    return (
      <Page title={m.staff_invitation_title()} width="form">
        <Notice tone="alert" title={m.staff_invitation_late()}>
          {m.staff_invitation_late_body()}
        </Notice>
      </Page>
    )
  return <InvitationForm invitee={invitee} qr={qr} fieldErrors={actionData?.fields} />
}

type Invitee = NonNullable<Route.ComponentProps['loaderData']['invitee']>

function InvitationForm(props: {
  invitee: Invitee
  qr: QrDrawing
  fieldErrors: Record<string, string> | undefined
}) {
  const { invitee, qr, fieldErrors } = props
  const form = useValidatedForm({
    endpoint: acceptStaffInvitation,
    schema: acceptStaffFormSchema,
    fieldErrors,
  })
  const isBusy = useIsSubmitting()
  const role = staffRoleName(invitee.role, useLanguage())
  const labels = {
    password: m.account_password(),
    repassword: m.account_password_again(),
    time_code: m.account_factor_first(),
  }
  return (
    <Page
      title={m.staff_invitation_title()}
      lead={m.staff_invitation_lead({ name: invitee.name, role })}
      width="form"
    >
      <Form
        aria-label={m.staff_invitation_action()}
        method="post"
        replace
        className="flex flex-col gap-4"
        {...form.props}
      >
        <ErrorSummary {...form.summary} labels={labels} />
        <TextField
          label={m.common_email()}
          name="email"
          autoComplete="username"
          disabled
          value={invitee.email}
        />
        <PasswordFields labels={labels} error={form.error} />
        <TimeSecret qr={qr} secret={invitee.secret} />
        <TextField
          label={labels.time_code}
          name="time_code"
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          help={m.account_factor_first_help()}
          error={form.error('time_code')}
        />
        <Button type="submit" size="large" wide busy={isBusy}>
          {m.staff_invitation_action()}
        </Button>
      </Form>
    </Page>
  )
}

function PasswordFields(props: {
  labels: { password: string; repassword: string }
  error(name: string): string | null
}) {
  const { labels, error } = props
  return (
    <>
      <PasswordField
        label={labels.password}
        name="password"
        autoComplete="new-password"
        required
        help={m.account_password_help({ min: staffPasswordBounds.min })}
        error={error('password')}
      />
      <PasswordField
        label={labels.repassword}
        name="repassword"
        autoComplete="new-password"
        required
        error={error('repassword')}
      />
    </>
  )
}
