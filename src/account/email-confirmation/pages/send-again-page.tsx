import { Form } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { Page } from '../../../ui/page/page.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { FormErrorNotice } from '../../customer/pages/form-error-notice.tsx'
import { sendConfirmationEmail } from '../contract.ts'

/** Without a valid link: offers to send another one to the e-mail of the account. */
export function SendAgainPage({ email, refused }: { email: string; refused: PageError | undefined }) {
  const form = useValidatedForm({
    endpoint: sendConfirmationEmail,
    fieldErrors: refused?.fields,
  })
  const isBusy = useIsSubmitting()
  return (
    <Page title={m.account_confirm_expired()} lead={m.account_confirm_expired_body()} width="form">
      <Form
        aria-label={m.account_confirm_send()}
        method="post"
        replace
        className="flex flex-col gap-5"
        {...form.props}
      >
        <FormErrorNotice refused={refused} />
        <ErrorSummary {...form.summary} />
        <TextField
          label={m.common_email()}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={email}
          error={form.error('email')}
        />
        <Button type="submit" size="large" wide busy={isBusy}>
          {m.account_confirm_send()}
        </Button>
      </Form>
    </Page>
  )
}
