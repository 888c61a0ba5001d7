import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { formAction } from '../../ui/form/form-action.ts'
import { PostForm } from '../../ui/form/post-form.tsx'
import { PasswordField } from '../../ui/form/text-field.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { requireCustomer } from '../../ui/page/require-customer.ts'
import { sessionTokenCookie } from '../cookie.rules.ts'
import { passwordChangeSchema, updatePassword } from '../password/password.contract.ts'
import { showProof } from '../proof/proof.contract.ts'
import type { Route } from './+types/update-password-page'
import { newPasswordFields, usePasswordSchema } from './new-password-fields.tsx'
import { accountMeta } from './person-fields.ts'
import { factorCodeField, needsFactorCode } from './proof-field.tsx'
import { SettingsLayout } from './settings-layout.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.common_change_password(), paths.settingsPassword, matches, true)

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { email } = requireCustomer(ctx, request)
  // A new key after each change resets the form, so that the entered passwords go away.
  return { email, proof: await ctx.call(showProof, {}), formKey: crypto.randomUUID() }
}

export const action = formAction(updatePassword, {
  isForCustomers: true,
  done: ({ token }, { setCookie, site }) => {
    setCookie(sessionTokenCookie(token, site.isHttps))
    return { title: m.account_password_changed(), body: m.account_password_updated_lead() }
  },
  to: () => paths.settingsPassword,
})

export default function UpdatePasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, proof, formKey } = loaderData
  return (
    <SettingsLayout>
      <PostForm
        key={formKey}
        call={updatePassword}
        schema={usePasswordSchema(passwordChangeSchema)}
        {...actionData}
        fields={[
          {
            name: 'current_password',
            label: m.account_password_current(),
            draw: field => (
              <>
                {/* Password managers need the user name beside the password. */}
                <input type="email" autoComplete="username" defaultValue={email} hidden readOnly />
                <PasswordField autoComplete="current-password" required {...field} />
              </>
            ),
          },
          ...(needsFactorCode(proof, actionData?.refused) ? [factorCodeField('code')] : []),
          ...newPasswordFields(m.common_new_password()),
        ]}
        submit={m.common_change_password()}
        className="max-w-lg gap-5"
      >
        <p className="text-soft">{m.account_password_others()}</p>
      </PostForm>
    </SettingsLayout>
  )
}
