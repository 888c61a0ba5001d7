import { useEffect, useState } from 'react'
import { openStorage } from '../../../ui/browser/storage.ts'
import { type FormValues, readFormValues } from '../../../ui/form/submit-form.ts'

export type CreateStep = 1 | 2

interface Draft {
  /** Whose it is: another person on the same device doesn't find it. */
  owner: number
  step: CreateStep
  values: FormValues
}

const key = 'create-registry'
const store = openStorage('local')

/** Forgets the draft once its registry stands (spec §4). */
export function deleteRegistryDraft(): void {
  store.remove(key)
}

/**
 * What the form holds and which step is open, kept on this device until the registry stands; a new one begins with
 * what is `known` of its owner. `version` changes when a kept draft comes back, so that the fields take its values.
 */
export function useRegistryDraft(
  owner: number,
  known: FormValues,
  answered: { step: CreateStep; values: FormValues } | undefined,
  type: string | undefined,
) {
  const asked: FormValues = type ? { type } : {}
  const [state, setState] = useState({
    step: answered?.step ?? (1 as CreateStep),
    // Most hosts want the gifts at home.
    values: answered?.values ?? { same_as_home: 'on', ...known, ...asked },
    version: 0,
  })
  const [seen, setSeen] = useState(answered)
  if (answered !== seen) {
    setSeen(answered)
    if (answered) setState({ ...state, step: answered.step })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const kept = answered ? null : readDraft(owner)
    if (kept) setState({ step: kept.step, values: { ...kept.values, ...asked }, version: 1 })
  }, [])
  const keep = (form: HTMLFormElement, step: CreateStep = state.step) =>
    store.write(
      key,
      JSON.stringify({ owner, step, values: readFormValues(new FormData(form)) } satisfies Draft),
    )
  const go = (step: CreateStep, form: HTMLFormElement) => {
    keep(form, step)
    setState({ ...state, step })
  }
  return { ...state, keep, go }
}

function readDraft(owner: number): Draft | null {
  try {
    const draft = JSON.parse(store.read(key) ?? 'null') as Partial<Draft> | null
    if (draft?.owner !== owner || typeof draft.values !== 'object') return null
    return { owner, step: draft.step === 2 ? 2 : 1, values: draft.values }
  } catch {
    return null
  }
}
