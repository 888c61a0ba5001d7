import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useSubmit } from 'react-router'
import { type ProductQuery, parseProductQuery } from './product-query.ts'

/** After so many ms without a further letter the shelf is asked. */
const pause = 300

/**
 * A form that asks by itself while it is filled in; without JavaScript its button does. `version` changes, and with
 * it the form is made anew, when the address asks for something that this form did not ask.
 */
export function useAutoSubmitForm(form: RefObject<HTMLFormElement | null>, asked: ProductQuery) {
  const submit = useSubmit()
  const inAddress = JSON.stringify(asked)
  const own = useRef(inAddress)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [version, setVersion] = useState(0)
  useEffect(() => {
    if (own.current === inAddress) return
    own.current = inAddress
    setVersion(known => known + 1)
  }, [inAddress])
  // Whoever has opened a product meanwhile is not called back.
  const { pathname } = useLocation()
  useEffect(() => (pathname ? () => clearTimeout(waiting.current) : undefined), [pathname])

  const ask = () => {
    clearTimeout(waiting.current)
    if (!form.current) return
    const said = new URLSearchParams()
    for (const [name, value] of new FormData(form.current))
      if (typeof value === 'string' && value !== '') said.append(name, value)
    own.current = JSON.stringify(parseProductQuery(said))
    const action = form.current.getAttribute('action') ?? '.'
    submit(said, { action, replace: true, preventScrollReset: true })
  }
  const askSoon = () => {
    clearTimeout(waiting.current)
    waiting.current = setTimeout(ask, pause)
  }
  return { version, ask, askSoon }
}
