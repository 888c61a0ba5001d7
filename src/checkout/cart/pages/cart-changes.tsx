import type { Language } from '../../../base/language.ts'
import { formatEuro } from '../../../base/money.ts'
import { m } from '../../../paraglide/messages.js'
import { Notice } from '../../../ui/text/notice.tsx'
import type { CartChange } from '../change-rules.ts'

/** What has changed about the gifts since they were put into the cart. */
export function CartChanges({ changes, language }: { changes: CartChange[]; language: Language }) {
  if (changes.length === 0) return null
  return (
    <Notice tone="alert" title={m.cart_changed_title()} className="mt-4">
      <ul className="grid gap-1">
        {changes.map(change => (
          <li key={`${change.kind} ${change.name}`}>{changeText(change, language)}</li>
        ))}
      </ul>
    </Notice>
  )
}

function changeText(change: CartChange, language: Language): string {
  const { name } = change
  if (change.kind === 'unavailable') return m.cart_changed_unavailable({ name })
  if (change.kind === 'answers') return m.cart_changed_answers({ name })
  if (change.kind === 'units') return m.cart_changed_units({ name, now: change.now })
  const now = formatEuro(change.now, language)
  if (change.kind === 'contribution') return m.cart_changed_contribution({ name, now })
  return m.cart_changed_price({ name, now, before: formatEuro(change.before, language) })
}
