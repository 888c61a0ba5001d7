import { useEffect, useRef } from 'react'
import { m } from '../../paraglide/messages.js'
import { ButtonLink } from '../../ui/form/button.tsx'
import { Notice } from '../../ui/text/facts.tsx'

/** The shop has the cart, but nothing is reserved because of the limits (R413): the guest decides whether to go on. */
export function UnreservedNotice({ checkoutUrl, onLeave }: { checkoutUrl: string; onLeave?: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  // The button is far below: focus scrolls the notice into view.
  useEffect(() => box.current?.focus(), [])
  return (
    <Notice ref={box} tone="alert" title={m.checkout_unreserved_title()} className="mt-4">
      <p>{m.checkout_unreserved_text()}</p>
      <ButtonLink to={checkoutUrl} size="large" wide className="mt-4" onClick={onLeave}>
        {m.checkout_unreserved_continue()}
      </ButtonLink>
    </Notice>
  )
}
