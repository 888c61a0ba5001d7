import { m } from '../../../paraglide/messages.js'
import { PostForm } from '../../../ui/form/post-form.tsx'
import { Page } from '../../../ui/page/page.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { sendConfirmationEmail } from '../contract.ts'

/** Without a valid link: offers to send another one to the e-mail of the account. */
export function SendAgainPage({ email, refused }: { email: string; refused: PageError | undefined }) {
  return (
    <Page title={m.account_confirm_expired()} lead={m.account_confirm_expired_body()} width="form">
      <PostForm
        call={sendConfirmationEmail}
        refused={refused}
        fields={[
          { name: 'email', kind: 'email', label: m.common_email(), autoComplete: 'username', value: email },
        ]}
        submit={m.account_confirm_send()}
        wide
      />
    </Page>
  )
}
