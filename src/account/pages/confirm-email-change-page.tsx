import { emptyObject } from '../../base/fields.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { formAction } from '../../ui/form/form-action.ts'
import { PostForm } from '../../ui/form/post-form.tsx'
import { Page } from '../../ui/page/page.tsx'
import { confirmEmailChange } from '../email-change/email-change.contract.ts'
import { knownPasswordFormSchema } from '../email-confirmation.contract.ts'
import type { Route } from './+types/confirm-email-change-page'
import { createCodeLink } from './link-cookie.ts'
import { LateLinkPage } from './link-over-page.tsx'
import { accountMeta } from './person-fields.ts'
import { factorCodeField } from './proof-field.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.common_new_email(), paths.emailChange, matches, true)

const link = createCodeLink('email-change', paths.emailChange)
export const loader = link.loader

export const action = formAction(confirmEmailChange, {
  known: link.codeOf,
  done: ({ email }, ctx) => {
    link.clear(ctx)
    return { title: m.account_email_changed(), body: m.account_email_changed_lead({ email }) }
  },
  to: ctx => (ctx.customer ? paths.settings : paths.login),
})

export default function ConfirmEmailChangePage({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData?.refused
  const { password, factor_code } = refused?.fields ?? {}
  const asksForProof = refused?.code === 'account_confirm_proof' || password || factor_code
  if (!loaderData.hasCode || refused?.code === 'account_email_change_late') return <LateLinkPage />
  return (
    <Page title={m.common_new_email()} lead={m.account_email_change_confirm_lead()} width="form">
      <PostForm
        call={confirmEmailChange}
        schema={asksForProof ? knownPasswordFormSchema : emptyObject}
        {...actionData}
        notice={asksForProof ? null : undefined}
        fields={
          asksForProof
            ? [
                {
                  name: 'password',
                  kind: 'password',
                  label: m.account_password(),
                  help: m.account_email_change_proof(),
                },
                ...(refused?.detail.factor === true ? [factorCodeField('factor_code')] : []),
              ]
            : []
        }
        submit={m.common_confirm_my_email()}
      />
    </Page>
  )
}
