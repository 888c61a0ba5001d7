import { data, Form, redirect, useNavigation } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { attempt, signedIn } from '../../ui/attempt.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useCheckedForm } from '../../ui/checked-form.ts'
import { pageVisit } from '../../ui/context.ts'
import { FormSummary } from '../../ui/form-summary.tsx'
import { leaveNotice } from '../../ui/left-notice.ts'
import { Page } from '../../ui/page.tsx'
import { PasswordField } from '../../ui/text-field.tsx'
import { signOutCookies } from '../cookie-rules.ts'
import { graceDays } from '../rules.ts'
import { deactivate, leaveForm } from '../settings-contract.ts'
import type { Route } from './+types/deactivate-page'
import { accountMeta } from './account-meta.ts'
import { RefusedNotice } from './refused-notice.tsx'
import { fieldWords } from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_leave_title(), paths.settingsDeactivate, matches, true)

export async function loader({ request, context }: Route.LoaderArgs) {
  signedIn(context.get(pageVisit), request)
  return null
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  signedIn(visit, request)
  const password = String((await request.formData()).get('password') ?? '')
  const { refused } = await attempt(() => visit.call(deactivate, { password }))
  if (refused) return data({ refused }, { status: refused.status })
  for (const cookie of signOutCookies(visit.site.secure)) visit.setCookie(cookie)
  const body = m.account_left_lead({ days: graceDays })
  leaveNotice(visit, { tone: 'done', title: m.account_left(), body })
  throw redirect(inLanguage(paths.home, visit.language))
}

/** Says what happens before it asks for the password. */
export default function DeactivatePage({ actionData }: Route.ComponentProps) {
  const form = useCheckedForm({
    schema: leaveForm,
    words: fieldWords,
    refused: actionData?.refused.fields,
  })
  const isBusy = useNavigation().state !== 'idle'
  const days = graceDays
  return (
    <Page title={m.account_leave_title()} lead={m.account_leave_lead()} width="form">
      <ul className="mb-8 flex list-disc flex-col gap-2 pl-5">
        <li>{m.account_leave_sessions()}</li>
        <li>{m.account_leave_registries()}</li>
        <li>{m.account_leave_money()}</li>
        <li>{m.account_leave_grace({ days })}</li>
        <li>{m.account_leave_erased({ days })}</li>
      </ul>
      <Form method="post" replace className="flex flex-col gap-5" {...form.props}>
        <RefusedNotice refused={actionData?.refused} />
        <FormSummary {...form.summary} />
        <PasswordField
          label={m.account_password()}
          help={m.account_leave_password()}
          name="password"
          autoComplete="current-password"
          required
          error={form.error('password')}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="large" kind="danger" busy={isBusy}>
            {m.account_leave_action()}
          </Button>
          <ButtonLink to={paths.settings} size="large" kind="outline">
            {m.ui_cancel()}
          </ButtonLink>
        </div>
      </Form>
    </Page>
  )
}
