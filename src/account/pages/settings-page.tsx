import { data, Form, redirect, useNavigation } from 'react-router'
import { languageNames, languages } from '../../base/language.ts'
import { inLanguage, paths } from '../../base/paths.ts'
import { shownPhone } from '../../base/phone.ts'
import { m } from '../../paraglide/messages.js'
import { attempt, orErrorPage, signedIn } from '../../ui/attempt.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useCheckedForm } from '../../ui/checked-form.ts'
import { Checkbox } from '../../ui/choice-field.tsx'
import { type PageVisit, pageVisit } from '../../ui/context.ts'
import { FormSummary } from '../../ui/form-summary.tsx'
import { leaveNotice } from '../../ui/left-notice.ts'
import { Notice } from '../../ui/notice.tsx'
import { Select, TextField } from '../../ui/text-field.tsx'
import { me } from '../contract.ts'
import { nameCookie } from '../cookie-rules.ts'
import { accountDetails, endSessions, mySessions, updateAccount } from '../settings-contract.ts'
import type { Route } from './+types/settings-page'
import { accountMeta } from './account-meta.ts'
import { Devices } from './devices.tsx'
import { RefusedNotice } from './refused-notice.tsx'
import { SettingsFrame, SettingsPart } from './settings-frame.tsx'
import { fieldWords } from './words.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  accountMeta(m.account_settings_title(), paths.settings, matches, true)

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  signedIn(visit, request)
  const person = await orErrorPage(visit.call(me, {}))
  const { sessions } = await orErrorPage(visit.call(mySessions, {}))
  return { person: { ...person, phone: shownPhone(person.phone ?? '') }, sessions }
}

/** Keeps the details, or signs a device out: the buttons of the list say which. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  signedIn(visit, request)
  const form = await request.formData()
  const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  const { refused } = form.has('end')
    ? await attempt(() => visit.call(endSessions, typed.end === 'others' ? {} : { id: typed.end ?? '' }))
    : await attempt(() => visit.call(updateAccount, typed as never))
  if (refused) return data({ refused, typed }, { status: refused.status })
  if (form.has('end')) throw done(m.account_devices_ended(), visit)
  visit.setCookie(nameCookie((typed.name ?? '').trim(), visit.site.secure))
  throw done(m.account_updated(), visit)
}

function done(title: string, visit: PageVisit): Response {
  leaveNotice(visit, { tone: 'done', title })
  return redirect(inLanguage(paths.settings, visit.language))
}

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { person, sessions } = loaderData
  return (
    <SettingsFrame>
      {!person.confirmed && <Unconfirmed email={person.email} />}
      <Details person={person} answer={actionData} />
      <SettingsPart title={m.account_devices_title()}>
        <p className="text-soft">{m.account_devices_lead()}</p>
        <Devices sessions={sessions} />
      </SettingsPart>
      <SettingsPart title={m.account_data_title()}>
        <p className="text-soft">{m.account_data_lead()}</p>
        <ButtonLink to={paths.settingsDownload} reloadDocument kind="outline" className="self-start">
          {m.account_data_action()}
        </ButtonLink>
      </SettingsPart>
      <SettingsPart title={m.account_leave_title()}>
        <p className="text-soft">{m.account_leave_short()}</p>
        <ButtonLink to={paths.settingsDeactivate} kind="outline" className="self-start">
          {m.account_leave_link()}
        </ButtonLink>
      </SettingsPart>
    </SettingsFrame>
  )
}

/** The letter with the link can be sent again. */
function Unconfirmed({ email }: { email: string }) {
  return (
    <Notice title={m.account_unconfirmed()} className="mb-8">
      <p>{m.account_unconfirmed_lead({ email })}</p>
      <Form method="post" action={paths.emailConfirmation} className="mt-3">
        <input type="hidden" name="email" value={email} />
        <Button type="submit" kind="outline">
          {m.account_confirm_send()}
        </Button>
      </Form>
    </Notice>
  )
}

const schema = accountDetails()

function Details({
  person,
  answer,
}: {
  person: Route.ComponentProps['loaderData']['person']
  answer: Route.ComponentProps['actionData']
}) {
  const form = useCheckedForm({ schema, words: fieldWords, refused: answer?.refused.fields })
  const isBusy = useNavigation().state === 'submitting'
  const field = (name: 'name' | 'surname' | 'phone' | 'language') => ({
    name,
    defaultValue: answer?.typed[name] ?? person[name] ?? '',
    error: form.error(name),
  })
  const marketing = answer ? 'marketing' in answer.typed : person.marketing
  return (
    <Form method="post" className="flex flex-col gap-5" {...form.props}>
      <RefusedNotice refused={answer?.refused} />
      <FormSummary {...form.summary} labels={{ name: m.account_name(), surname: m.account_surname() }} />
      <TextField
        label={m.account_email()}
        help={m.account_email_fixed()}
        name="email"
        type="email"
        disabled
        value={person.email}
      />
      <TextField label={m.account_name()} autoComplete="given-name" required {...field('name')} />
      <TextField label={m.account_surname()} autoComplete="family-name" required {...field('surname')} />
      <TextField
        label={m.account_phone()}
        help={m.account_phone_help()}
        type="tel"
        autoComplete="tel"
        optional
        {...field('phone')}
      />
      <Select
        label={m.account_language()}
        choices={languages.map(value => ({ value, label: languageNames[value] }))}
        {...field('language')}
      />
      <Checkbox
        label={m.account_marketing()}
        help={m.account_marketing_help()}
        name="marketing"
        defaultChecked={marketing}
      />
      <Button type="submit" size="large" busy={isBusy} className="self-start">
        {m.account_settings_save()}
      </Button>
    </Form>
  )
}
