import { useEffect, useState } from 'react'
import type { HostKind } from '../../base/kinds.ts'
import { m } from '../../paraglide/messages.js'
import { openStorage } from '../../ui/browser/storage.ts'
import { ErrorSummary } from '../../ui/form/error-summary.tsx'
import { type FormValues, readFormValues } from '../../ui/form/submit-form.ts'
import type { useValidatedForm } from '../../ui/form/validated-form.ts'
import { hostNameLabels } from './host-name-fields.tsx'
import { registryFields } from './registry-field.tsx'

export type CreateStep = 1 | 2

interface Draft {
  /** The customer who wrote it: another one on the same device does not get it. */
  owner: number
  step: CreateStep
  values: FormValues
}

const usualGuestCount = '100'
const storageKey = 'create-registry'
const storage = openStorage('local')

/** Deletes the draft, once its registry is created. */
export function deleteRegistryDraft(): void {
  storage.remove(storageKey)
}

/**
 * The form's values and the open step, stored on this device until the registry is created (R201). A new draft starts
 * with `accountValues` and the preselected event type; `lastAnswer` is the server's. `version` changes when a stored
 * draft is restored, so that the fields take its values.
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
    // Most hosts have the gifts delivered to their home, and nobody counts their guests to begin with.
    values: lastAnswer?.values ?? {
      same_as_home: 'on',
      guest_count: usualGuestCount,
      ...accountValues,
      ...preselected,
    },
    version: 0,
  })
  const [answerBefore, setAnswerBefore] = useState(lastAnswer)
  if (lastAnswer !== answerBefore) {
    setAnswerBefore(lastAnswer)
    if (lastAnswer) setState({ ...state, step: lastAnswer.step })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const draft = lastAnswer ? null : readDraft(owner)
    if (draft) setState({ step: draft.step, values: { ...draft.values, ...preselected }, version: 1 })
  }, [])
  const save = (form: HTMLFormElement, step: CreateStep = state.step) => {
    const draft: Draft = { owner, step, values: readFormValues(new FormData(form)) }
    storage.write(storageKey, JSON.stringify(draft))
  }
  const goTo = (step: CreateStep, form: HTMLFormElement) => {
    save(form, step)
    setState({ ...state, step })
  }
  return { ...state, save, goTo }
}

function readDraft(owner: number): Draft | null {
  try {
    const draft = JSON.parse(storage.read(storageKey) ?? 'null') as Partial<Draft> | null
    if (draft?.owner !== owner || typeof draft.values !== 'object') return null
    return { owner, step: draft.step === 2 ? 2 : 1, values: draft.values }
  } catch {
    return null
  }
}

/** Short names where the label is a question. */
const fieldLabels: Record<string, () => string> = {
  type: m.find_type_label,
  registry_status: m.hosting_menu_privacy,
  home_address: m.registry_home_title,
  shipping_address: m.registry_shipping_title,
}

const registryLabels = Object.fromEntries(
  Object.entries(registryFields).map(([name, { label }]) => [name, label]),
)

/** The errors that are left, each with the label of its field: several fields may have the same error. */
export function RegistryFormSummary(props: {
  form: ReturnType<typeof useValidatedForm>
  hostKind?: HostKind | undefined
}) {
  const { form } = props
  const labels = { ...fieldLabels, ...registryLabels, ...hostNameLabels(props.hostKind) }
  const { errors, submitCount } = form.summary
  const left = Object.entries(errors).filter(([name]) => name === 'form' || form.error(name) !== null)
  return (
    <ErrorSummary
      errors={Object.fromEntries(left.map(([name, sentence]) => [name, withLabel(labels, name, sentence)]))}
      submitCount={submitCount}
    />
  )
}

function withLabel(labels: Record<string, () => string>, name: string, sentence: string): string {
  const label = labels[name.split('.')[0] ?? '']?.()
  return label ? `${label}: ${sentence}` : sentence
}
