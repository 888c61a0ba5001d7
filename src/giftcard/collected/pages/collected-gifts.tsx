import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { ProductTile } from '../../../ui/media/product-tile.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { Money } from '../../../ui/text/formatted-text.tsx'
import { ProgressBar } from '../../../ui/text/progress-bar.tsx'
import type { CollectedGift, CollectedMoney } from '../../payout/contract.ts'
import { collectedStateMessages, moneySummaryMessages } from './money-messages.ts'

/** One of the three groups; without rows it is not there. */
export function CollectedGiftGroup({
  title,
  rows,
  id,
  money,
}: {
  title: string
  rows: CollectedGift[]
  id: string
  money: CollectedMoney
}) {
  if (rows.length === 0) return null
  return (
    <section>
      <h2 className="text-2xl">{title}</h2>
      <ul className="mt-2 divide-y divide-line">
        {rows.map(row => (
          <Row key={row.id} row={row} id={id} money={money} />
        ))}
      </ul>
    </section>
  )
}

/** A gift with its price, what was collected, how it stands, and what can be done. */
function Row({ row, id, money }: { row: CollectedGift; id: string; money: CollectedMoney }) {
  return (
    <li className="flex gap-4 py-5 sm:gap-5">
      <ProductTile image={row.image} tile={row.tile} className="size-18 shrink-0 self-start sm:size-20" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="flex flex-wrap items-baseline justify-between gap-x-6">
          <span className="font-semibold">{row.name}</span>
          <span className={`text-sm font-semibold ${stateTone[row.state]}`}>
            {collectedStateMessages[row.state]()}
          </span>
        </p>
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-soft">
          <Fact label={m.giftcard_price()} cents={row.price} />
          <Fact label={m.giftcard_collected()} cents={row.collected} />
          {row.open > 0 && row.open !== row.collected && (
            <Fact label={m.giftcard_still_open()} cents={row.open} />
          )}
        </dl>
        {row.type === 'group' && (
          <ProgressBar value={row.collected} max={row.price} tone="sea" thin label={m.giftcard_collected()} />
        )}
        {money.may_redeem && <Actions row={row} id={id} money={money} />}
      </div>
    </li>
  )
}

const stateTone: Record<CollectedGift['state'], string> = {
  collected: 'text-sea',
  requested: 'text-pomegranate',
  issued: 'text-olive',
  redeemed: 'text-olive',
  empty: 'text-soft',
}

function Fact({ label, cents }: { label: string; cents: number }) {
  return (
    <div className="flex gap-1.5">
      <dt>{label}</dt>
      <dd>
        <Money cents={cents} className="font-semibold text-ink" />
      </dd>
    </div>
  )
}

function Actions({ row, id, money }: { row: CollectedGift; id: string; money: CollectedMoney }) {
  const to = (what: string) => `${paths.collectedGiftCards(id)}?ask=${what}&gift=${row.id}&type=${row.type}`
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
      {row.can_redeem && (
        <ButtonLink
          to={to('redeem')}
          size="small"
          preventScrollReset
          aria-label={labelled(m.giftcard_redeem_act(), row)}
        >
          {m.giftcard_redeem_act()}
        </ButtonLink>
      )}
      {row.can_collect && (
        <ButtonLink
          to={to('collect')}
          size="small"
          kind="outline"
          preventScrollReset
          aria-label={labelled(m.giftcard_collect_act(), row)}
        >
          {m.giftcard_collect_act()}
        </ButtonLink>
      )}
      {row.short > 0 && (
        <Link
          to={to('own')}
          variant="text"
          preventScrollReset
          className="inline-flex min-h-10 items-center font-semibold"
          aria-label={labelled(m.giftcard_own_act(), row)}
        >
          {m.giftcard_own_act()}
        </Link>
      )}
      {row.can_move && money.targets.some(target => target.id !== row.id) && (
        <Link
          to={to('move')}
          variant="text"
          preventScrollReset
          className="inline-flex min-h-10 items-center font-semibold"
          aria-label={labelled(m.giftcard_move_act(), row)}
        >
          {m.giftcard_move_act()}
        </Link>
      )}
    </p>
  )
}

const labelled = (act: string, { name }: { name: string }) => `${act}: ${name}`

/** Smart change: what is left over, with where it comes from. */
export function LeftoverList({ id, money }: { id: string; money: CollectedMoney }) {
  if (money.change.length === 0) return null
  const to = (what: string, gift: number) =>
    `${paths.collectedGiftCards(id)}?ask=${what}&gift=${gift}&type=change`
  return (
    <section>
      <h2 className="text-2xl">{m.giftcard_change()}</h2>
      <p className="mt-1 text-soft">{moneySummaryMessages(money.may_redeem).change()}</p>
      <ul className="mt-2 divide-y divide-line">
        {money.change.map(left => (
          <li key={left.id} className="flex gap-4 py-5 sm:gap-5">
            <ProductTile image={left.image} tile={left.tile} className="size-14 shrink-0 self-start" />
            <div className="flex min-w-0 flex-1 flex-col gap-2">
              <p className="flex flex-wrap items-baseline justify-between gap-x-6">
                <span>
                  {m.giftcard_left_from()} <span className="font-semibold">{left.name}</span>
                </span>
                <Money cents={left.open} className="font-semibold" />
              </p>
              {money.may_redeem && (
                <p className="flex flex-wrap gap-2">
                  {money.targets.some(target => target.id !== left.id) && (
                    <ButtonLink
                      to={to('move', left.id)}
                      size="small"
                      preventScrollReset
                      aria-label={labelled(m.giftcard_move_act(), left)}
                    >
                      {m.giftcard_move_act()}
                    </ButtonLink>
                  )}
                  <ButtonLink
                    to={to('collect', left.id)}
                    size="small"
                    kind="outline"
                    preventScrollReset
                    aria-label={labelled(m.giftcard_collect_act(), left)}
                  >
                    {m.giftcard_collect_act()}
                  </ButtonLink>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
