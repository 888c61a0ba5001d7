import { redirect } from 'react-router'
import { paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { formAction } from '../../ui/form/form-action.ts'
import { PostForm } from '../../ui/form/post-form.tsx'
import { Link } from '../../ui/page/link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { signInCookies } from '../cookie.rules.ts'
import { register, registrationSchema } from '../registration.contract.ts'
import type { Route } from './+types/register-page'
import { newPasswordFields, usePasswordSchema } from './new-password-fields.tsx'
import { accountMeta, personFields, phoneField } from './person-fields.ts'
import { deviceCookie, readOrCreateDeviceId } from './session/device-cookie.ts'
import { findCreateTarget, returnPathOf, withReturnPath } from './session/return-path.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.common_sign_up(), paths.register, matches)

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  if (ctx.customer) throw redirect(withLanguage(paths.home, ctx.language))
  const to = returnPathOf(request)
  return { to, creates: await findCreateTarget(ctx, to) }
}

/** Registers and redirects to the return path, which shows the congratulation (R102). */
export const action = formAction(register, {
  known: ctx => ({ device: readOrCreateDeviceId(ctx) }),
  done: (reply, ctx, { device }) => {
    const cookies = [...signInCookies(reply, ctx.site.isHttps), deviceCookie(device, ctx)]
    for (const cookie of cookies) ctx.setCookie(cookie)
    const letter = m.account_created_letter({ email: reply.email })
    return { title: m.account_created(), body: `${m.account_created_lead()} ${letter}` }
  },
  to: (_, { request }) => returnPathOf(request),
})

export default function RegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { to, creates } = loaderData
  const lead = creates ? m.account_create_lead() : m.account_register_lead()
  return (
    <Page title={m.common_sign_up()} lead={lead} width="form">
      <PostForm
        call={register}
        schema={usePasswordSchema(registrationSchema)}
        {...actionData}
        fields={[
          ...personFields(),
          { name: 'email', kind: 'email', label: m.common_email() },
          phoneField(),
          ...newPasswordFields(m.account_password()),
        ]}
        submit={m.account_register_action()}
        wide
      />
      <p className="mt-8 border-t border-line pt-6">
        {m.account_register_known()}{' '}
        <Link to={withReturnPath(paths.login, to)} variant="strong">
          {m.common_sign_in()}
        </Link>
      </p>
    </Page>
  )
}
