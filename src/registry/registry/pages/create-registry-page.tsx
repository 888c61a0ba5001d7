import { useRef, useState } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import * as z from 'zod/mini'
import { getAccount } from '../../../account/settings/contract.ts'
import { dayInAthens } from '../../../base/dates.ts'
import { validateInput } from '../../../base/endpoint.ts'
import { parseNestedForm } from '../../../base/nested-form.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { formatPhone } from '../../../base/phone.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { type FormValues, readFormValues, submitForm } from '../../../ui/form/submit-form.ts'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { requireCustomer } from '../../../ui/page/require-customer.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { listEventTypes, listPlaces, registryDraft, registryDraftStepOne, saveRegistry } from '../contract.ts'
import { sortEventTypes } from '../event-type-rules.ts'
import { dateChecks } from '../rules.ts'
import type { Route } from './+types/create-registry-page'
import { AddressStep } from './address-step.tsx'
import { registryErrorMessage, registryFieldMessages } from './error-messages.ts'
import { EventStep } from './event-step.tsx'
import { type CreateStep, useRegistryDraft } from './registry-draft.ts'
import { RegistryFormSummary } from './registry-form-summary.tsx'

const homeCountry = 'GR'

/** The choices of the form; the guard keeps the address to come back to. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  const { call, language, site } = ctx
  const person = await call(getAccount, {})
  const types = await call(listEventTypes, { lang: language })
  const places = await call(listPlaces, { country: homeCountry, lang: language })
  const type = types.some(one => one.slug === params.eventType) ? params.eventType : undefined
  return {
    language,
    site,
    person: person.id,
    known: {
      name: person.name,
      surname: person.surname,
      'home_address[phone]': formatPhone(person.phone ?? ''),
    },
    types: sortEventTypes(types).map(({ slug, name, illustration }) => ({ slug, name, illustration })),
    type,
    countries: places.countries,
    regions: { [homeCountry]: places.regions },
    today: dayInAthens(new Date()),
    draftKey: crypto.randomUUID(),
  }
}

/** A step forward or back without JavaScript, or the registry itself. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  const values = readFormValues(await request.formData())
  const answer = (step: CreateStep, fields: Record<string, string> = {}, failed: string | null = null) =>
    withRegions(ctx, { step, values, fields, failed })
  if (values.intent === 'back') return answer(1)
  if (values.intent === 'places') return answer(2)
  const stepOne = validateInput(stepOneOn(dayInAthens(new Date())), parseNestedForm(Object.entries(values)))
  if (!stepOne.ok) return answer(1, stepOne.fields)
  if (values.intent !== 'create') return answer(2)
  const draft = withoutShipping(parseNestedForm(Object.entries(values)))
  const { done, refused } = await submitForm(ctx, saveRegistry, draft)
  if (done) throw redirect(withLanguage(`${paths.addGifts(done.id)}?done=created`, ctx.language))
  const isAboutFields = Object.keys(refused.fields).length > 0
  const step = Object.keys(refused.fields).some(name => name in registryDraftStepOne.shape) ? 1 : 2
  return answer(step, refused.fields, isAboutFields ? null : refused.code)
}

interface Answer {
  step: CreateStep
  values: FormValues
  fields: Record<string, string>
  /** Why no registry was made, when no field is to blame. */
  failed: string | null
}

/** The answer with the regions of the countries chosen, for those who have no JavaScript to fetch them. */
async function withRegions({ call, language }: PageContext, answer: Answer) {
  const chosen = ['home_address', 'shipping_address'].map(name => answer.values[`${name}[country]`] ?? '')
  const regions: Record<string, { code: string; name: string }[]> = {}
  for (const country of new Set(chosen.filter(Boolean)))
    regions[country] = (await call(listPlaces, { country, lang: language })).regions
  const status = answer.failed || Object.keys(answer.fields).length > 0 ? 422 : 200
  return data({ ...answer, regions }, { status })
}

function stepOneOn(today: string) {
  return registryDraftStepOne.check(...dateChecks(today))
}

/** Where the gifts go home there is no other address, whatever lies in its hidden fields. */
function withoutShipping<T>(draft: T): T {
  if (typeof draft !== 'object' || draft === null || !('same_as_home' in draft)) return draft
  return { ...draft, shipping_address: undefined }
}

const stepTwo = z.pipe(
  z.transform((draft: z.input<typeof registryDraft>) => withoutShipping(draft)),
  registryDraft,
)

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
  const { types, type, countries, today, person, known } = loaderData
  const [draftKey] = useState(loaderData.draftKey)
  const draft = useRegistryDraft(person, known, actionData, type)
  const checked = useValidatedForm({
    endpoint: saveRegistry,
    schema: draft.step === 1 ? stepOneOn(today) : stepTwo,
    messages: registryFieldMessages,
    fieldErrors: actionData?.fields,
  })
  const form = useRef<HTMLFormElement>(null)
  const top = useRef<HTMLParagraphElement>(null)
  const busy = useNavigation().state !== 'idle'
  const go = (step: CreateStep) => {
    if (form.current) draft.go(step, form.current)
    window.scrollTo({ top: 0 })
    top.current?.focus()
  }
  return (
    <Page title={m.registry_create_title()} lead={m.registry_create_lead()} width="text">
      <p ref={top} tabIndex={-1} className="mb-6 font-semibold text-pomegranate outline-none">
        {draft.step === 1 ? m.registry_create_step_one() : m.registry_create_step_two()}
      </p>
      <Failure code={actionData?.failed ?? null} />
      <Form
        method="post"
        ref={form}
        key={draft.version}
        {...checked.props}
        onChange={event => {
          checked.props.onChange(event)
          draft.keep(event.currentTarget)
        }}
        onSubmit={event => {
          if (busy) return event.preventDefault()
          checked.props.onSubmit(event)
          if (event.defaultPrevented || draft.step === 2) return
          event.preventDefault()
          go(2)
        }}
        className="flex flex-col gap-7"
      >
        {/* Enter in a field does what the step's main button does, whichever button stands first. */}
        <button
          type="submit"
          name="intent"
          value={draft.step === 1 ? 'next' : 'create'}
          tabIndex={-1}
          aria-hidden="true"
          className="sr-only"
        />
        <input type="hidden" name="draft_key" value={draft.values.draft_key ?? draftKey} />
        <RegistryFormSummary form={checked} />
        <div hidden={draft.step !== 1} className="flex flex-col gap-7 [&[hidden]]:hidden">
          <EventStep types={types} values={draft.values} error={checked.error} today={today} form={form} />
          <Button type="submit" name="intent" value="next" size="large" className="self-start">
            {m.registry_create_next()}
          </Button>
        </div>
        <div hidden={draft.step !== 2} className="flex flex-col gap-7 [&[hidden]]:hidden">
          <AddressStep
            countries={countries}
            regions={{ ...loaderData.regions, ...actionData?.regions }}
            values={draft.values}
            error={checked.error}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" name="intent" value="create" size="large" busy={busy}>
              {m.registry_create_submit()}
            </Button>
            <Button
              type="submit"
              name="intent"
              value="back"
              size="large"
              kind="outline"
              onClick={event => {
                event.preventDefault()
                go(1)
              }}
            >
              {m.registry_create_back()}
            </Button>
          </div>
        </div>
      </Form>
    </Page>
  )
}

/** 'Registry Create Failed' with the server's words (spec §8). */
function Failure({ code }: { code: string | null }) {
  const [closed, setClosed] = useState<string | null>(null)
  if (code === null) return null
  const words = registryErrorMessage(code)
  return (
    <div className="mb-6">
      <Notice tone="alert" title={m.registry_create_failed()}>
        {words}
      </Notice>
      <Dialog
        open={closed !== code}
        onClose={() => setClosed(code)}
        title={m.registry_create_failed()}
        description={words}
        actions={<Button onClick={() => setClosed(code)}>{m.registry_ok()}</Button>}
      />
    </div>
  )
}
