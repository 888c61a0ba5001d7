import { useMemo } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { check } from '../../base/endpoint.ts'
import { inLanguage, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { attempt, type Refused } from '../../ui/attempt.ts'
import { Button } from '../../ui/button.tsx'
import { useCheckedForm } from '../../ui/checked-form.ts'
import { type PageVisit, pageVisit } from '../../ui/context.ts'
import { FormSummary } from '../../ui/form-summary.tsx'
import { leaveNotice } from '../../ui/left-notice.ts'
import { Page } from '../../ui/page.tsx'
import { useSite } from '../../ui/site-data.ts'
import { TextField } from '../../ui/text-field.tsx'
import { passwordCodeCheck, passwordReset, resetForm } from '../contract.ts'
import { signOutCookies } from '../cookie-rules.ts'
import type { Route } from './+types/reset-password-page'
import { accountMeta } from './account-meta.ts'
import { dropAside, putAside, takeAside } from './aside.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { fieldWords } from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_reset_title(), paths.resetPassword, matches, true)

/** The e-mail and the code of the letter's link. */
interface Link {
  email: string
  code: string
}

/** As the letter brings it, or as it was put aside. */
function linkOf(request: Request, visit: PageVisit): Link {
  const { searchParams } = new URL(request.url)
  const carried: Partial<Link> = searchParams.has('code')
    ? Object.fromEntries(searchParams)
    : (takeAside<Link>('reset', visit) ?? {})
  return { email: carried.email ?? '', code: carried.code ?? '' }
}

/** Only a living code opens the page; anything else goes home and says why (spec §4). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const link = linkOf(request, visit)
  const { refused } = await attempt(() => visit.call(passwordCodeCheck, link))
  if (refused) throw sentHome(refused, visit)
  if (new URL(request.url).searchParams.has('code')) throw putAside('reset', link, paths.resetPassword, visit)
  return { email: link.email }
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  const typed = Object.fromEntries(await request.formData())
  const checked = check(resetForm(visit.site.passwordBounds), typed)
  if (!checked.ok) return data({ fields: checked.fields }, { status: 422 })
  const { password } = checked.value
  const { refused } = await attempt(() => visit.call(passwordReset, { ...linkOf(request, visit), password }))
  dropAside('reset', visit)
  if (refused) throw sentHome(refused, visit)
  for (const cookie of signOutCookies(visit.site.secure)) visit.setCookie(cookie)
  leaveNotice(visit, {
    tone: 'done',
    title: m.account_password_changed(),
    body: m.account_password_changed_lead(),
  })
  throw redirect(inLanguage(paths.login, visit.language))
}

function sentHome(refused: Refused, visit: PageVisit): Response {
  const isCode = ['account_code_wrong', 'refused_fields'].includes(refused.code)
  const title = isCode ? m.account_code_wrong() : m.refused_often()
  const link = { to: paths.forgotPassword, words: m.account_mail_reset_action() }
  leaveNotice(visit, { tone: 'alert', title, ...(isCode && { body: m.account_code_wrong_body(), link }) })
  return redirect(inLanguage(paths.home, visit.language))
}

export default function ResetPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const bounds = useSite()?.passwordBounds
  const schema = useMemo(() => resetForm(bounds), [bounds])
  const form = useCheckedForm({ schema, words: fieldWords, refused: actionData?.fields })
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Page title={m.account_reset_title()} width="form">
      <Form method="post" replace className="flex flex-col gap-5" {...form.props}>
        <FormSummary
          {...form.summary}
          labels={{ password: m.account_password_new(), repassword: m.account_password_again() }}
        />
        <TextField
          label={m.account_email()}
          name="email"
          type="email"
          autoComplete="username"
          disabled
          value={loaderData.email}
        />
        <NewPasswordFields label={m.account_password_new()} error={form.error} />
        <Button type="submit" size="large" wide busy={isBusy}>
          {m.account_reset_action()}
        </Button>
      </Form>
    </Page>
  )
}
