import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { ButtonLink } from '../../ui/form/button.tsx'
import { ProductTile } from '../../ui/media/product-tile.tsx'
import { Link } from '../../ui/page/link.tsx'
import { ProgressBar } from '../../ui/text/facts.tsx'
import { Money } from '../../ui/text/formatted-text.tsx'
import type { CollectedGift, CollectedMoney, Leftover } from '../collected.contract.ts'
import { collectedStateMessages, moneySummaryMessages } from './money-messages.ts'
import { WaitingMoneyList } from './waiting-money.tsx'

/** One of the three groups (R601); renders nothing without gifts. */
export function CollectedGiftGroup({
  title,
  gifts,
  id,
  money,
}: {
  title: string
  gifts: CollectedGift[]
  id: string
  money: CollectedMoney
}) {
  if (gifts.length === 0) return null
  return (
    <section>
      <h2 className="text-2xl">{title}</h2>
      <ul className="mt-2 divide-y divide-line">
        {gifts.map(gift => (
          <CollectedGiftRow key={gift.id} gift={gift} id={id} money={money} />
        ))}
      </ul>
    </section>
  )
}

function CollectedGiftRow({ gift, id, money }: { gift: CollectedGift; id: string; money: CollectedMoney }) {
  return (
    <li className="flex gap-4 py-5 sm:gap-5">
      <ProductTile image={gift.image} tile={gift.tile} className="size-18 shrink-0 self-start sm:size-20" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="flex flex-wrap items-baseline justify-between gap-x-6">
          <span className="font-semibold">{gift.name}</span>
          {/* Collected money is shown below, with its amount. */}
          {gift.state !== 'collected' && (
            <span className={`text-sm font-semibold ${stateTone[gift.state]}`}>
              {collectedStateMessages[gift.state]()}
            </span>
          )}
        </p>
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-soft">
          {gift.type !== 'regular' && <Fact label={m.common_price()} cents={gift.price} />}
          <Fact label={m.common_collected()} cents={gift.collected} />
          {gift.open > 0 && gift.open !== gift.collected && (
            <Fact label={m.giftcard_still_open()} cents={gift.open} />
          )}
        </dl>
        {gift.type === 'group' && (
          <ProgressBar value={gift.collected} max={gift.price} tone="sea" thin label={m.common_collected()} />
        )}
        <WaitingMoneyList waiting={gift.waiting} />
        {money.may_redeem && <Actions gift={gift} id={id} money={money} />}
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

function Actions({ gift, id, money }: { gift: CollectedGift; id: string; money: CollectedMoney }) {
  const dialog = (kind: string) => ({
    to: `${paths.collectedGiftCards(id)}?ask=${kind}&gift=${gift.id}&type=${gift.type}`,
    name: gift.name,
  })
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
      {gift.can_redeem && <DialogButton {...dialog('redeem')} text={m.giftcard_redeem_act()} />}
      {gift.can_collect && (
        <DialogButton {...dialog('collect')} text={m.giftcard_collect_act()} kind="outline" />
      )}
      {gift.short > 0 && <DialogLink {...dialog('own')} text={m.giftcard_own_act()} />}
      {gift.can_move && money.targets.some(target => target.id !== gift.id) && (
        <DialogLink {...dialog('move')} text={m.giftcard_move_act()} />
      )}
    </p>
  )
}

/** What opens a dialog about the money of a gift, `name`. */
interface DialogOpenerProps {
  to: string
  text: string
  name: string
}

function DialogButton({ to, text, name, kind }: DialogOpenerProps & { kind?: 'outline' }) {
  return (
    <ButtonLink to={to} size="small" kind={kind} preventScrollReset aria-label={`${text}: ${name}`}>
      {text}
    </ButtonLink>
  )
}

function DialogLink({ to, text, name }: DialogOpenerProps) {
  return (
    <Link
      to={to}
      variant="text"
      preventScrollReset
      className="inline-flex min-h-(--low) items-center font-semibold"
      aria-label={`${text}: ${name}`}
    >
      {text}
    </Link>
  )
}

/** Leftovers (R608, smart change), with the gifts that they come from. */
export function LeftoverList({ id, money }: { id: string; money: CollectedMoney }) {
  if (money.change.length === 0) return null
  const dialog = (kind: string, leftover: Leftover) => ({
    to: `${paths.collectedGiftCards(id)}?ask=${kind}&gift=${leftover.id}&type=change`,
    name: leftover.name,
  })
  return (
    <section>
      <h2 className="text-2xl">{m.giftcard_change()}</h2>
      <p className="mt-1 text-soft">{moneySummaryMessages(money.may_redeem).change()}</p>
      <ul className="mt-2 divide-y divide-line">
        {money.change.map(leftover => (
          <li key={leftover.id} className="flex gap-4 py-5 sm:gap-5">
            <ProductTile
              image={leftover.image}
              tile={leftover.tile}
              className="size-14 shrink-0 self-start"
            />
            <div className="flex min-w-0 flex-1 flex-col gap-2">
              <p className="flex flex-wrap items-baseline justify-between gap-x-6">
                <span>
                  {m.giftcard_left_from()} <span className="font-semibold">{leftover.name}</span>
                </span>
                <Money cents={leftover.open} className="font-semibold" />
              </p>
              <WaitingMoneyList waiting={leftover.waiting} />
              {money.may_redeem && (
                <p className="flex flex-wrap gap-2 empty:hidden">
                  {leftover.can_move && money.targets.some(target => target.id !== leftover.id) && (
                    <DialogButton {...dialog('move', leftover)} text={m.giftcard_move_act()} />
                  )}
                  {leftover.free > 0 && (
                    <DialogButton
                      {...dialog('collect', leftover)}
                      text={m.giftcard_collect_act()}
                      kind="outline"
                    />
                  )}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
