import { useEffect, useState } from 'react'
import { storeOf } from '../../ui/storage.ts'

/** A form's values by field name, as the browser sends them. */
export type Values = Record<string, string>
export type Step = 1 | 2

interface Draft {
  /** Whose it is: another person on the same device doesn't find it. */
  owner: number
  step: Step
  values: Values
}

const key = 'create-registry'
const store = storeOf('local')

/** Forgets the draft once its registry stands (spec §4). */
export function dropDraft(): void {
  store.remove(key)
}

/**
 * What the form holds and which step is open, kept on this device until the registry stands; a new one begins with
 * what is `known` of its owner. `version` changes when a kept draft comes back, so that the fields take its values.
 */
export function useDraft(
  owner: number,
  known: Values,
  answered: { step: Step; values: Values } | undefined,
  type: string | undefined,
) {
  const asked: Values = type ? { type } : {}
  const [state, setState] = useState({
    step: answered?.step ?? (1 as Step),
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
  const keep = (form: HTMLFormElement, step: Step = state.step) =>
    store.write(key, JSON.stringify({ owner, step, values: valuesOf(new FormData(form)) } satisfies Draft))
  const go = (step: Step, form: HTMLFormElement) => {
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

/** The texts of a form; files are none of ours. */
export function valuesOf(form: FormData): Values {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}
