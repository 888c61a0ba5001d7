import { type ReactNode, useContext, useRef, useState } from 'react'
import { Form, useNavigate } from 'react-router'
import type { Language } from '../../../base/language.ts'
import { formatEuro, formatEuroShort, parseEuro } from '../../../base/money.ts'
import {
  checkAmount,
  countInCart,
  minimumContribution,
  suggestContributions,
} from '../../../checkout/cart/amount-rules.ts'
import { toNewCartLine } from '../../../checkout/cart/gift-rules.ts'
import { getStoredCart, saveCart } from '../../../checkout/cart/pages/cart-store.ts'
import { trackCartEvent } from '../../../checkout/cart/pages/cart-tracking.ts'
import { openMiniCart } from '../../../checkout/cart/pages/mini-cart-state.ts'
import { addCartLine, emptyCart, isGivenAsAmount, wouldReplaceCart } from '../../../checkout/cart/rules.ts'
import { m } from '../../../paraglide/messages.js'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { Button } from '../../../ui/form/button.tsx'
import { FieldMessages } from '../../../ui/form/field.tsx'
import { MoneyField, QuantityField } from '../../../ui/form/number-fields.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { ClosePageDialogContext } from '../../../ui/overlay/page-dialog-context.ts'
import { classNames } from '../../../ui/style/class-names.ts'
import type { GiftView } from '../contract.ts'
import type { GiveFormResult } from './gift-dialog-page.tsx'

interface GiveProps {
  gift: GiftView
  registry: RegistryView
  language: Language
  minimumCents: number
  result: GiveFormResult | undefined
  back: string
}

/** How many, or how much; then into the cart. A plain form underneath, so that it works before and without scripts. */
export function GiveForm({ gift, registry, language, minimumCents, result, back }: GiveProps) {
  const navigate = useNavigate()
  const leave = useContext(ClosePageDialogContext)
  const [fault, setFault] = useState(result?.fault ?? null)
  const [amount, setAmount] = useState(result?.typed.amount ?? '')
  const [asking, setAsking] = useState<(() => void) | null>(null)
  // A second press, before the dialog has gone, gives nothing more.
  const given = useRef(false)
  if (!registry.open || gift.state !== 'open')
    return <p className="mt-6 font-semibold">{whyNot(gift, registry)}</p>

  const give = (form: HTMLFormElement) => {
    if (given.current) return
    const typed = new FormData(form)
    const wanted = checkAmount(
      gift,
      { quantity: Number(typed.get('quantity') || '1'), cents: parseEuro(String(typed.get('amount') ?? '')) },
      minimumCents,
      countInCart(getStoredCart(), gift.id),
    )
    if (!wanted.ok) {
      setFault({ field: wanted.field, key: wanted.key })
      form.querySelector<HTMLInputElement>(`input[name=${wanted.field}]`)?.focus()
      return
    }
    const put = () => {
      given.current = true
      setAsking(null)
      const names = { id: registry.id, name: registry.registry_name }
      const addition = toNewCartLine(gift, wanted.units, wanted.cents)
      saveCart(addCartLine(getStoredCart(), names, addition))
      trackCartEvent('add_to_cart', addCartLine(emptyCart, names, addition))
      leave()
      navigate(back, { preventScrollReset: true })
      openMiniCart()
    }
    if (wouldReplaceCart(getStoredCart(), registry.id)) setAsking(() => put)
    else put()
  }

  const fill = (text: string) => {
    setAmount(text)
    setFault(null)
  }
  const { least, most, offered } = bounds(gift, minimumCents)
  const error =
    fault &&
    faultWords(fault.key === 'amount_wrong' && !amount.trim() ? 'amount_missing' : fault.key, {
      least: formatEuro(least, language),
      most: formatEuro(most, language),
      open: gift.open_units,
    })
  return (
    <Form
      method="post"
      preventScrollReset
      className="mt-6 border-line border-t pt-6"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        give(event.currentTarget)
      }}
    >
      <input type="hidden" name="gift" value={gift.id} />
      {isGivenAsAmount(gift) ? (
        <>
          <MoneyField
            name="amount"
            label={gift.is_group_gifting ? m.give_amount_label() : m.give_card_label()}
            help={helpOf(gift, formatEuro(least, language), formatEuro(most, language))}
            value={amount}
            onChange={event => fill(event.currentTarget.value)}
            error={error}
          />
          <div className="mt-3 flex flex-wrap gap-2">
            {offered.map(cents => (
              <AmountChip
                key={cents}
                chosen={parseEuro(amount) === cents}
                onClick={() => fill(plain(cents, language))}
              >
                {formatEuroShort(cents, language)}
              </AmountChip>
            ))}
            {gift.is_group_gifting && (
              <AmountChip chosen={parseEuro(amount) === most} onClick={() => fill(plain(most, language))}>
                {gift.collected > 0
                  ? m.give_the_rest({ amount: formatEuroShort(most, language) })
                  : m.give_all_of_it({ amount: formatEuroShort(most, language) })}
              </AmountChip>
            )}
          </div>
        </>
      ) : (
        <Units gift={gift} typed={result?.typed.quantity} error={error} />
      )}
      <Button type="submit" size="large" wide className="mt-5">
        {m.give_add_to_cart()}
      </Button>
      <ConfirmDialog
        open={asking !== null}
        title={m.cart_replace_title()}
        description={m.cart_replace_text({ name: currentName() })}
        confirm={m.cart_replace_confirm()}
        onConfirm={() => given.current || asking?.()}
        onClose={() => setAsking(null)}
      />
    </Form>
  )
}

/** How many; of what is wished for once, one is given, and there is nothing to ask. */
function Units(props: { gift: GiftView; typed: string | undefined; error: string | null }) {
  const { gift, typed, error } = props
  if (gift.open_units === 1)
    return (
      <div role="alert">
        <FieldMessages error={error} />
      </div>
    )
  return (
    <QuantityField
      name="quantity"
      label={m.give_quantity_label()}
      help={m.give_quantity_help({ count: gift.open_units })}
      defaultValue={Number(typed || '1')}
      min={1}
      max={gift.open_units}
      error={error}
    />
  )
}

/** The smallest and the largest amount that is taken, and those to offer; of a gift card what the shop offers. */
function bounds({ open_amount, amounts }: GiftView, minimumCents: number) {
  if (amounts) return { least: amounts[0] ?? 0, most: amounts.at(-1) ?? 0, offered: amounts }
  const least = minimumContribution(open_amount, minimumCents)
  return { least, most: open_amount, offered: suggestContributions(open_amount, minimumCents) }
}

function helpOf(gift: GiftView, least: string, most: string): string {
  return gift.is_group_gifting ? m.give_amount_help({ least, most }) : m.give_card_help({ least, most })
}

/** An amount to take over with one press; the one in the field is marked. */
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
        'hidden min-h-10 rounded-pill border px-4 font-semibold tabular-nums transition-colors js:inline-block',
        chosen ? 'border-ink bg-ink text-paper' : 'border-line bg-card hover:border-ink',
      )}
    >
      {children}
    </button>
  )
}

function currentName(): string {
  return typeof window === 'undefined' ? '' : getStoredCart().registry_name
}

function plain(cents: number, language: Language): string {
  const text = (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)
  return language === 'el' ? text.replace('.', ',') : text
}

function whyNot(gift: GiftView, registry: RegistryView): string {
  if (!registry.open) return m.registry_closed_note()
  if (gift.state === 'given') return m.gift_given_thanks()
  if (gift.state === 'held') return m.gift_held_note()
  return m.gift_unavailable_note()
}

function faultWords(key: string, facts: { least: string; most: string; open: number }): string {
  if (key === 'amount_missing') return m.give_amount_missing()
  if (key === 'addition_small') return m.addition_small({ least: facts.least })
  if (key === 'addition_large') return m.addition_large({ most: facts.most })
  if (key === 'addition_many') return m.addition_many({ count: facts.open })
  if (key === 'addition_gone') return m.addition_gone()
  if (key === 'addition_in_cart') return m.addition_in_cart()
  if (key === 'card_amount') return m.addition_card({ least: facts.least, most: facts.most })
  return key === 'amount_wrong' ? m.amount_wrong() : m.quantity_wrong()
}
