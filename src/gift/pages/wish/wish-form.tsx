import { useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import * as z from 'zod/mini'
import { fieldsAgree } from '../../../base/fields.ts'
import type { ShopModifier } from '../../../base/shop-modifiers.ts'
import type { ProductDetailsView } from '../../../catalogue/products.contract.ts'
import { askableModifiers } from '../../../catalogue/products.rules.ts'
import type { ShownQuantityRules } from '../../../catalogue/quantity.rules.ts'
import { m } from '../../../paraglide/messages.js'
import { centsToEuro, useTrackEvent } from '../../../ui/browser/analytics.ts'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { Checkbox } from '../../../ui/form/choice-field.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { controlClasses, Field, fieldId, useFormDraftTick } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { QuantityField } from '../../../ui/form/number-fields.tsx'
import { useSendAfterPaint } from '../../../ui/form/send-after-paint.ts'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { prepareWhenIdle, useValidatedForm } from '../../../ui/form/validated-form.ts'
import { ProductPictures } from '../../../ui/media/product-pictures.tsx'
import { linkClasses } from '../../../ui/page/link.tsx'
import { errorText } from '../../../ui/page/page-errors.ts'
import { Notice } from '../../../ui/text/facts.tsx'
import { Money } from '../../../ui/text/formatted-text.tsx'
import { ShopHtml } from '../../../ui/text/shop-html.tsx'
import { answerChecks, answerFields, maxGiftNoteLength, maxGiftQuantity } from '../../gift.contract.ts'
import { giftCardType } from '../../gift.rules.ts'
import { addGifts, wishInput } from '../../wish.contract.ts'
import {
  findChosenVariant,
  isOptionValueAvailable,
  listVariantOptions,
  type OptionChoice,
  optionFieldName,
  type ProductWithOptions,
  parseOptionChoice,
} from '../../wish.rules.ts'
import type { RejectedGiftForm } from '../change-gift-dialog.tsx'
import { answerLabels, HostModifierFields } from '../modifier-fields.tsx'
import { describeQuantityRules, fewLeftText } from '../product-text.tsx'

const variantChosen = fieldsAgree<{ variant_id?: number | undefined }>(
  wish => wish.variant_id !== undefined,
  'gift_options_required',
  'variant_id',
)

/** Requires a variant where there are options, and valid answers to the shop's questions. */
function wishFormSchema(hasOptions: boolean, asked: ShopModifier[]) {
  const schema = z.extend(wishInput, answerFields(asked))
  return schema.check(...(hasOptions ? [variantChosen] : []), ...answerChecks(asked))
}

/** The shop's questions and the form's schema, memoised across keystrokes. */
function useWishSchema({ type, modifiers, has_options }: ProductDetailsView) {
  const asked = useMemo(() => (type === giftCardType ? [] : askableModifiers(modifiers)), [type, modifiers])
  const schema = useMemo(() => wishFormSchema(has_options, asked), [has_options, asked])
  useEffect(() => prepareWhenIdle(schema), [schema])
  return { asked, schema }
}

interface WishFormProps {
  product: ProductDetailsView
  back: string
  rejected: RejectedGiftForm | undefined
  /** In some event types every gift starts as a group gift (group activity, R216). */
  startsAsGroup: boolean
}

export function WishForm({ product, back, rejected, startsAsGroup }: WishFormProps) {
  const typed = rejected?.values
  const [choice, setChoice] = useState(typed ? parseOptionChoice(typed) : {})
  const isCard = product.type === giftCardType
  const variant = isCard ? cheapestVariant(product) : findChosenVariant(product, choice)
  const price = variant?.price ?? product.price
  const { asked, schema } = useWishSchema(product)
  const { error, props, summary } = useValidatedForm({
    endpoint: addGifts,
    schema,
    fieldErrors: rejected?.fields,
  })
  const busy = useIsSubmitting()
  const send = useSendAfterPaint()
  useTrackAddition(product.id, price)
  return (
    <Form
      aria-label={m.gift_add_submit()}
      method="post"
      {...props}
      onSubmit={event => {
        props.onSubmit(event)
        send(event)
      }}
      className="flex flex-col gap-6"
    >
      <ProductFacts product={product} image={variant?.image ?? product.image} price={price} />
      <ErrorSummary
        {...summary}
        errors={withoutVariantError(summary.errors, variant !== undefined)}
        labels={answerLabels(asked)}
      />
      {rejected && Object.keys(rejected.fields).length === 0 && (
        <Notice tone="alert">{errorText(rejected)}</Notice>
      )}
      <input type="hidden" name="product_id" value={product.id} />
      {isCard && <input type="hidden" name="variant_id" value={variant?.id ?? ''} />}
      {product.has_options && !isCard && (
        <OptionFields
          product={product}
          choice={choice}
          onChoose={setChoice}
          error={variant ? null : error('variant_id')}
        />
      )}
      {!isCard && (
        <QuantityAndGroupFields
          typed={typed}
          startsAsGroup={startsAsGroup}
          rules={{ ...product, stock: variant?.stock ?? product.stock }}
          error={error('quantity')}
        />
      )}
      <HostModifierFields modifiers={asked} values={typed} error={error} />
      <WishNoteFields typed={typed} error={error('note')} />
      <WishButtons back={back} isBusy={busy} />
    </Form>
  )
}

function WishButtons({ back, isBusy }: { back: string; isBusy: boolean }) {
  return (
    <div className="dialog-actions sheet-action">
      <Button type="submit" size="large" busy={isBusy}>
        {m.gift_add_submit()}
      </Button>
      <ButtonLink to={back} size="large" kind="outline" preventScrollReset>
        {m.ui_cancel()}
      </ButtonLink>
    </div>
  )
}

function WishNoteFields({ typed, error }: Pick<QuantityAndGroupFieldsProps, 'typed' | 'error'>) {
  return (
    <>
      <Checkbox label={m.gift_must_label()} name="must_have" defaultChecked={typed?.must_have === 'on'} />
      <TextArea
        label={m.gift_note_label()}
        name="note"
        optional
        rows={2}
        maxCharacters={maxGiftNoteLength}
        help={m.gift_note_help()}
        defaultValue={typed?.note}
        error={error}
      />
    </>
  )
}

/** Sends an analytics event (R811) once the answer leads away from the dialog, which a refusal does not. */
function useTrackAddition(productId: number, price: number | null) {
  const { state, formData, location } = useNavigation()
  const { pathname } = useLocation()
  const isAdded = state === 'loading' && formData !== undefined && location.pathname !== pathname
  const quantity = Number(formData?.get('quantity') || 1)
  const item = { item_id: String(productId), quantity, price: centsToEuro(price ?? 0) }
  useTrackEvent('add_product_to_registry', isAdded ? { currency: 'EUR', items: [item] } : null)
}

interface QuantityAndGroupFieldsProps {
  typed: RejectedGiftForm['values'] | undefined
  startsAsGroup: boolean
  rules: ShownQuantityRules
  error: string | null
}

function QuantityAndGroupFields({ typed, startsAsGroup, rules, error }: QuantityAndGroupFieldsProps) {
  const { min_quantity: least } = rules
  // A group gift is one unit, so the shop has to sell single units.
  const mayBeGroup = least === 1
  const startsChecked = typed ? typed.is_group_gifting === 'on' : startsAsGroup
  const draft = useFormDraftTick('is_group_gifting')
  const [isGroup, setIsGroup] = useState(mayBeGroup && (draft ?? startsChecked))
  return (
    <>
      <div className={isGroup ? 'js:hidden' : ''}>
        <QuantityField
          label={m.common_quantity()}
          name="quantity"
          min={least}
          max={maxGiftQuantity}
          defaultValue={typed?.quantity ?? least}
          help={describeWishRules(rules)}
          error={error}
        />
      </div>
      {mayBeGroup && (
        <>
          {/* An unticked box sends nothing, and then the event type would decide (R216). */}
          <input type="hidden" name="is_group_gifting" value="off" />
          <Checkbox
            label={m.gift_group_label()}
            help={m.gift_group_help()}
            name="is_group_gifting"
            defaultChecked={isGroup}
            onChange={event => setIsGroup(event.target.checked)}
          />
        </>
      )}
    </>
  )
}

/** Hosts may wish for more than the shop has left. */
function describeWishRules(rules: ShownQuantityRules): string | undefined {
  const text = describeQuantityRules(rules)
  return fewLeftText(rules) ? `${text} ${m.gift_stock_wish()}` : text || undefined
}

/** Guests choose a gift card's amount, so any variant that the shop sells will do. */
function cheapestVariant({ variants }: ProductDetailsView) {
  const sold = variants.filter(({ available, price }) => available && price !== null)
  return sold.toSorted((one, other) => (one.price ?? 0) - (other.price ?? 0))[0]
}

/** The summary keeps the variant's error until the next submit, although choosing options has fixed it. */
function withoutVariantError(errors: Record<string, string>, isChosen: boolean): Record<string, string> {
  const { variant_id: _, ...others } = errors
  return isChosen ? others : errors
}

interface ProductFactsProps {
  product: ProductDetailsView
  /** Picture and price (cents) of the chosen variant, else of the product. */
  image: string | null
  price: number | null
}

function ProductFacts({ product, image, price }: ProductFactsProps) {
  return (
    <div className="grid grid-cols-[min(7.5rem,34%)_minmax(0,1fr)] gap-5 pr-10 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <ProductPictures name={product.name} images={product.images} image={image} tile={product.tile} />
      <div>
        <h2 id="wish-title" className="wrap-break-word hyphens-auto text-xl sm:text-2xl">
          {product.name}
        </h2>
        <p className="text-sm text-soft">{product.brand}</p>
        {product.type === giftCardType ? (
          <p className="mt-1">{m.gift_card_wished()}</p>
        ) : (
          price !== null && (
            <p aria-live="polite" className="mt-1">
              <Money cents={price} className="text-lg font-semibold" />{' '}
              <span className="text-sm text-soft">{m.price_with_vat()}</span>
            </p>
          )
        )}
        {product.description && (
          <details className="mt-3" open={product.description.length < 300}>
            <summary className={`inline-block cursor-pointer ${linkClasses.strong}`}>
              {m.gift_product_text()}
            </summary>
            <ShopHtml html={product.description} className="mt-2 text-sm" />
          </details>
        )}
      </div>
    </div>
  )
}

interface OptionFieldsProps {
  product: ProductWithOptions
  choice: OptionChoice
  onChoose: (choice: OptionChoice) => void
  /** Shown at the first option that is not chosen yet. */
  error?: string | null
}

/** A field for each option (R307); values that the other choices exclude are marked. Submits `variant_id` too. */
function OptionFields({ product, choice, onChoose, error }: OptionFieldsProps) {
  const options = listVariantOptions(product)
  const variant = findChosenVariant(product, choice)
  const isComplete = options.every(({ id }) => choice[id] !== undefined)
  const firstUnchosen = options.find(({ id }) => choice[id] === undefined) ?? options[0]
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        {options.map(option => (
          <Field
            key={option.id}
            label={option.name}
            name={optionFieldName(option.id)}
            error={option === firstUnchosen ? error : null}
            {...(option === firstUnchosen ? { id: fieldId('variant_id') } : {})}
          >
            {control => (
              <select
                {...control}
                name={optionFieldName(option.id)}
                value={choice[option.id] ?? ''}
                onChange={event => onChoose(withValue(choice, option.id, event.target.value))}
                className={`${controlClasses} select-arrow pr-11`}
              >
                <option value="">{m.common_choose()}</option>
                {option.values.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {isOptionValueAvailable(product, choice, option.id, id)
                      ? label
                      : `${label}\u00a0· ${m.gift_option_unavailable()}`}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
      </div>
      <p role="status" className="font-semibold text-pomegranate empty:hidden">
        {isComplete && !variant?.available && m.gift_options_gone()}
      </p>
      <input type="hidden" name="variant_id" value={variant?.available ? variant.id : ''} />
    </div>
  )
}

function withValue(choice: OptionChoice, option: number, value: string): OptionChoice {
  const { [option]: _, ...others } = choice
  return value === '' ? others : { ...others, [option]: Number(value) }
}
