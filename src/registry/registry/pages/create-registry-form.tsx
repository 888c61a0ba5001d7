import { type ReactNode, useRef, useState } from 'react'
import { Form } from 'react-router'
import * as z from 'zod/mini'
import type { Day } from '../../../base/dates.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { registryForm, registryFormStepOne, saveRegistry } from '../contract.ts'
import type { EventTypeView } from '../event-type-contract.ts'
import { dateChecks } from '../rules.ts'
import type { AddressChoices } from './address-fields.tsx'
import { AddressStep } from './address-step.tsx'
import { EventStep } from './event-step.tsx'
import { hostKindOf } from './host-name-fields.tsx'
import type { CreateStep, useRegistryDraft } from './registry-draft.ts'
import { RegistryFormSummary } from './registry-form-summary.tsx'

/** The schema of the first step on that day. */
export function stepOneSchema(today: Day) {
  return registryFormStepOne.check(...dateChecks(today))
}

/** The draft without the fields of the delivery address when it is the home address: they may still be filled in. */
export function withoutUnusedAddress<T>(draft: T): T {
  if (typeof draft !== 'object' || draft === null || !('same_as_home' in draft)) return draft
  return { ...draft, shipping_address: undefined }
}

const bothStepsSchema = z.pipe(
  z.transform((draft: z.input<typeof registryForm>) => withoutUnusedAddress(draft)),
  registryForm,
)

/** Both steps in one form, so that it works without JavaScript; one of them is shown (R201). */
export function CreateRegistryForm(props: {
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
      <RegistryFormSummary form={validated} hostKind={hostKind} />
      <Step isOpen={draft.step === 1}>
        <EventStep types={props.types} {...{ hostKind, onTypeChange, today, form }} {...fields} />
        <Button type="submit" name="intent" value="next" size="large" className="self-start">
          {m.registry_create_next()}
        </Button>
      </Step>
      <Step isOpen={draft.step === 2}>
        <AddressStep {...props.places} {...fields} />
        <StepTwoButtons isBusy={isBusy} onBack={() => goTo(1)} />
      </Step>
    </Form>
  )
}

/** The kind of hosts of the chosen event type: the draft's until another is chosen. */
function useHostKind(types: Parameters<typeof hostKindOf>[0], draft: ReturnType<typeof useRegistryDraft>) {
  const [chosen, setChosen] = useState({ type: draft.values.type, version: draft.version })
  const type = chosen.version === draft.version ? chosen.type : draft.values.type
  return {
    hostKind: hostKindOf(types, type),
    onTypeChange: (type: string) => setChosen({ type, version: draft.version }),
  }
}

/** The form's first button is the one that Enter in a field presses: it does what the step's main button does. */
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
