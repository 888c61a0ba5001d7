import { useEffect, useState } from 'react'
import { m } from '../../paraglide/messages.js'

let sentences: Record<string, () => string> | undefined

/** Loads the sentences of what browsers validate, when somebody comes to a form: most visitors fill in none. */
export async function loadFieldSentences(): Promise<void> {
  sentences ??= await import('./field-sentences.ts').catch(() => undefined)
}

/** Runs at once, or as soon as the sentences are there; without them, too, when they can't be loaded. */
export function whenFieldSentencesAreLoaded(run: () => void): void {
  if (sentences) run()
  else void loadFieldSentences().then(run)
}

function fieldSentence(key: string): string {
  return sentences?.[key]?.() ?? m.field_wrong()
}

/** The sentence beside each wrong field, by the same names. */
export function fieldSentences(keys: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, fieldSentence(key)]))
}

/** The sentence about what is typed at the moment; null while nothing is wrong, or the sentences are loaded. */
export function useFieldSentence(key: string | null): string | null {
  const [, setLoaded] = useState(false)
  useEffect(() => {
    if (key !== null) whenFieldSentencesAreLoaded(() => setLoaded(true))
  }, [key])
  return key === null || !sentences ? null : fieldSentence(key)
}
