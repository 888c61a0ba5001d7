import { type ReactNode, useRef, useState } from 'react'
import { data, redirect } from 'react-router'
import * as z from 'zod/mini'
import { getAccount } from '../../account/settings.contract.ts'
import { type Day, dayInAthens } from '../../base/dates.ts'
import { parseNestedForm } from '../../base/nested-form.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { formatPhone } from '../../base/text.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/form/button.tsx'
import { Checkbox } from '../../ui/form/choice-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useIsSubmitting } from '../../ui/form/submission.ts'
import { type FormValues, readFormValues, submitForm, validateForm } from '../../ui/form/submit-form.ts'
import { useValidatedForm } from '../../ui/form/validated-form.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Link } from '../../ui/page/link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { errorText, type PageError } from '../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import { requireCustomer } from '../../ui/page/require-customer.ts'
import { Notice } from '../../ui/text/facts.tsx'
import { type EventTypeView, listEventTypes } from '../event-type.contract.ts'
import { sortEventTypes } from '../event-type.rules.ts'
import { registryForm, registryFormStepOne, saveRegistry } from '../registry.contract.ts'
import { dateChecks, withRegionsOfPostcodes } from '../registry.rules.ts'
import type { Route } from './+types/create-registry-page'
import { type AddressChoices, HomeAndShippingAddress, loadPlaces } from './address-fields.tsx'
import { EventStep } from './event-step.tsx'
import { hostKindOf } from './host-name-fields.tsx'
import {
  type CreateStep,
  deleteRegistryDraft,
  RegistryFormSummary,
  useRegistryDraft,
} from './registry-draft.tsx'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  const { call, language, site } = ctx
  const account = await call(getAccount, {})
  const types = await call(listEventTypes, { lang: language })
  const places = await loadPlaces(ctx, {})
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
    ...places,
    today: dayInAthens(new Date()),
    draftKey: crypto.randomUUID(),
  }
}

/** Creates the registry, or without JavaScript goes a step forward or back. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  const typed = readFormValues(await request.formData())
  const values = withRegionsOfPostcodes(typed)
  const answer = async (
    step: CreateStep,
    fields: Record<string, string> = {},
    failed: PageError | null = null,
  ) => {
    const { regions } = await loadPlaces(ctx, values)
    const status = failed || Object.keys(fields).length > 0 ? 422 : 200
    return data({ step, values, fields, failed, regions }, { status })
  }
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

/** Deletes the draft with the answer (R201), so that people who come back before the next page opens start empty. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const draftKey = (await request.clone().formData()).get('draft_key')
  return serverAction().catch(answer => {
    const target = answer instanceof Response ? answer.headers.get('location') : null
    if (target?.includes('done=created')) deleteRegistryDraft(draftKey)
    throw answer
  })
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const title = m.registry_create_title()
  return buildPageMeta({ ...loaderData, title, path: paths.createRegistry(), noindex: true })
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
        actions={<Button onClick={() => setClosedCode(code)}>{m.common_ok()}</Button>}
      />
    </div>
  )
}

function stepOneSchema(today: Day) {
  return registryFormStepOne.check(...dateChecks(today))
}

/** Drops the delivery address when it is the same as the home address, because its hidden fields may still be filled in. */
function withoutUnusedAddress<T>(draft: T): T {
  if (typeof draft !== 'object' || draft === null || !('same_as_home' in draft)) return draft
  return { ...draft, shipping_address: undefined }
}

const bothStepsSchema = z.pipe(
  z.transform((draft: z.input<typeof registryForm>) => withoutUnusedAddress(draft)),
  registryForm,
)

/** Both steps are in one form, so that it works without JavaScript; one of them is shown (R201). */
function CreateRegistryForm(props: {
  types: Pick<EventTypeView, 'slug' | 'name' | 'illustration' | 'host_kind'>[]
  places: AddressChoices
  today: Day
  draft: ReturnType<typeof useRegistryDraft>
  draftKey: string
  fieldErrors: Record<string, string> | undefined
  onStepChange: () => void
}) {
  const { draft, today } = props
  const form = useRef<HTMLFormElement>(null)
  const validated = useValidatedForm({
    endpoint: saveRegistry,
    schema: draft.step === 1 ? stepOneSchema(today) : bothStepsSchema,
    fieldErrors: props.fieldErrors,
  })
  const isBusy = useIsSubmitting()
  const { hostKind, onTypeChange } = useHostKind(props.types, draft)
  const goTo = (step: CreateStep) => {
    if (form.current) draft.goTo(step, form.current)
    props.onStepChange()
  }
  const fields = { values: draft.values, error: validated.error }
  return (
    <Form
      aria-label={m.registry_create_title()}
      method="post"
      ref={form}
      key={draft.version}
      {...validated.props}
      onChange={event => {
        validated.props.onChange(event)
        draft.save(event.currentTarget)
      }}
      onSubmit={event => {
        if (isBusy) return event.preventDefault()
        validated.props.onSubmit(event)
        if (event.defaultPrevented || draft.step === 2) return
        event.preventDefault()
        goTo(2)
      }}
      className="flex flex-col gap-7"
    >
      <EnterButton step={draft.step} />
      <input type="hidden" name="draft_key" value={draft.values.draft_key ?? props.draftKey} />
      <RegistryFormSummary form={validated} hostKind={hostKind} step={draft.step} />
      <Step isOpen={draft.step === 1}>
        <EventStep
          types={props.types}
          hostKind={hostKind}
          onTypeChange={onTypeChange}
          today={today}
          form={form}
          {...fields}
        />
        <Button type="submit" name="intent" value="next" size="large" className="self-start">
          {m.common_continue()}
        </Button>
      </Step>
      <Step isOpen={draft.step === 2}>
        <AddressStep {...props.places} {...fields} />
        <StepTwoButtons isBusy={isBusy} onBack={() => goTo(1)} />
      </Step>
    </Form>
  )
}

/** The kind of hosts of the chosen event type, at first the draft's. */
function useHostKind(types: Parameters<typeof hostKindOf>[0], draft: ReturnType<typeof useRegistryDraft>) {
  const [chosen, setChosen] = useState({ type: draft.values.type, version: draft.version })
  const type = chosen.version === draft.version ? chosen.type : draft.values.type
  return {
    hostKind: hostKindOf(types, type),
    onTypeChange: (type: string) => setChosen({ type, version: draft.version }),
  }
}

/** Enter in a field presses the form's first button, so this hidden one does what the step's main button does. */
function EnterButton({ step }: { step: CreateStep }) {
  return (
    <button
      type="submit"
      name="intent"
      value={step === 1 ? 'next' : 'create'}
      tabIndex={-1}
      aria-hidden="true"
      className="sr-only"
    />
  )
}

function Step({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  return (
    <div hidden={!isOpen} className="flex flex-col gap-7 [&[hidden]]:hidden">
      {children}
    </div>
  )
}

function StepTwoButtons({ isBusy, onBack }: { isBusy: boolean; onBack: () => void }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" name="intent" value="create" size="large" busy={isBusy}>
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
          onBack()
        }}
      >
        {m.registry_create_back()}
      </Button>
    </div>
  )
}

interface StepProps extends AddressChoices {
  values: FormValues
  error: (name: string) => string | null
}

function AddressStep({ countries, regions, values, error }: StepProps) {
  return (
    <>
      <HomeAndShippingAddress
        lead={m.registry_home_lead()}
        countries={countries}
        regions={regions}
        values={values}
        error={error}
      />
      <Checkbox
        label={
          <>
            {m.registry_terms_label()}{' '}
            <Link to="/terms-of-use-registrant" variant="strong" target="_blank">
              {m.registry_terms_link()}
            </Link>{' '}
            {m.registry_terms_and()}{' '}
            <Link to="/terms-of-use-privacy-policy" variant="strong" target="_blank">
              {m.registry_privacy_link()}
            </Link>
          </>
        }
        name="terms"
        defaultChecked={values.terms === 'on'}
        error={error('terms')}
      />
    </>
  )
}
