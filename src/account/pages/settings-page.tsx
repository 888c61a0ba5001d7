import { data, redirect } from 'react-router'
import { AppError } from '../../base/app-error.ts'
import { formatMoment } from '../../base/dates.ts'
import { languageDetails, languages } from '../../base/language.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { formatPhone } from '../../base/text.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/form/button.tsx'
import { Checkbox } from '../../ui/form/choice-field.tsx'
import { FormErrorNotice } from '../../ui/form/error-summary.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PostForm } from '../../ui/form/post-form.tsx'
import { useIsSubmitting } from '../../ui/form/submission.ts'
import { type FormValues, readFormValues, submitForm } from '../../ui/form/submit-form.ts'
import { PasswordField, TextField } from '../../ui/form/text-field.tsx'
import { setFlash } from '../../ui/page/flash.tsx'
import { Link } from '../../ui/page/link.tsx'
import { type PageContext, pageContext } from '../../ui/page/page-context.ts'
import { type PageError, tryCall } from '../../ui/page/page-errors.ts'
import { requireCustomer } from '../../ui/page/require-customer.ts'
import { useLanguage } from '../../ui/page/site-data.ts'
import { Notice } from '../../ui/text/facts.tsx'
import { customerNameCookie, formatDeviceName } from '../cookie.rules.ts'
import { showSecondFactor } from '../second-factor/second-factor.contract.ts'
import { endSessions, listSessions, type SessionDevice } from '../session.contract.ts'
import { accountDetailsSchema, answerShopTie, getAccount, updateAccount } from '../settings.contract.ts'
import type { Route } from './+types/settings-page'
import { accountMeta, personFields, phoneField } from './person-fields.ts'
import { SettingsLayout, SettingsLink, SettingsSection } from './settings-layout.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.common_settings(), paths.settings, matches, true)

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  const person = await ctx.call(getAccount, {})
  const devices = await ctx.call(listSessions, {})
  const factor = await ctx.call(showSecondFactor, {})
  return { person: { ...person, phone: formatPhone(person.phone ?? '') }, devices, factor }
}

/** Saves the details, signs devices out (`end`) or answers the question about the shop's password (`shop-tie`). */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  const form = await request.formData()
  const values = readFormValues(form)
  if (form.has('shop-tie')) return tieToShop(form, ctx)
  const { refused } = form.has('end')
    ? await tryCall(() => ctx.call(endSessions, values.end === 'others' ? {} : { id: values.end ?? '' }))
    : await submitForm(ctx, updateAccount, values)
  if (refused) return data({ refused, values, tie: null }, { status: refused.status })
  if (form.has('end')) throw redirectToSettings(m.account_devices_ended(), ctx)
  ctx.setCookie(customerNameCookie((values.name ?? '').trim(), ctx.site.isHttps))
  throw redirectToSettings(m.account_updated(), ctx)
}

/** Links the shop's customer by the shop's password, or declines it for good (R1222). */
async function tieToShop(form: FormData, ctx: PageContext) {
  const isWanted = form.get('shop-tie') === 'password'
  const password = String(form.get('password') ?? '')
  const { refused } = await tryCall(() => {
    if (isWanted && password === '')
      throw new AppError('refused_fields', 422, { fields: { password: m.account_required() } })
    return ctx.call(answerShopTie, isWanted ? { password } : {})
  })
  if (refused) return data({ refused: null, values: null, tie: refused }, { status: refused.status })
  throw redirectToSettings(isWanted ? m.account_shop_tied() : m.account_shop_tie_declined(), ctx)
}

function redirectToSettings(title: string, ctx: PageContext): Response {
  setFlash(ctx, { tone: 'done', title })
  return redirect(withLanguage(paths.settings, ctx.language))
}

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { person, devices, factor } = loaderData
  return (
    <SettingsLayout>
      {!person.confirmed && <UnconfirmedNotice email={person.email} />}
      {person.asks_shop_password && <ShopTieForm refused={actionData?.tie ?? undefined} />}
      <DetailsForm person={person} answer={actionData?.values ? actionData : undefined} />
      <SettingsSection title={m.common_where_you_are_signed_in()} lead={m.account_devices_lead()}>
        <DeviceList {...devices} />
      </SettingsSection>
      <SettingsLink
        title={m.account_factor_title()}
        lead={m.account_factor_lead()}
        to={paths.settingsFactor}
        label={factor.added_at ? m.account_factor_manage() : m.account_factor_link()}
      />
      <SettingsLink
        title={m.account_data_title()}
        lead={m.account_data_lead()}
        to={paths.settingsDownload}
        label={m.account_data_action()}
      />
      <SettingsLink
        title={m.account_deactivate_title()}
        lead={m.account_deactivate_short()}
        to={paths.settingsDeactivate}
        label={m.account_deactivate_link()}
      />
    </SettingsLayout>
  )
}

function UnconfirmedNotice({ email }: { email: string }) {
  return (
    <Notice title={m.account_unconfirmed()} className="mb-8">
      <p>{m.account_unconfirmed_lead({ email })}</p>
      <Form role="presentation" method="post" action={paths.emailConfirmation} className="mt-3">
        <input type="hidden" name="email" value={email} />
        <Button type="submit" kind="outline">
          {m.account_confirm_send()}
        </Button>
      </Form>
    </Notice>
  )
}

const schema = accountDetailsSchema()

function DetailsForm({
  person,
  answer,
}: {
  person: Route.ComponentProps['loaderData']['person']
  answer: { refused: PageError; values: FormValues } | undefined
}) {
  const isWanted = answer ? 'marketing' in answer.values : person.marketing
  return (
    <PostForm
      call={updateAccount}
      schema={schema}
      {...answer}
      fields={[
        { name: 'email', label: m.common_email(), draw: () => <EmailField email={person.email} /> },
        ...personFields(person),
        phoneField(person.phone),
        {
          name: 'language',
          label: m.account_language(),
          kind: 'choice',
          value: person.language,
          options: languages.map(value => ({ value, label: languageDetails[value].label })),
        },
        {
          name: 'marketing',
          label: m.account_marketing(),
          help: m.account_marketing_help(),
          draw: ({ defaultValue, ...field }) => <Checkbox {...field} defaultChecked={isWanted} />,
        },
      ]}
      submit={m.account_settings_save()}
    />
  )
}

function EmailField({ email }: { email: string }) {
  return (
    <TextField
      label={m.common_email()}
      help={
        <Link to={paths.settingsEmail} variant="text">
          {m.account_email_change_link()}
        </Link>
      }
      name="email"
      type="email"
      disabled
      value={email}
    />
  )
}

/** Asks once for the shop's password, to link the account to the shop's customer again (R1222). */
function ShopTieForm({ refused }: { refused: PageError | undefined }) {
  const isBusy = useIsSubmitting()
  return (
    <Notice title={m.account_shop_tie_title()} className="mb-8">
      <p>{m.account_shop_tie_lead()}</p>
      <Form
        aria-label={m.account_shop_tie_title()}
        method="post"
        replace
        className="mt-4 flex flex-col gap-4"
      >
        <FormErrorNotice refused={refused} />
        <PasswordField
          label={m.account_shop_tie_password()}
          name="password"
          autoComplete="off"
          error={refused?.fields.password}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="shop-tie" value="password" busy={isBusy}>
            {m.account_shop_tie_action()}
          </Button>
          <Button type="submit" name="shop-tie" value="none" kind="outline">
            {m.account_shop_tie_decline()}
          </Button>
        </div>
      </Form>
    </Notice>
  )
}

/** Where the person is signed in; each other device can be signed out, or all of them at once (R110). */
function DeviceList({ sessions, total }: { sessions: SessionDevice[]; total: number }) {
  const hasOthers = sessions.length > 1
  return (
    <Form aria-label={m.account_devices_end_others()} method="post" className="flex flex-col gap-4">
      <ul className="divide-y divide-line rounded-tile border border-line bg-card px-5">
        {sessions.map(session => (
          <DeviceRow key={session.id} session={session} />
        ))}
      </ul>
      {total > sessions.length && (
        <p className="text-sm text-soft">{m.account_devices_more({ count: total - sessions.length })}</p>
      )}
      {hasOthers && (
        <Button type="submit" name="end" value="others" kind="outline" className="self-start">
          {m.account_devices_end_others()}
        </Button>
      )}
    </Form>
  )
}

function DeviceRow({ session }: { session: SessionDevice }) {
  const language = useLanguage()
  const name = formatDeviceName(session) ?? m.account_device_unknown()
  const seen = formatMoment(new Date(session.seen_at), language)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
      <span>
        <span className="block font-semibold">{name}</span>
        <span className="text-sm text-soft">
          {session.current ? m.account_device_current() : m.account_device_seen({ moment: seen })}
        </span>
      </span>
      {!session.current && (
        <Button
          type="submit"
          name="end"
          value={String(session.id)}
          kind="quiet"
          className="max-sm:-ml-5"
          aria-label={m.account_device_end_named({ device: name })}
        >
          {m.common_sign_out()}
        </Button>
      )}
    </li>
  )
}
