import { useMemo } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { attempt, signedIn } from '../../ui/attempt.ts'
import { Button } from '../../ui/button.tsx'
import { useCheckedForm } from '../../ui/checked-form.ts'
import { pageVisit } from '../../ui/context.ts'
import { FormSummary } from '../../ui/form-summary.tsx'
import { leaveNotice } from '../../ui/left-notice.ts'
import { useSite } from '../../ui/site-data.ts'
import { PasswordField } from '../../ui/text-field.tsx'
import { passwordChange, passwordUpdate } from '../settings-contract.ts'
import type { Route } from './+types/update-password-page'
import { accountMeta } from './account-meta.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { RefusedNotice } from './refused-notice.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { fieldWords } from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_settings_password(), paths.settingsPassword, matches, true)

export async function loader({ request, context }: Route.LoaderArgs) {
  // Read anew after a change: the form begins again, without the passwords typed.
  return { email: signedIn(context.get(pageVisit), request).email, form: crypto.randomUUID() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  signedIn(visit, request)
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const { refused } = await attempt(() =>
    visit.call(passwordUpdate, {
      current_password: text('current_password'),
      password: text('password'),
      repassword: text('repassword'),
    }),
  )
  if (refused) return data({ refused }, { status: refused.status })
  leaveNotice(visit, {
    tone: 'done',
    title: m.account_password_changed(),
    body: m.account_password_updated_lead(),
  })
  throw redirect(inLanguage(paths.settingsPassword, visit.language))
}

export default function UpdatePasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const bounds = useSite()?.passwordBounds
  const schema = useMemo(() => passwordChange(bounds), [bounds])
  const form = useCheckedForm({ schema, words: fieldWords, refused: actionData?.refused.fields })
  const isBusy = useNavigation().state !== 'idle'
  return (
    <SettingsFrame>
      <Form
        key={loaderData.form}
        method="post"
        replace
        className="flex max-w-lg flex-col gap-5"
        {...form.props}
      >
        <RefusedNotice refused={actionData?.refused} />
        <FormSummary
          {...form.summary}
          labels={{
            current_password: m.account_password_current(),
            password: m.account_password_new(),
            repassword: m.account_password_again(),
          }}
        />
        {/* For password managers, which keep a password under a name. */}
        <input type="email" autoComplete="username" defaultValue={loaderData.email} hidden readOnly />
        <PasswordField
          label={m.account_password_current()}
          name="current_password"
          autoComplete="current-password"
          required
          error={form.error('current_password')}
        />
        <NewPasswordFields label={m.account_password_new()} error={form.error} />
        <p className="text-soft">{m.account_password_others()}</p>
        <Button type="submit" size="large" busy={isBusy} className="self-start">
          {m.account_reset_action()}
        </Button>
      </Form>
    </SettingsFrame>
  )
}
