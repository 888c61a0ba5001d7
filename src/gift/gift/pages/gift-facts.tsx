import type { Language } from '../../../base/language.ts'
import { formatEuro } from '../../../base/money.ts'
import { m } from '../../../paraglide/messages.js'
import { useHosts } from '../../../registry/registry/pages/use-hosts.ts'
import { ProductPictures } from '../../../ui/media/product-pictures.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { classNames } from '../../../ui/style/class-names.ts'
import { DotSeparated } from '../../../ui/text/dot-separated.tsx'
import { ProgressBar } from '../../../ui/text/progress-bar.tsx'
import { ShopHtml } from '../../../ui/text/shop-html.tsx'
import type { GiftView } from '../contract.ts'
import { giftCardType } from '../rules.ts'
import { describeCollected } from './collected-facts.ts'
import { HostAnswers } from './gift-answers.tsx'
import { describePreorder } from './preorder-text.ts'

interface GiftFactsProps {
  gift: GiftView
  language: Language
  /** Whether the registry still takes gifts. */
  isOpen: boolean
  /** Sanitised HTML of the shop; empty while the shop can't be reached. */
  description: string
  /** All pictures of the product. */
  images: string[]
}

/** Characters; a longer name is set smaller, or it would fill a phone's screen. */
const longName = 60

/** What the gift is: picture, name, chosen options, price, the host's note, the shop's text. */
export function GiftFacts({ gift, language, isOpen, description, images }: GiftFactsProps) {
  const euro = (cents: number) => formatEuro(cents, language)
  return (
    <div className="grid grid-cols-[min(7.5rem,34%)_minmax(0,1fr)] gap-x-5 sm:grid-cols-2 sm:grid-rows-[auto_1fr] sm:gap-x-6">
      <ProductPictures
        name={gift.name}
        images={images}
        image={gift.image}
        tile={gift.tile}
        given={gift.state === 'given'}
        className="sm:row-span-2"
      />
      <div className="pe-10">
        <h2
          id="gift-title"
          className={classNames(
            'wrap-break-word hyphens-auto',
            gift.name.length > longName ? 'text-lg sm:text-xl' : 'text-xl sm:text-2xl',
          )}
        >
          {gift.name}
        </h2>
        {gift.brand && <p className="text-soft">{gift.brand}</p>}
        <p className="mt-3 font-semibold text-xl tabular-nums">
          {gift.amounts?.[0] ? m.gift_card_from({ amount: euro(gift.amounts[0]) }) : euro(gift.price)}
        </p>
        {/* VAT is paid on what a gift card buys, not on the card. */}
        {!gift.amounts && <p className="text-sm text-soft">{m.price_with_vat()}</p>}
        {gift.preorder && <p className="mt-1 text-sm">{describePreorder(gift.preorder, language)}</p>}
      </div>
      <div className="max-sm:col-span-2">
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
        {gift.modifiers.some(({ by }) => by === 'host') && <HostAnswers gift={gift} />}
        {gift.note && <p className="mt-3 border-pomegranate border-s-2 ps-3 font-serif">{gift.note}</p>}
        {gift.is_group_gifting && (
          <div className="mt-4">
            <ProgressBar value={gift.collected} max={gift.price} tone="sea" label={m.common_collected()} />
            <p className="mt-2 text-sm text-soft tabular-nums">
              <DotSeparated facts={describeCollected(gift, isOpen, euro)} />
            </p>
          </div>
        )}
        <ShopText gift={gift} description={description} />
      </div>
    </div>
  )
}

/** What the shop says of the gift, and where it stands there. */
function ShopText({ gift, description }: Pick<GiftFactsProps, 'gift' | 'description'>) {
  const hosts = useHosts()
  return (
    <>
      {gift.state !== 'unavailable' && (
        <p className="mt-4 text-sm">
          <Link to={gift.url} reloadDocument variant="text" className="inline-block py-0.5">
            {m.gift_in_shop()}
          </Link>
        </p>
      )}
      {gift.type === giftCardType ? (
        // The shop's text speaks to whoever buys a card for themselves: here the code goes to the hosts alone.
        <p className="mt-4 text-sm">{m.give_card_money(hosts)}</p>
      ) : (
        description && <ShopHtml html={description} className="mt-4 text-sm" />
      )}
    </>
  )
}
