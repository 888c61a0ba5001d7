import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useSubmit } from 'react-router'
import { type ProductQuery, parseProductQuery } from './product-query.ts'

/** The search is submitted this long after the last letter. */
const debounceMs = 300

/**
 * A form that submits itself while it is filled in; without JavaScript its button does. `version`, the form's React key,
 * changes when the address changes to something that this form did not submit, so that the fields follow.
 */
export function useAutoSubmitForm(form: RefObject<HTMLFormElement | null>, query: ProductQuery) {
  const submit = useSubmit()
  const addressQuery = JSON.stringify(query)
  const submittedQuery = useRef(addressQuery)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [version, setVersion] = useState(0)
  useEffect(() => {
    if (submittedQuery.current === addressQuery) return
    submittedQuery.current = addressQuery
    setVersion(previous => previous + 1)
  }, [addressQuery])
  // A pending search must not close a product that was opened meanwhile.
  const { pathname } = useLocation()
  useEffect(() => (pathname ? () => clearTimeout(timer.current) : undefined), [pathname])

  const submitNow = () => {
    clearTimeout(timer.current)
    if (!form.current) return
    const values = new URLSearchParams()
    for (const [name, value] of new FormData(form.current))
      if (typeof value === 'string' && value !== '') values.append(name, value)
    submittedQuery.current = JSON.stringify(parseProductQuery(values))
    const action = form.current.getAttribute('action') ?? '.'
    submit(values, { action, replace: true, preventScrollReset: true })
  }
  const submitSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(submitNow, debounceMs)
  }
  return { version, submitNow, submitSoon }
}
