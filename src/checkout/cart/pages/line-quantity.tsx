import { Form } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { MinusIcon, PlusIcon } from '../../../ui/media/icons.tsx'
import { type CartLine, maxUnitsOf, setCartLineQuantity } from '../rules.ts'
import { getStoredCart, saveCart, useHydrated } from './cart-store.ts'

/** How many of a gift: a number between − and +, which are buttons of a form until the cart is this device's own. */
export function LineQuantityField({ line }: { line: CartLine }) {
  const alive = useHydrated()
  const keep = (units: number) => saveCart(setCartLineQuantity(getStoredCart(), line.id, units))
  const step = (intent: 'less' | 'more') => ({
    type: 'submit' as const,
    name: 'intent',
    value: intent,
    className: 'flex size-11 items-center justify-center rounded-pill hover:bg-ink/6',
    onClick: (event: { preventDefault(): void }) => {
      if (!alive) return
      event.preventDefault()
      keep(line.quantity + (intent === 'more' ? 1 : -1))
    },
  })
  return (
    <Form
      method="post"
      action="/cart"
      onSubmit={event => alive && event.preventDefault()}
      className="-ms-3 flex items-center"
    >
      <input type="hidden" name="gift" value={line.id} />
      <button {...step('less')} aria-label={m.cart_one_less({ name: line.name })}>
        <MinusIcon />
      </button>
      {alive ? (
        <input
          type="number"
          min={1}
          max={maxUnitsOf(line)}
          inputMode="numeric"
          value={line.quantity}
          aria-label={m.cart_quantity_of({ name: line.name })}
          onChange={event => keep(event.currentTarget.valueAsNumber)}
          className="no-spinner h-11 w-14 rounded-field border border-edge bg-card text-center tabular-nums"
        />
      ) : (
        <span className="w-14 text-center tabular-nums">{line.quantity}</span>
      )}
      <button {...step('more')} aria-label={m.cart_one_more({ name: line.name })}>
        <PlusIcon />
      </button>
    </Form>
  )
}
