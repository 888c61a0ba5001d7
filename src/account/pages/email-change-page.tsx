import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { formAction } from '../../ui/form/form-action.ts'
import { PostForm } from '../../ui/form/post-form.tsx'
import { Page } from '../../ui/page/page.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { requireCustomer } from '../../ui/page/require-customer.ts'
import { Notice } from '../../ui/text/facts.tsx'
import {
  cancelEmailChange,
  requestEmailChange,
  showEmailChange,
} from '../email-change/email-change.contract.ts'
import { showProof } from '../proof/proof.contract.ts'
import type { Route } from './+types/email-change-page'
import { accountMeta } from './person-fields.ts'
import { factorCodeField, needsFactorCode } from './proof-field.tsx'
import { BackToSettings } from './settings-layout.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.common_new_email(), paths.settingsEmail, matches, true)

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { email } = requireCustomer(ctx, request)
  const proof = await ctx.call(showProof, {})
  return { email, pending: (await ctx.call(showEmailChange, {})).email, proof }
}

/** Requests a new e-mail, or cancels the request: that button sends `cancel`. */
export async function action(args: Route.ActionArgs) {
  const isCancel = (await args.request.clone().formData()).has('cancel')
  return (isCancel ? cancelRequest : requestChange)(args)
}

const requestChange = formAction(requestEmailChange, {
  isForCustomers: true,
  done: () => ({ title: m.account_email_change_sent(), body: m.account_email_change_sent_lead() }),
  to: () => paths.settingsEmail,
})

const cancelRequest = formAction(cancelEmailChange, {
  isForCustomers: true,
  done: () => ({ title: m.account_email_change_cancelled() }),
  to: () => paths.settings,
})

export default function EmailChangePage({ loaderData, actionData }: Route.ComponentProps) {
  const { pending, proof } = loaderData
  return (
    <Page title={m.common_new_email()} lead={m.account_email_change_lead()} width="form">
      {pending !== null && (
        <Notice className="mb-8">
          <p>{m.account_email_change_waits({ email: pending })}</p>
          <Form role="presentation" method="post" className="mt-3">
            <Button type="submit" name="cancel" value="1" kind="outline">
              {m.account_email_change_cancel()}
            </Button>
          </Form>
        </Notice>
      )}
      <PostForm
        call={requestEmailChange}
        {...actionData}
        fields={[
          { name: 'email', kind: 'email', label: m.common_new_email() },
          { name: 'password', kind: 'password', label: m.account_password() },
          ...(needsFactorCode(proof, actionData?.refused) ? [factorCodeField('code')] : []),
        ]}
        submit={m.account_email_change_action()}
        beside={<BackToSettings />}
      />
    </Page>
  )
}
