import { useEffect, useState } from 'react'
import { fieldId } from './field.tsx'

/** The error of a field, set here or replaced by the server's next answer, which has the focus moved to the field (R816). */
export function useAnsweredError<E>(field: string, answered: E | null) {
  const [told, setTold] = useState(answered)
  const [error, setError] = useState(answered)
  if (told !== answered) {
    setTold(answered)
    setError(answered)
  }
  useEffect(() => {
    if (answered) document.getElementById(fieldId(field))?.focus()
  }, [field, answered])
  return [error, setError] as const
}
