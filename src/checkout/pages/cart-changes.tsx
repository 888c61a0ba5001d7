import type { Language } from '../../base/language.ts'
import { formatEuro } from '../../base/money.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { ButtonLink } from '../../ui/form/button.tsx'
import { EmptyState } from '../../ui/list/list-parts.tsx'
import { Notice } from '../../ui/text/facts.tsx'
import type { Cart } from '../cart.rules.ts'
import type { CartChange } from '../change.rules.ts'
import { useCartPlace } from './cart-store.ts'

export type CartRegistry = Pick<Cart, 'registry_id' | 'registry_name'>

export function CartChanges({ changes, language }: { changes: CartChange[]; language: Language }) {
  if (changes.length === 0) return null
  return (
    <Notice tone="alert" title={m.cart_changed_title()} className="mt-4">
      <ul className="grid gap-1">
        {changes.map(change => (
          <li key={JSON.stringify(change)}>{changeText(change, language)}</li>
        ))}
      </ul>
    </Notice>
  )
}

/** Says that the browser stores nothing, so the cart is lost with this page (R1432). */
export function CartNotKept() {
  if (useCartPlace() !== 'memory') return null
  return (
    <Notice tone="alert" className="mt-4">
      {m.cart_not_kept()}
    </Notice>
  )
}

/** Leads to a registry: to this one when its gifts have just left the cart, else to the search. */
export function EmptyCart(props: { registry: CartRegistry | null; isSmall?: boolean; onLeave?: () => void }) {
  const { registry, isSmall = false, onLeave } = props
  const text = registry ? m.cart_for({ name: registry.registry_name }) : m.cart_empty_text()
  const button = {
    to: registry ? paths.registry(registry.registry_id) : paths.findRegistry(),
    children: registry ? m.cart_more_gifts() : m.site_link_find(),
    onClick: onLeave,
  }
  if (!isSmall)
    return (
      <EmptyState title={m.cart_empty()} action={<ButtonLink {...button} />}>
        {text}
      </EmptyState>
    )
  return (
    <>
      <p className="mt-4">{m.cart_empty()}</p>
      <p className="mt-1 mb-6 text-soft">{text}</p>
      <ButtonLink {...button} kind="outline" wide />
    </>
  )
}

function changeText(change: CartChange, language: Language): string {
  if (change.kind === 'registry') return m.registry_gone()
  const { name } = change
  if (change.kind === 'units') return m.cart_changed_units({ name, count: change.now })
  if (change.kind === 'contribution')
    return m.cart_changed_contribution({ name, now: formatEuro(change.now, language) })
  if (change.kind === 'price') {
    const [now, before] = [formatEuro(change.now, language), formatEuro(change.before, language)]
    return m.cart_changed_price({ name, now, before })
  }
  if (change.kind === 'removed' && !name) return m.cart_changed_removed_one()
  return leavingTexts[change.kind]({ name })
}

const leavingTexts = {
  removed: m.cart_changed_removed,
  unavailable: m.cart_changed_unavailable,
  given: m.cart_changed_given,
  regrouped: m.cart_changed_regrouped,
  answers: m.cart_changed_answers,
}
