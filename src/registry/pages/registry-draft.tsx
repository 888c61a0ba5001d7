import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { HostKind } from '../../base/kinds.ts'
import { m } from '../../paraglide/messages.js'
import { openStorage } from '../../ui/browser/storage.ts'
import { ErrorSummary } from '../../ui/form/error-summary.tsx'
import { type FormValues, readFormValues } from '../../ui/form/submit-form.ts'
import type { useValidatedForm } from '../../ui/form/validated-form.ts'
import { usualGuestCount } from '../event-type.rules.ts'
import { registryFormStepOne } from '../registry.contract.ts'
import { hostNameLabels } from './host-name-fields.tsx'
import { registryFields } from './registry-field.tsx'

export type CreateStep = 1 | 2

interface Draft {
  /** The customer who wrote it; others on the same device don't get it. */
  owner: number
  step: CreateStep
  values: FormValues
}

const storageKey = 'create-registry'
const storage = openStorage('local')

/** The key of the form whose registry was created; later saves of that form are ignored (R201). */
let createdKey: unknown = null

/** Deletes the draft once its registry is created. Without a key, that of the stored draft is taken. */
export function deleteRegistryDraft(draftKey?: unknown): void {
  createdKey = draftKey ?? readStored()?.values?.draft_key ?? createdKey
  storage.remove(storageKey)
}

/**
 * The form's values and the open step, stored on this device until the registry is created (R201). A new draft starts
 * with `accountValues` and the preselected event type; `lastAnswer` is the server's last answer. `version` changes
 * when a stored draft is restored, so that the fields are rendered with its values.
 */
export function useRegistryDraft(
  owner: number,
  accountValues: FormValues,
  lastAnswer: { step: CreateStep; values: FormValues } | undefined,
  type: string | undefined,
) {
  const preselected: FormValues = type ? { type } : {}
  const [state, setState] = useState({
    step: lastAnswer?.step ?? (1 as CreateStep),
    // Defaults: gifts are delivered home, and the guest count is the usual one.
    values: lastAnswer?.values ?? {
      same_as_home: 'on',
      guest_count: usualGuestCount(type),
      ...accountValues,
      ...preselected,
    },
    version: 0,
  })
  const place = useRef<Place | null>(null)
  const [answerBefore, setAnswerBefore] = useState(lastAnswer)
  if (lastAnswer !== answerBefore) {
    setAnswerBefore(lastAnswer)
    if (lastAnswer) setState({ ...state, step: lastAnswer.step })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const draft = lastAnswer ? null : readDraft(owner)
    if (!draft) return
    const early = readEarlyInput()
    place.current = findPlace()
    // Don't leave the step of the field that somebody is in.
    const step = place.current || Object.keys(early).length > 0 ? 1 : draft.step
    const { type: typeBefore, guest_count } = draft.values
    const isUsual = type !== undefined && guest_count === usualGuestCount(typeBefore)
    const guests: FormValues = isUsual ? { guest_count: usualGuestCount(type) } : {}
    setState({ step, values: { ...draft.values, ...preselected, ...guests, ...early }, version: 1 })
  }, [])
  // Restoring replaces the fields, so the focus has to be set again.
  useLayoutEffect(() => {
    if (state.version > 0) goBackTo(place.current)
  }, [state.version])
  const save = (form: HTMLFormElement, step: CreateStep = state.step) => {
    const draft: Draft = { owner, step, values: readFormValues(new FormData(form)) }
    if (draft.values.draft_key !== createdKey) storage.write(storageKey, JSON.stringify(draft))
  }
  const goTo = (step: CreateStep, form: HTMLFormElement) => {
    save(form, step)
    setState({ ...state, step })
  }
  return { ...state, save, goTo }
}

function readDraft(owner: number): Draft | null {
  const draft = readStored()
  if (draft?.owner !== owner || typeof draft.values !== 'object') return null
  return { owner, step: draft.step === 2 ? 2 : 1, values: draft.values }
}

function readStored(): Partial<Draft> | null {
  try {
    return JSON.parse(storage.read(storageKey) ?? 'null') as Partial<Draft> | null
  } catch {
    return null
  }
}

/** What was typed and ticked before the page's scripts ran; it wins over a stored draft. */
function readEarlyInput(): FormValues {
  const values: FormValues = {}
  for (const [element, value] of window.earlyInput ?? []) {
    const { name, type, value: choice } = element as HTMLInputElement
    if (typeof value === 'string') values[name] = value
    else if (typeof value === 'boolean' && (value || type === 'checkbox')) values[name] = value ? choice : ''
  }
  return values
}

/** The focused field and the selection in its text. */
interface Place {
  id: string
  selection: [number, number] | null
}

function findPlace(): Place | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || !element.matches('main form :is(input, select, textarea)'))
    return null
  const { selectionStart: start, selectionEnd: end } = element as HTMLInputElement
  return { id: element.id, selection: start === null || end === null ? null : [start, end] }
}

function goBackTo(place: Place | null): void {
  const field = place && document.getElementById(place.id)
  if (!place || !field) return
  field.focus({ preventScroll: true })
  if (place.selection && field instanceof HTMLInputElement) field.setSelectionRange(...place.selection)
}

interface SummaryProps {
  form: ReturnType<typeof useValidatedForm>
  hostKind?: HostKind | undefined
  /** The shown step; errors of the other step are left out, as they have no field to lead to. */
  step?: CreateStep
}

/** The remaining errors, with the field's label where several fields may have the same sentence. */
export function RegistryFormSummary(props: SummaryProps) {
  const { form, hostKind } = props
  const { errors, submitCount } = form.summary
  const isOfStep = (name: string) =>
    props.step === undefined || props.step === (fieldOf(name) in registryFormStepOne.shape ? 1 : 2)
  const ofStep = Object.entries(errors).filter(([name]) => name === 'form' || isOfStep(name))
  const left = ofStep.filter(([name]) => name === 'form' || form.error(name) !== null)
  return (
    <ErrorSummary
      isListed={ofStep.length > 1 || 'form' in errors}
      errors={Object.fromEntries(left)}
      labels={Object.fromEntries(left.map(([name, sentence]) => [name, labelFor(name, sentence, hostKind)]))}
      submitCount={submitCount}
    />
  )
}

const fieldOf = (name: string) => name.split('.')[0] ?? ''

/** Empty where the sentence names its field itself. */
function labelFor(name: string, sentence: string, hostKind: HostKind | undefined): string {
  const { registry_name, event_place, ...others } = registryFields
  const labels: Labels = { registry_name, event_place }
  const field = fieldOf(name)
  if (field === 'shipping_address')
    return sentence === m.shipping_required() ? '' : m.registry_shipping_title()
  if (sentence === m.field_required() || sentence === m.date_wrong()) Object.assign(labels, others)
  const hostLabels: Record<string, () => string> = hostNameLabels(hostKind)
  const label = (hostLabels[field] ?? labels[field]?.label)?.() ?? ''
  return sentence.toLowerCase().includes(label.toLowerCase()) ? '' : label
}

type Labels = Record<string, { label: () => string }>
