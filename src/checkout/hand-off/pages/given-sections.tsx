import type { ReplyOf } from '../../../base/endpoint.ts'
import type { Language } from '../../../base/language.ts'
import { formatEuro } from '../../../base/money.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Picture } from '../../../ui/media/picture.tsx'
import { ProductTile } from '../../../ui/media/product-tile.tsx'
import { Tile } from '../../../ui/media/tile.tsx'
import { Link } from '../../../ui/page/link.tsx'
import type { getHandoffStatus } from '../contract.ts'

export type GivenHandoff = ReplyOf<typeof getHandoffStatus>

/** The giver's name and what they wrote; the words for single gifts after those for all. */
export interface OwnWords {
  giver: string
  words: string[]
}

/** The hosts in the arch, and the gift before it. */
export function GivenPicture({ handoff }: { handoff: GivenHandoff }) {
  const [gift] = handoff.lines
  return (
    <div className="relative me-4 w-32 shrink-0 md:w-44">
      {handoff.portrait ? (
        <img
          src={handoff.portrait}
          width={176}
          height={215}
          alt={m.hosting_picture_of({ hosts: handoff.hosts })}
          className="arch w-full object-cover"
        />
      ) : (
        <Tile tone="rose" shape="arch" className="w-full items-end pb-8">
          <Picture name="letter" size={80} eager />
        </Tile>
      )}
      {gift && (
        <ProductTile
          image={gift.image}
          tile={gift.tile}
          className="absolute! -right-4 -bottom-3 w-16 outline-4 outline-paper md:w-20"
          eager
        />
      )}
    </div>
  )
}

/** What the hosts will read, as a letter shows it, and where it can be changed. */
export function GivenWords({ own }: { own: OwnWords | null }) {
  if (!own) return null
  return (
    <figure className="mb-8 max-w-[60ch]">
      {own.words.map(words => (
        <blockquote
          key={words}
          className="mb-3 whitespace-pre-line wrap-anywhere border-pomegranate border-s-2 ps-4 font-serif text-xl"
        >
          {words}
        </blockquote>
      ))}
      <figcaption className="flex flex-wrap gap-x-4 text-soft">
        {own.words.length > 0 && own.giver && <span>{own.giver}</span>}
        <Link to={paths.myGift} variant="strong">
          {own.words.length > 0 ? m.thanks_change_words() : m.thanks_write_words()}
        </Link>
      </figcaption>
    </figure>
  )
}

/** The gifts; what was paid for them is on the shop's receipt. */
export function GivenGifts({ handoff, language }: { handoff: GivenHandoff; language: Language }) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {handoff.lines.map(line => (
        <li key={line.gift_id} className="flex items-center gap-4 py-3">
          <ProductTile image={line.image} tile={line.tile} className="w-16 shrink-0" eager />
          <p className="flex-1 font-semibold">
            {line.name}
            <span className="block font-normal text-sm text-soft tabular-nums">
              {line.is_group_gifting ? m.cart_contribution() : m.common_units_count({ count: line.units })}
              {`\u00a0· ${formatEuro(line.amount, language)}`}
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}
