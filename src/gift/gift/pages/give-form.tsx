import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { restRefusal } from '../../../catalogue/products/quantity-rules.ts'
import {
  countInCart,
  type GivingRange,
  givingRange,
  type InCart,
} from '../../../checkout/cart/amount-rules.ts'
import { getStoredCart, useCart, useHydrated } from '../../../checkout/cart/pages/cart-store.ts'
import { isGivenAsAmount } from '../../../checkout/cart/rules.ts'
import { m } from '../../../paraglide/messages.js'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { FieldMessages } from '../../../ui/form/field.tsx'
import { QuantityField } from '../../../ui/form/number-fields.tsx'
import { Notice } from '../../../ui/text/notice.tsx'
import type { GiftView } from '../contract.ts'
import { questionsOf } from '../guest-answer-rules.ts'
import { AmountFields, giveErrorMessage } from './amount-fields.tsx'
import { QuestionFields } from './modifier-fields.tsx'
import { describeQuantityRules } from './quantity-rules-text.ts'
import { type GiveFormProps, useGive } from './use-give.ts'

/** Asks how many units or how much money, and puts it into the cart. Without JavaScript the form is posted. */
export function GiveForm(props: GiveFormProps) {
  const { gift, registry, minimumCents } = props
  const [inCart, keepShown] = useInCart(props)
  const range = givingRange(gift, minimumCents, inCart)
  const isOpen = registry.open && gift.state === 'open' && !isRest(gift)
  return (
    <>
      <FreeAgain state={gift.state} />
      {!isOpen && <p className="mt-6 font-semibold">{notOpenMessage(gift, registry)}</p>}
      {isOpen && range.isAllInCart && <AllInCart />}
      {isOpen && !range.isAllInCart && <OpenGiveForm {...props} {...{ range, inCart, keepShown }} />}
    </>
  )
}

/** Tells whoever waits on the open page that nobody is giving it any more. */
function FreeAgain({ state }: Pick<GiftView, 'state'>) {
  const [wasHeld, setWasHeld] = useState(false)
  if (state === 'held' && !wasHeld) setWasHeld(true)
  return (
    <div role="status">
      {wasHeld && state === 'open' && (
        <Notice tone="done" className="mt-6">
          {m.gift_free_again()}
        </Notice>
      )}
    </div>
  )
}

/** Ties the button at the sheet's edge to its form. */
const formId = 'give'

interface OpenGiveFormProps extends GiveFormProps {
  range: GivingRange
  inCart: InCart
  keepShown(): void
}

function OpenGiveForm(props: OpenGiveFormProps) {
  const { gift, language, result, range, inCart, keepShown } = props
  const [error, setError] = useState(result?.error ?? null)
  const [amount, setAmount] = useState(result?.typed.amount ?? '')
  const [answerErrors, setAnswerErrors] = useState(result?.answerErrors ?? {})
  const { give, confirmation } = useGive(props, setError, setAnswerErrors, keepShown)
  const message = error && giveErrorMessage(error.key, amount, { gift, range, language })
  return (
    <>
      <Form
        id={formId}
        aria-label={m.give_add_to_cart()}
        method="post"
        preventScrollReset
        className="mt-6 border-line has-[p,label]:border-t has-[p,label]:pt-6"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          give(event.currentTarget)
        }}
      >
        <input type="hidden" name="gift" value={gift.id} />
        {isGivenAsAmount(gift) ? (
          <AmountFields
            {...{ gift, range, inCart, language, amount }}
            error={message}
            onChange={text => {
              setAmount(text)
              setError(null)
            }}
          />
        ) : (
          <UnitsField {...{ gift, range, inCart }} typed={result?.typed.quantity} error={message} />
        )}
        <QuestionFields
          questions={questionsOf(gift)}
          language={language}
          typed={result?.typed.answers}
          errors={answerErrors}
          onAnswer={id => setAnswerErrors(({ [id]: _, ...others }) => others)}
        />
        {result?.otherCart && <ReplaceQuestion name={result.otherCart} />}
        {confirmation.open && <ReplaceQuestion name={cartRegistryName()} {...confirmation} />}
      </Form>
      {/* Outside of the form, because it stays in sight however little of the sheet is seen. */}
      {!result?.otherCart && !confirmation.open && (
        <div className="sheet-action">
          <Button type="submit" form={formId} size="large" wide>
            {m.give_add_to_cart()}
          </Button>
        </div>
      )}
    </>
  )
}

interface ReplaceQuestionProps {
  /** The registry of the gifts in the cart. */
  name: string
  /** Without them, where no scripts run, the form is sent with the answer. */
  onConfirm?: () => void
  onClose?: () => void
}

/** In the dialog of the gift, asks before the gifts of another registry leave the cart (R401). */
function ReplaceQuestion({ name, onConfirm, onClose }: ReplaceQuestionProps) {
  const place = useRef<HTMLDivElement>(null)
  const isAnsweredHere = onConfirm !== undefined
  useEffect(() => {
    if (isAnsweredHere) place.current?.querySelector('button')?.focus()
  }, [isAnsweredHere])
  return (
    <Notice tone="alert" title={m.cart_replace_title()} className="mt-5">
      <p>{m.cart_replace_text({ name })}</p>
      <div ref={place} className="mt-4 flex flex-wrap gap-3">
        {onConfirm ? (
          <Button onClick={onConfirm}>{m.cart_replace_confirm()}</Button>
        ) : (
          <Button type="submit" name="replace" value="yes">
            {m.cart_replace_confirm()}
          </Button>
        )}
        {onClose ? (
          <Button kind="outline" onClick={onClose}>
            {m.cart_replace_keep()}
          </Button>
        ) : (
          <ButtonLink to={paths.cart} kind="outline">
            {m.cart_replace_keep()}
          </ButtonLink>
        )}
      </div>
    </Notice>
  )
}

/** What the cart holds of the gift: this device's, or that of the cookie; it is shown as it was once the gift is added. */
function useInCart({ gift, chosen }: GiveFormProps) {
  const cart = useCart()
  const isHydrated = useHydrated()
  const [kept, setKept] = useState<InCart | null>(null)
  const inCart = isHydrated ? countInCart(cart, gift.id) : chosen
  return [kept ?? inCart, () => setKept(inCart)] as const
}

/** Everything that is open is in the guest's own cart: the way there. */
function AllInCart() {
  return (
    <>
      <p className="mt-6 font-semibold">{m.addition_in_cart()}</p>
      <ButtonLink to={paths.cart} kind="outline" className="mt-4">
        {m.give_to_cart()}
      </ButtonLink>
    </>
  )
}

interface UnitsFieldProps {
  gift: GiftView
  range: GivingRange
  inCart: InCart
  typed: string | undefined
  error: string | null
}

/** Of a gift with one open unit that one is given; there is nothing to ask. */
function UnitsField({ gift, range, inCart, typed, error }: UnitsFieldProps) {
  const rules = describeQuantityRules(gift)
  const held = inCart.units > 0 && m.give_units_in_cart({ count: inCart.units })
  if (range.open === 1)
    return (
      <>
        {(rules || held) && <p className="text-sm text-soft">{[held, rules].filter(Boolean).join(' ')}</p>}
        <div role="alert">
          <FieldMessages error={error} />
        </div>
      </>
    )
  return (
    <QuantityField
      key={range.least}
      name="quantity"
      label={m.give_quantity_label()}
      help={[m.give_quantity_help({ count: range.open }), held, rules].filter(Boolean).join(' ')}
      defaultValue={Number(typed || range.least)}
      min={range.least}
      max={range.most}
      error={error}
    />
  )
}

function cartRegistryName(): string {
  return typeof window === 'undefined' ? '' : getStoredCart().registry_name
}

function notOpenMessage(gift: GiftView, registry: RegistryView): string {
  if (!registry.open) return m.registry_closed_note()
  if (gift.state === 'given') return m.gift_given_thanks()
  if (gift.state === 'held') return heldMessage(gift)
  if (gift.state === 'open') return restMessage(gift)
  return m.gift_unavailable_note()
}

/** A guest is at the checkout with it; an order that awaits its payment may take days. */
function heldMessage({ held_minutes: minutes }: GiftView): string {
  return minutes === null || minutes > 60 ? m.gift_held_note() : m.gift_held_minutes({ count: minutes })
}

/** Whether the shop doesn't sell what is open of the gift to one guest alone (R321). */
const isRest = (gift: GiftView) => !isGivenAsAmount(gift) && restRefusal(gift.open_units, gift) !== null

function restMessage(gift: GiftView): string {
  const { open_units, min_quantity: least, stock } = gift
  return restRefusal(open_units, gift) === 'rest'
    ? m.gift_rest_note({ count: open_units, least })
    : m.gift_stock_short({ count: stock ?? 0, least })
}
