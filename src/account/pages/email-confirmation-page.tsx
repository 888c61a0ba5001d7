import { data, Form, redirect, useNavigation } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { attempt, type Refused } from '../../ui/attempt.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useCheckedForm } from '../../ui/checked-form.ts'
import { pageVisit } from '../../ui/context.ts'
import { FormSummary } from '../../ui/form-summary.tsx'
import { leaveNotice } from '../../ui/left-notice.ts'
import { Page } from '../../ui/page.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { confirmEmail, sendConfirmation } from '../confirm-contract.ts'
import { forgotten } from '../contract.ts'
import type { Route } from './+types/email-confirmation-page'
import { accountMeta } from './account-meta.ts'
import { putAside, takeAside } from './aside.ts'
import { RefusedNotice } from './refused-notice.tsx'
import { fieldWords } from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_confirm_title(), paths.emailConfirmation, matches, true)

type State = 'confirmed' | 'already' | 'expired'

/** The letter's link confirms at once; its code leaves the address bar, and what came of it is shown. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const code = new URL(request.url).searchParams.get('code')
  if (code !== null) {
    const { done, refused } = await attempt(() => visit.call(confirmEmail, { code }))
    if (refused && !isAboutCode(refused)) throw data(refused, { status: refused.status })
    throw putAside('confirmation', { state: done?.state ?? 'expired' }, paths.emailConfirmation, visit)
  }
  const { state } = takeAside<{ state: State }>('confirmation', visit) ?? { state: 'expired' as const }
  return { state, email: visit.person?.email ?? '' }
}

function isAboutCode({ code }: Refused): boolean {
  return ['account_confirm_expired', 'refused_fields'].includes(code)
}

/** Sends another letter. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  const email = String((await request.formData()).get('email') ?? '')
  const { refused } = await attempt(() => visit.call(sendConfirmation, { email }))
  if (refused) return data({ refused, email }, { status: refused.status })
  leaveNotice(visit, {
    tone: 'done',
    title: m.account_confirm_sent(),
    body: m.account_confirm_sent_lead(),
  })
  throw redirect(inLanguage(visit.person ? paths.settings : paths.login, visit.language))
}

export default function EmailConfirmationPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state === 'expired') return <SendAgain email={loaderData.email} answer={actionData} />
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

/** The link is old, or there was none: another one, to the address of the account. */
function SendAgain({ email, answer }: { email: string; answer: Route.ComponentProps['actionData'] }) {
  const form = useCheckedForm({ schema: forgotten, words: fieldWords, refused: answer?.refused.fields })
  const isBusy = useNavigation().state !== 'idle'
  return (
    <Page title={m.account_confirm_expired()} lead={m.account_confirm_expired_body()} width="form">
      <Form method="post" replace className="flex flex-col gap-5" {...form.props}>
        <RefusedNotice refused={answer?.refused} />
        <FormSummary {...form.summary} />
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
