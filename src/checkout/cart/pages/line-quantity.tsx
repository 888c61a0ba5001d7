import { Form } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { MinusIcon, PlusIcon } from '../../../ui/media/icons.tsx'
import { type CartLine, maxUnitsOf, setCartLineQuantity } from '../rules.ts'
import { getStoredCart, saveCart, useHydrated } from './cart-store.ts'

/** The units of a line between − and +, which submit a form without scripts. */
export function LineQuantityField({ line }: { line: CartLine }) {
  const isHydrated = useHydrated()
  const setUnits = (units: number) => saveCart(setCartLineQuantity(getStoredCart(), line.id, units))
  const stepButton = (intent: 'less' | 'more') => ({
    type: 'submit' as const,
    name: 'intent',
    value: intent,
    className: 'flex size-11 items-center justify-center rounded-pill hover:bg-ink/6',
    onClick: (event: { preventDefault(): void }) => {
      if (!isHydrated) return
      event.preventDefault()
      setUnits(line.quantity + (intent === 'more' ? 1 : -1))
    },
  })
  return (
    <Form
      role="presentation"
      method="post"
      action="/cart"
      onSubmit={event => isHydrated && event.preventDefault()}
      className="-ms-3 flex items-center"
    >
      <input type="hidden" name="gift" value={line.id} />
      <button {...stepButton('less')} aria-label={m.cart_one_less({ name: line.name })}>
        <MinusIcon />
      </button>
      {isHydrated ? (
        <input
          type="number"
          min={line.least ?? 1}
          max={maxUnitsOf(line)}
          inputMode="numeric"
          value={line.quantity}
          aria-label={m.cart_quantity_of({ name: line.name })}
          onChange={event => setUnits(event.currentTarget.valueAsNumber)}
          className="no-spinner h-11 w-14 rounded-field border border-edge bg-card text-center tabular-nums"
        />
      ) : (
        <span className="w-14 text-center tabular-nums">{line.quantity}</span>
      )}
      <button {...stepButton('more')} aria-label={m.cart_one_more({ name: line.name })}>
        <PlusIcon />
      </button>
    </Form>
  )
}
