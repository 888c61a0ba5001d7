import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { ProductTile } from '../../../ui/media/product-tile.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { Money } from '../../../ui/text/formatted-text.tsx'
import type { GiftView } from '../../gift/contract.ts'
import { chosenValues } from '../../gift/list-rules.ts'
import { giftCountText } from '../../gift/pages/gift-count-text.ts'
import { UnavailableText } from '../../gift/pages/unavailable-text.tsx'
import { giftCardType } from '../../gift/rules.ts'
import type { AddGiftsData } from './add-gifts-data.ts'

/** The gifts that were added last, and a link to all of them. */
export function WishedGifts({
  latestGifts,
  giftCounts,
  registry,
}: Pick<AddGiftsData, 'latestGifts' | 'giftCounts' | 'registry'>) {
  const managePath = paths.manageGifts(registry.id)
  return (
    <section id="your-gifts" className="scroll-mt-24">
      <h2 className="text-2xl">{m.gift_yours({ gifts: giftCountText(giftCounts) })}</h2>
      {latestGifts.length === 0 ? (
        <p className="mt-2 text-soft">{m.gift_yours_none()}</p>
      ) : (
        <>
          <ul className="mt-2 divide-y divide-line">
            {latestGifts.map(gift => (
              <WishedGift key={gift.id} gift={gift} managePath={managePath} />
            ))}
          </ul>
          <ButtonLink to={managePath} kind="outline" className="mt-4">
            {m.gift_manage_all()}
          </ButtonLink>
        </>
      )}
    </section>
  )
}

function WishedGift({ gift, managePath }: { gift: GiftView; managePath: string }) {
  const options = chosenValues(gift).join(', ')
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
          {options && `${options}\u00a0· `}
          {gift.quantity > 1 && `${gift.quantity} × `}
          {gift.type === giftCardType
            ? m.gift_card_none()
            : gift.unavailable_reason !== 'price' && <Money cents={gift.price} />}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm font-semibold empty:hidden">
          {gift.must_have && <span className="text-pomegranate">{m.gift_most_wanted()}</span>}
          {gift.is_group_gifting && <span className="text-sea">{m.gift_group()}</span>}
          {gift.state === 'given' && <span className="text-olive">{m.gift_given()}</span>}
          <UnavailableText gift={gift} />
        </p>
        <p className="mt-0.5 flex gap-5 text-sm">
          <Link
            to={`${managePath}?change=${gift.id}`}
            variant="text"
            className="inline-block py-0.5"
            aria-label={m.gift_change_this({ name: gift.name })}
          >
            {m.gift_change()}
          </Link>
          <Link
            to={`${managePath}?remove=${gift.id}`}
            variant="text"
            className="inline-block py-0.5"
            aria-label={m.gift_remove_this({ name: gift.name })}
          >
            {m.gift_remove()}
          </Link>
        </p>
      </div>
    </li>
  )
}
