import { useRef, useState } from 'react'
import { data, redirect } from 'react-router'
import { getAccount } from '../../../account/settings/contract.ts'
import { dayInAthens } from '../../../base/dates.ts'
import { parseNestedForm } from '../../../base/nested-form.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { formatPhone } from '../../../base/phone.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { type FormValues, readFormValues, submitForm, validateForm } from '../../../ui/form/submit-form.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { errorText, type PageError } from '../../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { requireCustomer } from '../../../ui/page/require-customer.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { registryFormStepOne, saveRegistry } from '../contract.ts'
import { listEventTypes } from '../event-type-contract.ts'
import { sortEventTypes } from '../event-type-rules.ts'
import { listPlaces } from '../place-contract.ts'
import type { Route } from './+types/create-registry-page'
import { CreateRegistryForm, stepOneSchema, withoutUnusedAddress } from './create-registry-form.tsx'
import { type CreateStep, useRegistryDraft } from './registry-draft.ts'

const homeCountry = 'GR'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  const { call, language, site } = ctx
  const account = await call(getAccount, {})
  const types = await call(listEventTypes, { lang: language })
  const places = await call(listPlaces, { country: homeCountry, lang: language })
  const type = types.some(({ slug }) => slug === params.eventType) ? params.eventType : undefined
  return {
    language,
    site,
    customerId: account.id,
    accountValues: {
      name: account.name,
      surname: account.surname,
      'home_address[phone]': formatPhone(account.phone ?? ''),
    },
    types: sortEventTypes(types).map(({ slug, name, illustration, host_kind }) => ({
      slug,
      name,
      illustration,
      host_kind,
    })),
    type,
    countries: places.countries,
    regions: { [homeCountry]: places.regions },
    today: dayInAthens(new Date()),
    draftKey: crypto.randomUUID(),
  }
}

/** Goes a step forward or back without JavaScript, or creates the registry. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  const values = readFormValues(await request.formData())
  const answer = (step: CreateStep, fields: Record<string, string> = {}, failed: PageError | null = null) =>
    withRegions(ctx, { step, values, fields, failed })
  if (values.intent === 'back') return answer(1)
  if (values.intent === 'places') return answer(2)
  const input = parseNestedForm(Object.entries(values))
  const stepOne = validateForm(ctx, stepOneSchema(dayInAthens(new Date())), input)
  if (stepOne.refused) return answer(1, stepOne.refused.fields)
  if (values.intent !== 'create') return answer(2)
  const { done, refused } = await submitForm(ctx, saveRegistry, withoutUnusedAddress(input))
  if (done) throw redirect(withLanguage(`${paths.addGifts(done.id)}?done=created`, ctx.language))
  const wrongFields = Object.keys(refused.fields)
  const step = wrongFields.some(name => name in registryFormStepOne.shape) ? 1 : 2
  return answer(step, refused.fields, wrongFields.length > 0 ? null : refused)
}

interface Answer {
  step: CreateStep
  values: FormValues
  fields: Record<string, string>
  /** An error that is about no field. */
  failed: PageError | null
}

/** The answer with the regions of the chosen countries, as there may be no JavaScript to fetch them. */
async function withRegions({ call, language }: PageContext, answer: Answer) {
  const chosen = ['home_address', 'shipping_address'].map(name => answer.values[`${name}[country]`] ?? '')
  const regions: Record<string, { code: string; name: string }[]> = {}
  for (const country of new Set(chosen.filter(Boolean)))
    regions[country] = (await call(listPlaces, { country, lang: language })).regions
  const status = answer.failed || Object.keys(answer.fields).length > 0 ? 422 : 200
  return data({ ...answer, regions }, { status })
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { language, site } = loaderData
  return buildPageMeta({
    title: m.registry_create_title(),
    path: paths.createRegistry(),
    language,
    site,
    noindex: true,
  })
}

export default function CreateRegistryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { types, type, countries, today, customerId, accountValues } = loaderData
  const [draftKey] = useState(loaderData.draftKey)
  const draft = useRegistryDraft(customerId, accountValues, actionData, type)
  const stepTitle = useRef<HTMLParagraphElement>(null)
  const showTop = () => {
    window.scrollTo({ top: 0 })
    stepTitle.current?.focus()
  }
  return (
    <Page title={m.registry_create_title()} lead={m.registry_create_lead()} width="text">
      <p ref={stepTitle} tabIndex={-1} className="mb-6 font-semibold text-pomegranate outline-none">
        {draft.step === 1 ? m.registry_create_step_one() : m.registry_create_step_two()}
      </p>
      <CreateFailed error={actionData?.failed ?? null} />
      <CreateRegistryForm
        types={types}
        places={{ countries, regions: { ...loaderData.regions, ...actionData?.regions } }}
        today={today}
        draft={draft}
        draftKey={draftKey}
        fieldErrors={actionData?.fields}
        onStepChange={showTop}
      />
    </Page>
  )
}

/** Says why no registry was created, on the page and in a dialog (R201). */
function CreateFailed({ error }: { error: PageError | null }) {
  const [closedCode, setClosedCode] = useState<string | null>(null)
  if (error === null) return null
  const { code } = error
  const reason = errorText(error)
  return (
    <div className="mb-6">
      <Notice tone="alert" title={m.registry_create_failed()}>
        {reason}
      </Notice>
      <Dialog
        open={closedCode !== code}
        onClose={() => setClosedCode(code)}
        title={m.registry_create_failed()}
        description={reason}
        actions={<Button onClick={() => setClosedCode(code)}>{m.registry_ok()}</Button>}
      />
    </div>
  )
}
