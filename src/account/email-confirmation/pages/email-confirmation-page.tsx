import { data, Form, redirect, useNavigation } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { setFlash } from '../../../ui/page/flash.ts'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { type PageError, tryCall } from '../../../ui/page/page-errors.ts'
import { accountMeta } from '../../customer/pages/account-meta.ts'
import { accountFieldMessages } from '../../customer/pages/field-messages.ts'
import { FormErrorNotice } from '../../customer/pages/form-error-notice.tsx'
import { createLinkCookie } from '../../one-time-code/pages/link-cookie.ts'
import { confirmEmail, sendConfirmationEmail } from '../contract.ts'
import type { Route } from './+types/email-confirmation-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_confirm_title(), paths.emailConfirmation, matches, true)

type ConfirmationState = 'confirmed' | 'already' | 'expired'

const confirmationCookie = createLinkCookie<{ state: ConfirmationState }>('confirmation')

/** The link of the e-mail confirms at once; its code leaves the address bar, then the page shows the result. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const code = new URL(request.url).searchParams.get('code')
  if (code !== null) {
    const { done, refused } = await tryCall(() => ctx.call(confirmEmail, { code }))
    if (refused && !isCodeError(refused)) throw data(refused, { status: refused.status })
    const state = done?.state ?? 'expired'
    throw confirmationCookie.moveFromAddress(ctx, { state }, paths.emailConfirmation)
  }
  const state = confirmationCookie.read(ctx)?.state ?? 'expired'
  return { state, email: ctx.customer?.email ?? '' }
}

function isCodeError({ code }: PageError): boolean {
  return ['account_confirm_expired', 'refused_fields'].includes(code)
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const email = String((await request.formData()).get('email') ?? '')
  const { refused } = await tryCall(() => ctx.call(sendConfirmationEmail, { email }))
  if (refused) return data({ refused, email }, { status: refused.status })
  setFlash(ctx, {
    tone: 'done',
    title: m.account_confirm_sent(),
    body: m.account_confirm_sent_lead(),
  })
  throw redirect(withLanguage(ctx.customer ? paths.settings : paths.login, ctx.language))
}

export default function EmailConfirmationPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state === 'expired') return <SendAgainPage email={loaderData.email} answer={actionData} />
  const isNew = loaderData.state === 'confirmed'
  return (
    <Page
      title={isNew ? m.account_confirmed() : m.account_confirm_already()}
      lead={isNew ? m.account_confirmed_lead() : m.account_confirm_already_lead()}
      width="form"
    >
      <ButtonLink to={paths.myRegistries} size="large">
        {m.account_confirmed_go()}
      </ButtonLink>
    </Page>
  )
}

/** Without a valid link: offers to send another one to the e-mail of the account. */
function SendAgainPage({ email, answer }: { email: string; answer: Route.ComponentProps['actionData'] }) {
  const form = useValidatedForm({
    endpoint: sendConfirmationEmail,
    messages: accountFieldMessages,
    fieldErrors: answer?.refused.fields,
  })
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Page title={m.account_confirm_expired()} lead={m.account_confirm_expired_body()} width="form">
      <Form method="post" replace className="flex flex-col gap-5" {...form.props}>
        <FormErrorNotice refused={answer?.refused} />
        <ErrorSummary {...form.summary} />
        <TextField
          label={m.account_email()}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={answer?.email ?? email}
          error={form.error('email')}
        />
        <Button type="submit" size="large" wide busy={isBusy}>
          {m.account_confirm_send()}
        </Button>
      </Form>
    </Page>
  )
}
