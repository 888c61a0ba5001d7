import { Suspense, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { formatMoment } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import { paths } from '../../base/paths.ts'
import { restRefusal } from '../../catalogue/quantity.rules.ts'
import { isGivenAsAmount } from '../../checkout/cart.rules.ts'
import { countInCart, type GivingRange, givingRange, type InCart } from '../../checkout/change.rules.ts'
import { cartPlace, getStoredCart, useCart, useCartHere } from '../../checkout/pages/cart-store.ts'
import { nameMissing } from '../../checkout/pages/checkout-result.ts'
import { HandoffError } from '../../checkout/pages/hand-off-error.tsx'
import { OwnHandoffNotice } from '../../checkout/pages/own-hand-off-notice.tsx'
import { m } from '../../paraglide/messages.js'
import type { RegistryView } from '../../registry/registry.contract.ts'
import { lazyWithRetry } from '../../ui/browser/lazy-retry.tsx'
import { Button, ButtonLink } from '../../ui/form/button.tsx'
import { FieldMessages } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { QuantityField } from '../../ui/form/number-fields.tsx'
import { useSiteData } from '../../ui/page/site-data.ts'
import { Notice } from '../../ui/text/facts.tsx'
import type { GiftView } from '../gift.contract.ts'
import { questionsOf } from '../guest-answer.rules.ts'
import { AmountFields, giveErrorMessage } from './amount-fields.tsx'
import { describeQuantityRules } from './product-text.tsx'
import { ShareForm } from './share-form.tsx'
import {
  type GiveFormProps,
  type GiveFormResult,
  giveFormId,
  type OpenGiveFormProps,
  shareFetcher,
  useGive,
} from './use-give.ts'

/**
 * Asks for units or an amount and puts them into the cart; a share of a group gift goes to the shop at once if the
 * cart is empty (R426). Without JavaScript the form is posted.
 */
export function GiveForm(props: GiveFormProps) {
  const { gift, registry, language, minimumCents, own } = props
  const [inCart, keepShown] = useInCart(props)
  const isCartEmpty = useIsCartEmpty()
  const range = givingRange(gift, minimumCents, inCart)
  const isOpen = registry.open && gift.state === 'open' && !isRest(gift)
  const answered = useFetcher<GiveFormResult>({ key: shareFetcher(gift) }).data
  const result = answered ?? props.result
  const handoff = result?.handoff
  const Fields = gift.is_group_gifting && isCartEmpty ? ShareForm : OpenGiveForm
  return (
    <>
      <FreeAgain state={gift.state} />
      {own && (
        <OwnHandoffNotice handoff={own} language={language} title={m.handoff_gift_yours()} className="mt-6" />
      )}
      {handoff?.refused && handoff.refused.code !== nameMissing && (
        <HandoffError
          error={handoff.refused}
          cart={{ registry_id: registry.id, lines: [gift] }}
          language={language}
          isSheet
        />
      )}
      {!isOpen && !(own && gift.state === 'held') && (
        <p className="mt-6 font-semibold">{notOpenMessage(gift, registry, language)}</p>
      )}
      {isOpen && range.isAllInCart && <AllInCart />}
      {isOpen && !range.isAllInCart && (
        <Fields {...props} result={result} range={range} inCart={inCart} keepShown={keepShown} />
      )}
    </>
  )
}

/** Tells people who wait on the open page that the gift is no longer reserved. */
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

/** Loaded lazily, because few products have questions. */
const QuestionFields = lazyWithRetry(async () => ({
  default: (await import('./modifier-fields.tsx')).QuestionFields,
}))

function OpenGiveForm(props: OpenGiveFormProps) {
  const { gift, language, result, range, inCart, keepShown } = props
  const [error, setError] = useState(result?.error ?? null)
  const [amount, setAmount] = useState(result?.typed.amount ?? '')
  const [answerErrors, setAnswerErrors] = useState(result?.answerErrors ?? {})
  const { give, confirmation } = useGive(props, setError, setAnswerErrors, keepShown)
  const isCartHere = useCartHere()
  const questions = questionsOf(gift)
  const message = error && giveErrorMessage(error.key, amount, { gift, range, language })
  return (
    <>
      <Form
        id={giveFormId}
        aria-label={m.give_add_to_cart()}
        method="post"
        preventScrollReset
        className="mt-6 border-line has-[p,label]:border-t has-[p,label]:pt-6"
        noValidate
        reloadDocument={!isCartHere}
        onSubmit={event => {
          // The cart is in the cookie, so the form is posted as without scripts.
          if (cartPlace() === 'cookie') return
          event.preventDefault()
          give(event.currentTarget)
        }}
      >
        <input type="hidden" name="gift" value={gift.id} />
        {isGivenAsAmount(gift) ? (
          <AmountFields
            gift={gift}
            range={range}
            inCart={inCart}
            language={language}
            amount={amount}
            error={message}
            onChange={text => {
              setAmount(text)
              setError(null)
            }}
          />
        ) : (
          <UnitsField
            gift={gift}
            range={range}
            inCart={inCart}
            typed={result?.typed.quantity}
            error={message}
          />
        )}
        {questions.length > 0 && (
          <Suspense>
            <QuestionFields
              questions={questions}
              language={language}
              typed={result?.typed.answers}
              errors={answerErrors}
              onAnswer={id => setAnswerErrors(({ [id]: _, ...others }) => others)}
            />
          </Suspense>
        )}
        {result?.otherCart && <ReplaceQuestion name={result.otherCart} />}
        {confirmation.open && <ReplaceQuestion name={cartRegistryName()} {...confirmation} />}
      </Form>
      {/* Outside of the form, because it is sticky at the edge of the sheet. */}
      {!result?.otherCart && !confirmation.open && (
        <div className="sheet-action">
          <Button type="submit" form={giveFormId} size="large" wide>
            {m.give_add_to_cart()}
          </Button>
        </div>
      )}
    </>
  )
}

interface ReplaceQuestionProps {
  name: string
  /** Absent without scripts: then the form is posted with the answer. */
  onConfirm?: () => void
  onClose?: () => void
}

/** Asks, within the gift's dialog, before gifts of another registry leave the cart (R401). */
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

/** How much of the gift is in the cart, and a function that freezes the shown value while the gift is added. */
function useInCart({ gift, chosen }: GiveFormProps) {
  const cart = useCart()
  const isCartHere = useCartHere()
  const [kept, setKept] = useState<InCart | null>(null)
  const inCart = isCartHere ? countInCart(cart, gift.id) : chosen
  return [kept ?? inCart, () => setKept(inCart)] as const
}

function useIsCartEmpty(): boolean {
  const cart = useCart()
  const cookieCount = useSiteData()?.cookieCartCount ?? 0
  return cart.lines.length === 0 && cookieCount === 0
}

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

/** With a single open unit there is no quantity to ask for. */
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

function notOpenMessage(gift: GiftView, registry: RegistryView, language: Language): string {
  if (!registry.open) return m.registry_closed_note()
  if (gift.state === 'given') return m.gift_given_thanks()
  if (gift.state === 'held') return heldMessage(gift, language)
  if (gift.state === 'open') return restMessage(gift)
  return m.gift_unavailable_note()
}

/** Minutes for a guest at the checkout; a moment for an order that awaits payment, which may take days. */
function heldMessage({ held_minutes: minutes, held_until: until }: GiftView, language: Language): string {
  if (minutes !== null && minutes <= 60) return m.gift_held_minutes({ count: minutes })
  return until ? m.gift_held_until({ time: formatMoment(new Date(until), language) }) : m.gift_held_note()
}

/** Whether the shop's minimum or stock keeps one guest from buying what is open (R321). */
const isRest = (gift: GiftView) => !isGivenAsAmount(gift) && restRefusal(gift.open_units, gift) !== null

function restMessage(gift: GiftView): string {
  const { open_units, min_quantity: least, stock } = gift
  return restRefusal(open_units, gift) === 'rest'
    ? m.gift_rest_note({ count: open_units, least })
    : m.gift_stock_short({ count: stock ?? 0, least })
}
