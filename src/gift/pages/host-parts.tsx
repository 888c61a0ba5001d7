import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import type { RegistryView } from '../../registry/registry.contract.ts'
import { Link } from '../../ui/page/link.tsx'
import { Notice } from '../../ui/text/facts.tsx'
import type { GiftListItem } from '../gift.contract.ts'

/** Tells hosts in surprise mode why they don't see what was given (R221), and where to end it. */
export function SurpriseRegistryNotice({ registry }: { registry: RegistryView }) {
  return (
    <Notice className="mb-6">
      <p>{m.gift_secret_note()}</p>
      <p className="mt-1">
        <Link to={`${paths.registryGifts(registry.id)}#surprise`} variant="strong">
          {m.gift_secret_change()}
        </Link>
      </p>
    </Notice>
  )
}

/** What is special about a gift, for its hosts, and why guests don't see it (R312). */
export function GiftMarks({ gift, withHeld = false }: { gift: GiftListItem; withHeld?: boolean }) {
  const { unavailable_reason: reason } = gift
  const unavailableTexts = { price: m.gift_no_price, file: m.gift_needs_file }
  return (
    <p className="flex flex-wrap gap-x-3 text-sm font-semibold empty:hidden">
      {gift.must_have && <span className="text-pomegranate">{m.gift_most_wanted()}</span>}
      {gift.is_group_gifting && <span className="text-sea">{m.gift_group()}</span>}
      {gift.state === 'given' && <span className="text-olive">{m.gift_given()}</span>}
      {withHeld && gift.state === 'held' && <span className="text-sea">{m.gift_held()}</span>}
      {gift.state === 'unavailable' && (
        <span className="text-soft">{reason ? unavailableTexts[reason]() : m.gift_not_available()}</span>
      )}
    </p>
  )
}
