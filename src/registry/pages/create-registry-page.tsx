import { useRef, useState } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import * as z from 'zod/mini'
import { me } from '../../account/contract.ts'
import { dayInAthens } from '../../base/dates.ts'
import { check } from '../../base/endpoint.ts'
import { unflatten } from '../../base/form.ts'
import { inLanguage, paths } from '../../base/paths.ts'
import { shownPhone } from '../../base/phone.ts'
import { m } from '../../paraglide/messages.js'
import { attempt, orErrorPage, signedIn } from '../../ui/attempt.ts'
import { Button } from '../../ui/button.tsx'
import { useCheckedForm } from '../../ui/checked-form.ts'
import { type PageVisit, pageVisit } from '../../ui/context.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { pageMeta } from '../../ui/meta.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { addressPlaces, registryDraft, registryStepOne, registryTypes, saveRegistry } from '../contract.ts'
import { datesAhead } from '../rules.ts'
import type { Route } from './+types/create-registry-page'
import { AddressStep } from './address-step.tsx'
import { type Step, useDraft, type Values, valuesOf } from './draft.ts'
import { EventStep } from './event-step.tsx'
import { LabelledSummary } from './labelled-summary.tsx'
import { fieldWords, refusalWords } from './words.ts'

const homeCountry = 'GR'

/** The choices of the form; the guard keeps the address to come back to. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  signedIn(visit, request)
  const { call, language, site } = visit
  const person = await orErrorPage(call(me, {}))
  const types = await orErrorPage(call(registryTypes, { lang: language }))
  const places = await orErrorPage(call(addressPlaces, { country: homeCountry, lang: language }))
  const type = types.some(one => one.slug === params.eventType) ? params.eventType : undefined
  return {
    language,
    site,
    person: person.id,
    known: {
      name: person.name,
      surname: person.surname,
      'home_address[phone]': shownPhone(person.phone ?? ''),
    },
    types: types.map(({ slug, name }) => ({ slug, name })),
    type,
    countries: places.countries,
    regions: { [homeCountry]: places.regions },
    today: dayInAthens(new Date()),
    draftKey: crypto.randomUUID(),
  }
}

/** A step forward or back without JavaScript, or the registry itself. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  signedIn(visit, request)
  const values = valuesOf(await request.formData())
  const answer = (step: Step, fields: Record<string, string> = {}, failed: string | null = null) =>
    withRegions(visit, { step, values, fields, failed })
  if (values.intent === 'back') return answer(1)
  if (values.intent === 'places') return answer(2)
  const stepOne = check(stepOneOn(dayInAthens(new Date())), unflatten(Object.entries(values)))
  if (!stepOne.ok) return answer(1, stepOne.fields)
  if (values.intent !== 'create') return answer(2)
  const draft = withoutShipping(unflatten(Object.entries(values)))
  const { done, refused } = await attempt(() => visit.call(saveRegistry, draft as never))
  if (done) throw redirect(inLanguage(`${paths.addGifts(done.id)}?done=created`, visit.language))
  const isAboutFields = Object.keys(refused.fields).length > 0
  const step = Object.keys(refused.fields).some(name => name in registryStepOne.shape) ? 1 : 2
  return answer(step, refused.fields, isAboutFields ? null : refused.code)
}

interface Answer {
  step: Step
  values: Values
  fields: Record<string, string>
  /** Why no registry was made, when no field is to blame. */
  failed: string | null
}

/** The answer with the regions of the countries chosen, for those who have no JavaScript to fetch them. */
async function withRegions({ call, language }: PageVisit, answer: Answer) {
  const chosen = ['home_address', 'shipping_address'].map(name => answer.values[`${name}[country]`] ?? '')
  const regions: Record<string, { code: string; name: string }[]> = {}
  for (const country of new Set(chosen.filter(Boolean)))
    regions[country] = (await orErrorPage(call(addressPlaces, { country, lang: language }))).regions
  const status = answer.failed || Object.keys(answer.fields).length > 0 ? 422 : 200
  return data({ ...answer, regions }, { status })
}

function stepOneOn(today: string) {
  return registryStepOne.check(...datesAhead(today))
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
  return pageMeta({
    title: m.registry_create_title(),
    path: paths.createRegistry(),
    language,
    site,
    hidden: true,
  })
}

export default function CreateRegistryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { types, type, countries, today, person, known } = loaderData
  const [draftKey] = useState(loaderData.draftKey)
  const draft = useDraft(person, known, actionData, type)
  const checked = useCheckedForm({
    schema: draft.step === 1 ? stepOneOn(today) : stepTwo,
    words: fieldWords,
    refused: actionData?.fields,
  })
  const form = useRef<HTMLFormElement>(null)
  const top = useRef<HTMLParagraphElement>(null)
  const busy = useNavigation().state !== 'idle'
  const go = (step: Step) => {
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
        <LabelledSummary checked={checked} />
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
  const words = refusalWords(code)
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
