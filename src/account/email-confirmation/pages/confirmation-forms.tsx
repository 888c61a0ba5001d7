import { useMemo } from 'react'
import { m } from '../../../paraglide/messages.js'
import { PostForm } from '../../../ui/form/post-form.tsx'
import { Page } from '../../../ui/page/page.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { useSite } from '../../../ui/page/site-data.ts'
import { newPasswordFields } from '../../password/pages/new-password-fields.tsx'
import { passwordResetFormSchema } from '../../password-reset/contract.ts'
import { factorCodeField } from '../../proof/pages/proof-field.tsx'
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
  return (
    <Page title={m.account_confirm_title()} lead={m.account_confirm_lead({ email })} width="form">
      <PostForm
        call={confirmEmail}
        refused={refusedIn('browser', { answer })}
        hidden={{ way: 'browser' }}
        submit={m.common_confirm_my_email()}
      />
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
  return (
    <PostForm
      call={confirmEmail}
      schema={knownPasswordFormSchema}
      refused={refused}
      hidden={{ way: 'password' }}
      fields={[
        { name: 'password', kind: 'password', label: m.account_password() },
        ...(refused?.detail.factor === true ? [factorCodeField('factor_code')] : []),
      ]}
      submit={m.common_confirm_my_email()}
      wide
    />
  )
}

function NewPasswordForm(props: FormProps) {
  const bounds = useSite()?.passwordLength
  const schema = useMemo(() => passwordResetFormSchema(bounds), [bounds])
  return (
    <PostForm
      call={confirmEmail}
      schema={schema}
      refused={refusedIn('new', props)}
      hidden={{ way: 'new' }}
      fields={newPasswordFields(m.common_new_password())}
      submit={m.account_confirm_new_password_action()}
      kind="outline"
      wide
    />
  )
}
