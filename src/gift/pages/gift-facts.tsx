import type { Language } from '../../base/language.ts'
import { formatEuro } from '../../base/money.ts'
import { m } from '../../paraglide/messages.js'
import { ProductPictures } from '../../ui/product-pictures.tsx'
import { Progress } from '../../ui/progress.tsx'
import { ShopText } from '../../ui/shop-text.tsx'
import type { GiftView } from '../contract.ts'

interface FactsProps {
  gift: GiftView
  language: Language
  /** Sanitised HTML of the shop; empty when the shop is away. */
  description: string
  /** All pictures of the product. */
  images: string[]
}

/** What the gift is: picture, name, chosen options, price, the host's note, the shop's text. */
export function GiftFacts({ gift, language, description, images }: FactsProps) {
  const euro = (cents: number) => formatEuro(cents, language)
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <ProductPictures
        name={gift.name}
        images={images}
        image={gift.image}
        tile={gift.tile}
        given={gift.state === 'given'}
        className="max-sm:mx-auto max-sm:w-44"
      />
      <div>
        <h2 id="gift-title" className="text-2xl">
          {gift.name}
        </h2>
        {gift.brand && <p className="text-soft">{gift.brand}</p>}
        <p className="mt-3 font-semibold text-xl tabular-nums">
          {gift.amounts?.[0] ? m.gift_card_from({ amount: euro(gift.amounts[0]) }) : euro(gift.price)}
        </p>
        <p className="text-sm text-soft">{m.price_with_vat()}</p>
        {!gift.amounts && gift.selected_options.length > 0 && (
          <dl className="mt-3 text-sm">
            {gift.selected_options.map(({ option, value }) => (
              <div key={option} className="flex gap-2">
                <dt className="text-soft">{option}:</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {gift.note && <p className="mt-3 border-pomegranate border-s-2 ps-3 font-serif">{gift.note}</p>}
        {gift.is_group_gifting && (
          <div className="mt-4">
            <Progress value={gift.collected} max={gift.price} tone="sea" label={m.gift_collected_label()} />
            <p className="mt-2 text-sm text-soft tabular-nums">
              {m.gift_collected_of({
                collected: euro(gift.collected),
                price: euro(gift.price),
                givers: m.gift_givers({ count: gift.givers }),
              })}
            </p>
          </div>
        )}
        {description && <ShopText html={description} className="mt-4 text-sm" />}
      </div>
    </div>
  )
}
