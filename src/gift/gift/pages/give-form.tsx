import { useContext, useRef, useState } from 'react'
import { Form, useNavigate } from 'react-router'
import type { Language } from '../../../base/language.ts'
import { parseEuro } from '../../../base/money.ts'
import { capByShop, restRefusal } from '../../../catalogue/products/quantity-rules.ts'
import { checkAmount, countInCart } from '../../../checkout/cart/amount-rules.ts'
import { getStoredCart, saveCart } from '../../../checkout/cart/pages/cart-store.ts'
import { trackCartEvent } from '../../../checkout/cart/pages/cart-tracking.ts'
import { openMiniCart } from '../../../checkout/cart/pages/mini-cart-state.ts'
import {
  addCartLine,
  emptyCart,
  isGivenAsAmount,
  toNewCartLine,
  wouldReplaceCart,
} from '../../../checkout/cart/rules.ts'
import { m } from '../../../paraglide/messages.js'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { Button } from '../../../ui/form/button.tsx'
import { FieldMessages } from '../../../ui/form/field.tsx'
import { QuantityField } from '../../../ui/form/number-fields.tsx'
import { readFormValues } from '../../../ui/form/submit-form.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { ClosePageDialogContext } from '../../../ui/overlay/page-dialog-context.ts'
import { answerFieldName, readGuestAnswers } from '../answer-form-rules.ts'
import type { GiftView } from '../contract.ts'
import { answerGuestQuestions, questionsOf } from '../guest-answer-rules.ts'
import type { AnswerErrors } from '../modifier-rules.ts'
import { AmountFields, giveErrorMessage } from './amount-fields.tsx'
import { QuestionFields } from './modifier-fields.tsx'
import { describeQuantityRules } from './quantity-rules-text.ts'

/** What the server answers when it refuses what was typed. */
export type GiveFormResult = {
  typed: { quantity: string; amount: string; answers: Record<string, string> }
  error: { field: string; key: string } | null
  /** Message keys by the shop's questions. */
  answerErrors: AnswerErrors
}

interface GiveFormProps {
  gift: GiftView
  registry: RegistryView
  language: Language
  minimumCents: number
  result: GiveFormResult | undefined
  back: string
}

/** Asks how many units or how much money, and puts it into the cart. Without JavaScript the form is posted. */
export function GiveForm(props: GiveFormProps) {
  const { gift, registry, language, minimumCents, result } = props
  const [error, setError] = useState(result?.error ?? null)
  const [amount, setAmount] = useState(result?.typed.amount ?? '')
  const [answerErrors, setAnswerErrors] = useState(result?.answerErrors ?? {})
  const { give, confirmation } = useGive(props, setError, setAnswerErrors)
  if (!registry.open || gift.state !== 'open' || isRest(gift))
    return <p className="mt-6 font-semibold">{notOpenMessage(gift, registry)}</p>
  const message = error && giveErrorMessage(error.key, amount, { gift, minimumCents, language })
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
        <AmountFields
          {...{ gift, minimumCents, language, amount }}
          error={message}
          onChange={text => {
            setAmount(text)
            setError(null)
          }}
        />
      ) : (
        <UnitsField gift={gift} typed={result?.typed.quantity} error={message} />
      )}
      <QuestionFields
        questions={questionsOf(gift)}
        language={language}
        typed={result?.typed.answers}
        errors={answerErrors}
        onAnswer={id => setAnswerErrors(({ [id]: _, ...others }) => others)}
      />
      <Button type="submit" size="large" wide className="mt-5">
        {m.give_add_to_cart()}
      </Button>
      <ConfirmDialog
        title={m.cart_replace_title()}
        description={m.cart_replace_text({ name: cartRegistryName() })}
        confirm={m.cart_replace_confirm()}
        {...confirmation}
      />
    </Form>
  )
}

/** Puts what the form says into the cart; a cart of another registry is replaced only after a confirmation (R401). */
function useGive(
  { gift, registry, language, minimumCents, back }: GiveFormProps,
  setError: (error: GiveFormResult['error']) => void,
  setAnswerErrors: (errors: AnswerErrors) => void,
) {
  const navigate = useNavigate()
  const closeDialog = useContext(ClosePageDialogContext)
  const [pending, setPending] = useState<(() => void) | null>(null)
  // A second click before the dialog has closed must not add the gift again.
  const isAdded = useRef(false)

  const give = (form: HTMLFormElement) => {
    if (isAdded.current) return
    const typed = new FormData(form)
    const checked = checkAmount(
      gift,
      { quantity: Number(typed.get('quantity') || '1'), cents: parseEuro(String(typed.get('amount') ?? '')) },
      minimumCents,
      countInCart(getStoredCart(), gift.id),
    )
    if (!checked.ok) {
      setError({ field: checked.field, key: checked.key })
      form.querySelector<HTMLInputElement>(`input[name=${checked.field}]`)?.focus()
      return
    }
    const { answers, errors } = readAnswers(gift, typed, language)
    setAnswerErrors(errors)
    const [wrong] = Object.keys(errors)
    if (wrong !== undefined) {
      form.querySelector<HTMLElement>(`[name=${answerFieldName(Number(wrong))}]`)?.focus()
      return
    }
    const add = () => {
      isAdded.current = true
      setPending(null)
      const cartRegistry = { id: registry.id, name: registry.registry_name }
      const line = toNewCartLine(gift, checked.units, checked.cents, answers)
      saveCart(addCartLine(getStoredCart(), cartRegistry, line))
      trackCartEvent('add_to_cart', addCartLine(emptyCart, cartRegistry, line))
      closeDialog()
      navigate(back, { preventScrollReset: true })
      openMiniCart()
    }
    if (wouldReplaceCart(getStoredCart(), registry.id)) setPending(() => add)
    else add()
  }
  return {
    give,
    confirmation: {
      open: pending !== null,
      onConfirm: () => isAdded.current || pending?.(),
      onClose: () => setPending(null),
    },
  }
}

/** What the form says to the shop's questions (R424). */
export function readAnswers(gift: GiftView, form: FormData, language: Language) {
  return answerGuestQuestions(questionsOf(gift), readGuestAnswers(readFormValues(form)), language)
}

/** Of a gift with one open unit that one is given; there is nothing to ask. */
function UnitsField(props: { gift: GiftView; typed: string | undefined; error: string | null }) {
  const { gift, typed, error } = props
  const rules = describeQuantityRules(gift)
  if (gift.open_units === 1)
    return (
      <>
        {rules && <p className="text-sm text-soft">{rules}</p>}
        <div role="alert">
          <FieldMessages error={error} />
        </div>
      </>
    )
  return (
    <QuantityField
      name="quantity"
      label={m.give_quantity_label()}
      help={[m.give_quantity_help({ count: gift.open_units }), rules].filter(Boolean).join(' ')}
      defaultValue={Number(typed || gift.min_quantity)}
      min={gift.min_quantity}
      max={capByShop(gift.open_units, gift)}
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
  if (gift.state === 'held') return m.gift_held_note()
  if (gift.state === 'open') return restMessage(gift)
  return m.gift_unavailable_note()
}

/** Whether the shop doesn't sell what is open of the gift to one guest alone (R321). */
const isRest = (gift: GiftView) => !isGivenAsAmount(gift) && restRefusal(gift.open_units, gift) !== null

function restMessage(gift: GiftView): string {
  const { open_units, min_quantity: least, stock } = gift
  return restRefusal(open_units, gift) === 'rest'
    ? m.gift_rest_note({ count: open_units, least })
    : m.gift_stock_short({ count: stock ?? 0, least })
}
