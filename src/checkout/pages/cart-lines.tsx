import { type ReactNode, useState } from 'react'
import type { Language } from '../../base/language.ts'
import { formatEuro } from '../../base/money.ts'
import { giftCardType } from '../../gift/gift.rules.ts'
import { describePreorder } from '../../gift/pages/product-text.tsx'
import { m } from '../../paraglide/messages.js'
import { Form } from '../../ui/form/form.tsx'
import { MinusIcon, PlusIcon } from '../../ui/media/icons.tsx'
import { ProductTile } from '../../ui/media/product-tile.tsx'
import { linkClasses } from '../../ui/page/link.tsx'
import { DotSeparated } from '../../ui/text/facts.tsx'
import {
  type Cart,
  type CartLine,
  cartTotal,
  displayedPrice,
  hasOwnQuantity,
  isGivenAsAmount,
  lineTotal,
  maxUnitsOf,
  removeCartLine,
  type SaidUnits,
  setCartLineQuantity,
} from '../cart.rules.ts'
import { getStoredCart, saveCart, useCartHere } from './cart-store.ts'

interface CartLinesProps {
  cart: Cart
  language: Language
  problemOf?: ((line: CartLine) => string | null) | undefined
  onRemove(line: CartLine): void
}

export function CartLines({ cart, language, problemOf, onRemove }: CartLinesProps) {
  return (
    <ul className="divide-y divide-line">
      {cart.lines.map(line => (
        <CartLineItem
          key={line.id}
          line={line}
          language={language}
          problem={problemOf?.(line) ?? null}
          onRemove={() => onRemove(line)}
        />
      ))}
    </ul>
  )
}

/** The confirmation before a line is removed: its texts and handlers, and whether it is open. */
export function useRemoval() {
  const [line, ask] = useState<CartLine | null>(null)
  const onClose = () => ask(null)
  const question = {
    title: m.cart_remove_title(),
    description: m.cart_remove_text({ name: line?.name ?? '' }),
    confirm: m.cart_remove(),
    danger: true,
    onConfirm: () => {
      if (line) saveCart(removeCartLine(getStoredCart(), line.id))
      onClose()
    },
    onClose,
  }
  return { isAsking: line !== null, question, ask }
}

export function CartTotal({ cart, language }: Pick<CartLinesProps, 'cart' | 'language'>) {
  return (
    <>
      <p className="flex justify-between border-line border-t pt-4 font-semibold text-lg">
        <span>{m.cart_total()}</span>
        <span className="tabular-nums">{formatEuro(cartTotal(cart), language)}</span>
      </p>
      {/* Contributions and gift cards carry no tax. */}
      {!cart.lines.every(isGivenAsAmount) && <p className="text-sm text-soft">{m.price_with_vat()}</p>}
    </>
  )
}

interface CartLineItemProps {
  line: CartLine
  language: Language
  problem: string | null
  onRemove(): void
}

function CartLineItem({ line, language, problem, onRemove }: CartLineItemProps) {
  return (
    <li className="flex gap-4 py-4">
      <ProductTile image={line.primary_image} tile={line.tile} className="w-20 shrink-0 self-start" eager />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{line.name}</p>
        <p className="text-sm text-soft">
          <DotSeparated facts={cartLineFacts(line, language)} />
        </p>
        {line.said?.map(said => (
          <SaidText key={said.answers.map(({ value }) => value).join('\n')} said={said} />
        ))}
        {problem && <p className="text-sm text-pomegranate">{problem}</p>}
        <div className="mt-1 flex flex-wrap items-center gap-x-4">
          {hasOwnQuantity(line) && line.most !== 1 && <LineQuantityField line={line} />}
          {/* Without scripts the button submits; with them it asks first. */}
          <CartForm onSubmit={onRemove}>
            <input type="hidden" name="gift" value={line.id} />
            <button
              type="submit"
              name="intent"
              value="remove"
              className={`target text-sm ${linkClasses.text}`}
              aria-label={m.cart_remove_this({ name: line.name })}
            >
              {m.cart_remove()}
            </button>
          </CartForm>
        </div>
      </div>
      <p className="font-semibold tabular-nums">{formatEuro(lineTotal(line), language)}</p>
    </li>
  )
}

/** The answers for some of the units, such as the name to engrave. */
function SaidText({ said: { units, answers } }: { said: SaidUnits }) {
  const texts = answers.map(({ name, text }) => (name === text ? name : `${name}: ${text}`))
  return (
    <p className="text-sm whitespace-pre-line wrap-anywhere">
      {units}&nbsp;×&nbsp;{texts.join('\u00a0· ')}
    </p>
  )
}

function cartLineFacts(line: CartLine, language: Language): string[] {
  const { quantity, price } = displayedPrice(line)
  const chosen = line.option_selections.map(one => one.value)
  if (line.type === giftCardType) return [m.cart_card()]
  const kind = line.is_group_gifting
    ? m.cart_contribution()
    : `${quantity}\u00a0×\u00a0${formatEuro(price, language)}`
  return line.preorder ? [...chosen, kind, describePreorder(line.preorder, language)] : [...chosen, kind]
}

/** Without scripts the buttons submit a form. */
function LineQuantityField({ line }: { line: CartLine }) {
  const isCartHere = useCartHere()
  const setUnits = (units: number) => saveCart(setCartLineQuantity(getStoredCart(), line.id, units))
  const stepButton = (intent: 'less' | 'more') => ({
    type: 'submit' as const,
    name: 'intent',
    value: intent,
    className: 'flex size-11 items-center justify-center rounded-pill hover:bg-ink/6',
    onClick: (event: { preventDefault(): void }) => {
      if (!isCartHere) return
      event.preventDefault()
      setUnits(line.quantity + (intent === 'more' ? 1 : -1))
    },
  })
  return (
    <CartForm className="-ms-3 flex items-center">
      <input type="hidden" name="gift" value={line.id} />
      <button {...stepButton('less')} aria-label={m.cart_one_less({ name: line.name })}>
        <MinusIcon />
      </button>
      {isCartHere ? (
        <input
          type="number"
          min={line.least ?? 1}
          max={maxUnitsOf(line)}
          inputMode="numeric"
          value={line.quantity}
          aria-label={m.cart_quantity_of({ name: line.name })}
          onChange={event => setUnits(event.currentTarget.valueAsNumber)}
          className="no-spinner h-11 w-14 rounded-field border border-edge bg-card text-center tabular-nums"
        />
      ) : (
        <span className="w-14 text-center tabular-nums">{line.quantity}</span>
      )}
      <button {...stepButton('more')} aria-label={m.cart_one_more({ name: line.name })}>
        <PlusIcon />
      </button>
    </CartForm>
  )
}

/** Changes the cart in the cookie; where scripts keep the cart, it calls `onSubmit` instead. */
export function CartForm(props: { className?: string; onSubmit?: () => void; children: ReactNode }) {
  const isCartHere = useCartHere()
  return (
    <Form
      role="presentation"
      method="post"
      action="/cart"
      className={props.className}
      onSubmit={event => {
        if (!isCartHere) return
        event.preventDefault()
        props.onSubmit?.()
      }}
    >
      {props.children}
    </Form>
  )
}
