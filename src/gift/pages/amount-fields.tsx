import type { ReactNode } from 'react'
import { type Language, mapLanguages } from '../../base/language.ts'
import { type Cents, formatEuro, formatEuroShort, parseEuro } from '../../base/money.ts'
import type { GivingRange, InCart } from '../../checkout/change.rules.ts'
import { m } from '../../paraglide/messages.js'
import { MoneyField } from '../../ui/form/number-fields.tsx'
import { classNames } from '../../ui/style/class-names.ts'
import type { GiftView } from '../gift.contract.ts'

interface AmountFacts {
  gift: GiftView
  range: GivingRange
  language: Language
}

interface AmountFieldsProps extends AmountFacts {
  inCart: InCart
  /** As typed. */
  amount: string
  error: string | null
  note?: string
  onChange(text: string): void
}

export function AmountFields({
  amount,
  error,
  note,
  onChange,
  gift,
  range,
  inCart,
  language,
}: AmountFieldsProps) {
  const { least, most, suggested } = range
  const limits = { least: formatEuro(least, language), most: formatEuro(most, language) }
  const isGroup = gift.is_group_gifting
  const held =
    isGroup && inCart.cents > 0 && m.give_amount_in_cart({ amount: formatEuro(inCart.cents, language) })
  return (
    <>
      <MoneyField
        name="amount"
        label={isGroup ? m.give_amount_label() : m.give_card_label()}
        help={
          isGroup
            ? [m.give_amount_help(limits), held, note].filter(Boolean).join('. ')
            : m.give_card_help(limits)
        }
        value={amount}
        onChange={event => onChange(event.currentTarget.value)}
        error={error}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        {suggested.map(cents => (
          <AmountChip
            key={cents}
            chosen={parseEuro(amount) === cents}
            onClick={() => onChange(formatTypedAmount(cents, language))}
          >
            {formatEuroShort(cents, language)}
          </AmountChip>
        ))}
        {isGroup && (
          <AmountChip
            chosen={parseEuro(amount) === most}
            onClick={() => onChange(formatTypedAmount(most, language))}
          >
            {most < gift.price
              ? m.give_the_rest({ amount: formatEuroShort(most, language) })
              : m.give_all_of_it({ amount: formatEuroShort(most, language) })}
          </AmountChip>
        )}
      </div>
    </>
  )
}

/** Fills the field with its amount; marked while the field has it. */
function AmountChip({
  chosen,
  onClick,
  children,
}: {
  chosen: boolean
  onClick(): void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onClick}
      className={classNames(
        'hidden min-h-(--low) rounded-pill border px-4 font-semibold tabular-nums transition-colors js:inline-block',
        chosen ? 'border-ink bg-ink text-paper' : 'border-line bg-card hover:border-ink',
      )}
    >
      {children}
    </button>
  )
}

const twoDecimals = mapLanguages(
  language => new Intl.NumberFormat(language, { minimumFractionDigits: 2, useGrouping: false }),
)

/** 40, 40.50 or 40,50. */
function formatTypedAmount(cents: Cents, language: Language): string {
  return cents % 100 === 0 ? String(cents / 100) : twoDecimals(language).format(cents / 100)
}

/** The text for an error of `checkAmount`; `amount` is what is typed. */
export function giveErrorMessage(
  key: string,
  amount: string,
  { gift, range, language }: AmountFacts,
): string {
  const least = formatEuro(range.least, language)
  const most = formatEuro(range.most, language)
  if (key === 'amount_wrong') return amount.trim() ? m.amount_wrong() : m.give_amount_missing()
  if (key === 'addition_small') return m.addition_small({ least })
  if (key === 'addition_large') return m.addition_large({ most })
  if (key === 'addition_many') return m.addition_many({ count: range.open })
  if (key === 'addition_least') return m.addition_least({ count: gift.min_quantity })
  if (key === 'addition_most') return m.addition_most({ count: gift.max_quantity ?? 0 })
  if (key === 'addition_stock') return m.addition_stock({ count: gift.stock ?? 0 })
  if (key === 'addition_gone') return m.addition_gone()
  if (key === 'addition_in_cart') return m.addition_in_cart()
  if (key === 'card_amount') return m.addition_card({ least, most })
  return m.quantity_wrong()
}
