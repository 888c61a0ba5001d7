import { useMemo } from 'react'
import { Form } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { PasswordField } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { Page } from '../../../ui/page/page.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { useSite } from '../../../ui/page/site-data.ts'
import { FormErrorNotice } from '../../customer/pages/form-error-notice.tsx'
import { NewPasswordFields } from '../../password/pages/new-password-fields.tsx'
import { passwordResetFormSchema } from '../../password-reset/contract.ts'
import { FactorCodeField } from '../../proof/pages/proof-field.tsx'
import { confirmEmail, knownPasswordFormSchema } from '../contract.ts'

/** How somebody confirms; the field by which the action tells the forms apart. */
export type ConfirmationWay = 'browser' | 'password' | 'new'

/** What was refused, and in which form. */
export interface RefusedConfirmation {
  way: ConfirmationWay
  refused: PageError
}

interface FormProps {
  answer: RefusedConfirmation | undefined
}

const refusedIn = (way: ConfirmationWay, { answer }: FormProps) =>
  answer?.way === way ? answer.refused : undefined

/** In the browser that registered, a button is enough (R118). */
export function ConfirmButtonPage({ email, answer }: FormProps & { email: string }) {
  const isBusy = useIsSubmitting()
  return (
    <Page title={m.account_confirm_title()} lead={m.account_confirm_lead({ email })} width="form">
      <Form aria-label={m.common_confirm_my_email()} method="post" replace className="flex flex-col gap-5">
        <FormErrorNotice refused={refusedIn('browser', { answer })} />
        <input type="hidden" name="way" value="browser" />
        <Button type="submit" size="large" busy={isBusy} className="self-start">
          {m.common_confirm_my_email()}
        </Button>
      </Form>
    </Page>
  )
}

/** In any other one, the account's password or a new one: a stranger may have registered with this e-mail (R118). */
export function ConfirmByPasswordPage({ email, answer }: FormProps & { email: string }) {
  return (
    <Page title={m.account_confirm_title()} lead={m.account_confirm_other_browser({ email })} width="form">
      <KnownPasswordForm answer={answer} />
      <section className="mt-10 flex flex-col gap-5 border-t border-line pt-8">
        <div>
          <h2 className="text-xl">{m.account_confirm_unknown_password()}</h2>
          <p className="mt-2 text-soft">{m.account_confirm_new_password_lead()}</p>
        </div>
        <NewPasswordForm answer={answer} />
      </section>
    </Page>
  )
}

/** Where the account was made by the shop's password, only one of the owner's own (R1221). */
export function ChoosePasswordPage({ email, answer }: FormProps & { email: string }) {
  return (
    <Page title={m.account_confirm_title()} lead={m.account_confirm_own_lead({ email })} width="form">
      <NewPasswordForm answer={answer} />
    </Page>
  )
}

function KnownPasswordForm(props: FormProps) {
  const refused = refusedIn('password', props)
  const form = useValidatedForm({
    endpoint: confirmEmail,
    schema: knownPasswordFormSchema,
    fieldErrors: refused?.fields,
  })
  const isBusy = useIsSubmitting()
  return (
    <Form
      aria-label={m.common_confirm_my_email()}
      method="post"
      replace
      className="flex flex-col gap-5"
      {...form.props}
    >
      <FormErrorNotice refused={refused} />
      <ErrorSummary {...form.summary} labels={{ password: m.account_password() }} />
      <input type="hidden" name="way" value="password" />
      <PasswordField
        label={m.account_password()}
        name="password"
        autoComplete="current-password"
        required
        error={form.error('password')}
      />
      {refused?.detail.factor === true && (
        <FactorCodeField name="factor_code" error={form.error('factor_code')} />
      )}
      <Button type="submit" size="large" wide busy={isBusy}>
        {m.common_confirm_my_email()}
      </Button>
    </Form>
  )
}

function NewPasswordForm(props: FormProps) {
  const refused = refusedIn('new', props)
  const bounds = useSite()?.passwordLength
  const schema = useMemo(() => passwordResetFormSchema(bounds), [bounds])
  const form = useValidatedForm({
    endpoint: confirmEmail,
    schema,
    fieldErrors: refused?.fields,
  })
  const isBusy = useIsSubmitting()
  return (
    <Form
      aria-label={m.account_confirm_new_password_action()}
      method="post"
      replace
      className="flex flex-col gap-5"
      {...form.props}
    >
      <FormErrorNotice refused={refused} />
      <ErrorSummary
        {...form.summary}
        labels={{ password: m.common_new_password(), repassword: m.account_password_again() }}
      />
      <input type="hidden" name="way" value="new" />
      <NewPasswordFields label={m.common_new_password()} error={form.error} />
      <Button type="submit" size="large" wide kind="outline" busy={isBusy}>
        {m.account_confirm_new_password_action()}
      </Button>
    </Form>
  )
}
