import { useContext, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Language } from '../../base/language.ts'
import { parseEuro } from '../../base/money.ts'
import { addCartLine, emptyCart, toNewCartLine, wouldReplaceCart } from '../../checkout/cart.rules.ts'
import { checkAmount, countInCart, type GivingRange, type InCart } from '../../checkout/change.rules.ts'
import { getStoredCart, openMiniCart, saveCart, trackCartEvent } from '../../checkout/pages/cart-store.ts'
import type { CheckoutFormValues, CheckoutResult } from '../../checkout/pages/checkout-result.ts'
import type { OwnHandoff } from '../../checkout/pages/own-hand-offs.ts'
import type { RegistryView } from '../../registry/registry.contract.ts'
import { afterPaint } from '../../ui/browser/after-paint.ts'
import { fieldSentences, whenFieldSentencesAreLoaded } from '../../ui/form/load-field-sentences.ts'
import { readFormValues } from '../../ui/form/submit-form.ts'
import { ClosePageDialogContext } from '../../ui/overlay/page-dialog-context.ts'
import { useLocalizedHref } from '../../ui/page/link.tsx'
import type { GiftView } from '../gift.contract.ts'
import { answerGuestQuestions, questionsOf } from '../guest-answer.rules.ts'
import { type AnswerErrors, answerFieldName, readGuestAnswers } from '../modifier.rules.ts'

export type GiveFormResult = {
  typed: { quantity: string; amount: string; answers: Record<string, string> }
  error: { field: string; key: string } | null
  answerErrors: AnswerErrors
  /** The name of the registry whose gifts would be replaced; null for none. */
  otherCart: string | null
  handoff?: CheckoutResult
}

/** By which the sticky button outside of the form submits it. */
export const giveFormId = 'give'

export const shareFetcher = ({ id }: Pick<GiftView, 'id'>) => `share-${id}`

export interface GiveFormProps {
  gift: GiftView
  registry: RegistryView
  language: Language
  minimumCents: number
  /** How much of the gift is in the cookie's cart. */
  chosen: InCart
  /** This visitor's hand-off that reserves the gift. */
  own: OwnHandoff | null
  result: GiveFormResult | undefined
  /** The idempotency key: one for each page view, so that a second press finds the same hand-off (R411). */
  pageKey: string
  /** What the giver wrote at another gift of this registry, without scripts. */
  words: CheckoutFormValues | null
  back: string
}

export interface OpenGiveFormProps extends GiveFormProps {
  range: GivingRange
  inCart: InCart
  /** Freezes the shown amount in the cart while the gift is added. */
  keepShown(): void
}

/** Puts the form's units or amount into the cart; a cart of another registry is replaced only after a confirmation (R401). */
export function useGive(
  { gift, registry, language, minimumCents, back }: GiveFormProps,
  setError: (error: GiveFormResult['error']) => void,
  setAnswerErrors: (errors: AnswerErrors) => void,
  keepShown: () => void,
) {
  const navigate = useNavigate()
  const address = useLocalizedHref(back)
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
    const [wrong] = Object.keys(errors)
    if (wrong !== undefined) {
      whenFieldSentencesAreLoaded(() => setAnswerErrors(fieldSentences(errors)))
      form.querySelector<HTMLElement>(`[name=${answerFieldName(Number(wrong))}]`)?.focus()
      return
    }
    const add = () => {
      isAdded.current = true
      // Rendering all changes at once would block a phone for long, so the dialog closes first.
      closeDialog()
      afterPaint(keepShown)
      const cartRegistry = toCartRegistry(registry)
      const line = toNewCartLine(gift, checked.units, checked.cents, answers)
      saveCart(addCartLine(getStoredCart(), cartRegistry, line), afterPaint)
      trackCartEvent('add_to_cart', addCartLine(emptyCart, cartRegistry, line))
      afterPaint(() => {
        setPending(null)
        navigate(address, { preventScrollReset: true })
        openMiniCart()
      })
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

export function toCartRegistry({ id, registry_name: name, type_info }: RegistryView) {
  return { id, name, host_kind: type_info.host_kind }
}

export function readAnswers(gift: GiftView, form: FormData, language: Language) {
  return answerGuestQuestions(questionsOf(gift), readGuestAnswers(readFormValues(form)), language)
}
