import { useSearchParams } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { Link } from '../../ui/link.tsx'
import { ProductTile } from '../../ui/product-tile.tsx'
import { Money } from '../../ui/spans.tsx'
import type { GiftView } from '../contract.ts'
import { askedQuery } from './asked.ts'

/** The gifts so far, each with the way to change or remove it. */
export function WishedGifts({ gifts }: { gifts: GiftView[] }) {
  return (
    <section id="your-gifts" className="scroll-mt-24">
      <h2 className="text-2xl">{m.gift_yours({ count: gifts.length })}</h2>
      {gifts.length === 0 ? (
        <p className="mt-2 text-soft">{m.gift_yours_none()}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {gifts.map(gift => (
            <WishedGift key={gift.id} gift={gift} />
          ))}
        </ul>
      )}
    </section>
  )
}

function WishedGift({ gift }: { gift: GiftView }) {
  const [query] = useSearchParams()
  const to = (what: 'change' | 'remove') => askedQuery(query, { [what]: String(gift.id) })
  const options = gift.selected_options.map(one => one.value).join(', ')
  return (
    <li className="flex gap-4 py-4">
      <ProductTile
        image={gift.image}
        tile={gift.tile}
        given={gift.state === 'given'}
        className="size-16 shrink-0"
      />
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-semibold">{gift.name}</p>
        <p className="text-sm text-soft">
          {options && `${options} · `}
          {gift.quantity > 1 && `${gift.quantity} × `}
          <Money cents={gift.price} />
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm font-semibold empty:hidden">
          {gift.must_have && <span className="text-pomegranate">{m.gift_most_wanted()}</span>}
          {gift.is_group_gifting && <span className="text-sea">{m.gift_group()}</span>}
          {gift.state === 'given' && <span className="text-olive">{m.gift_given()}</span>}
          {gift.state === 'unavailable' && <span className="text-soft">{m.gift_not_available()}</span>}
        </p>
        {gift.note && <p className="mt-1 text-sm">{gift.note}</p>}
        <p className="mt-1 flex gap-5 text-sm">
          <Link
            to={to('change')}
            preventScrollReset
            look="weight"
            aria-label={m.gift_change_this({ name: gift.name })}
          >
            {m.gift_change()}
          </Link>
          <Link
            to={to('remove')}
            preventScrollReset
            look="weight"
            aria-label={m.gift_remove_this({ name: gift.name })}
          >
            {m.gift_remove()}
          </Link>
        </p>
      </div>
    </li>
  )
}
