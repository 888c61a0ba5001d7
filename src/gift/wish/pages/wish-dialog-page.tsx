import { useState } from 'react'
import {
  data,
  Form,
  redirect,
  useLocation,
  useNavigation,
  useRouteLoaderData,
  useSearchParams,
} from 'react-router'
import type { ReplyOf } from '../../../base/endpoint.ts'
import { agreement } from '../../../base/fields.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { showProductDetails } from '../../../catalogue/products/contract.ts'
import { m } from '../../../paraglide/messages.js'
import { registryErrorMessage } from '../../../registry/registry/pages/error-messages.ts'
import { loadHostedRegistry } from '../../../registry/registry/pages/hosted-registry.ts'
import { readFormValues } from '../../../registry/registry/pages/registry-draft.ts'
import { centsToEuro } from '../../../ui/browser/analytics.ts'
import { useTrackEvent } from '../../../ui/browser/use-track-event.ts'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { Checkbox } from '../../../ui/form/choice-field.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { QuantityField } from '../../../ui/form/number-fields.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { ProductPictures } from '../../../ui/media/product-pictures.tsx'
import { PageDialog } from '../../../ui/overlay/page-dialog.tsx'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { Money } from '../../../ui/text/formatted-text.tsx'
import { Notice } from '../../../ui/text/notice.tsx'
import { ShopHtml } from '../../../ui/text/shop-html.tsx'
import { addGifts, maxGiftNoteLength, maxGiftQuantity, wishInput } from '../../gift/contract.ts'
import { giftCardType } from '../../gift/rules.ts'
import { giftErrorMessages } from '../../manage/pages/gift-error-messages.ts'
import { findChosenVariant, parseOptionChoice } from '../rules.ts'
import type { Route } from './+types/wish-dialog-page'
import type { AddGiftsData } from './add-gifts-page.tsx'
import { OptionFields } from './option-fields.tsx'
import { formatProductQuery } from './product-query.ts'

export type ProductDetailsView = ReplyOf<typeof showProductDetails>

/** The product whole; one the shop no longer has is null. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  await loadHostedRegistry(ctx, request, params.id)
  const { done } = await tryCall(() =>
    ctx.call(showProductDetails, { id: params.productId, lang: ctx.language }),
  )
  return { product: done }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const values = readFormValues(await request.formData())
  const variant_id = values.variant_id || (await chosenVariant(ctx, params.productId, values))
  const products = [{ ...values, variant_id, product_id: params.productId }]
  const { refused } = await tryCall(() => ctx.call(addGifts, { registry_id: registry.id, products } as never))
  if (refused) {
    const fields = Object.entries(refused.fields).map(([name, key]) => [
      name.replace(/^products\.0\./, ''),
      key,
    ])
    return data(
      { ...refused, fields: Object.fromEntries(fields) as Record<string, string>, values },
      { status: refused.status },
    )
  }
  const query = formatProductQuery(new URL(request.url).searchParams, { done: 'added' })
  throw redirect(withLanguage(paths.addGifts(registry.id) + query, ctx.language))
}

/** Without JavaScript only the options travel, not the variant that they make. */
async function chosenVariant({ call }: PageContext, id: string, values: Record<string, string>) {
  const choice = parseOptionChoice(values)
  if (Object.keys(choice).length === 0) return undefined
  const { done } = await tryCall(() => call(showProductDetails, { id }))
  const variant = done && findChosenVariant(done, choice)
  return variant?.available ? String(variant.id) : undefined
}

const wishWithVariant = wishInput.check(
  agreement<{ variant_id?: number | undefined }>(
    one => one.variant_id !== undefined,
    'gift_options_required',
    'variant_id',
  ),
)

/** A product's dialog over the addGiftsData: options, how many, as a group gift or not, with a note. */
export default function WishPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const addGiftsData = useRouteLoaderData<AddGiftsData>('gift/wish/pages/add-gifts-page')
  const [query] = useSearchParams()
  const back = paths.addGifts(params.id) + formatProductQuery(query)
  const { product } = loaderData
  return (
    <PageDialog labelledBy="wish-title" back={back}>
      {product && canBeWished(product) ? (
        <WishForm
          key={product.id}
          product={product}
          back={back}
          answer={actionData}
          startsAsGroup={addGiftsData?.registry.type_info.slug === 'group-activity'}
        />
      ) : (
        <div className="flex flex-col items-start gap-4">
          <h2 id="wish-title" className="pr-12 text-2xl">
            {m.gift_not_available()}
          </h2>
          <p>{m.gift_not_available_text()}</p>
          <ButtonLink to={back} preventScrollReset>
            {m.gift_search_back()}
          </ButtonLink>
        </div>
      )}
    </PageDialog>
  )
}

/** What has no price can't be wished for: nobody could give it. */
function canBeWished({ available, price, variants }: ProductDetailsView): boolean {
  return available && (price !== null || variants.some(variant => variant.price !== null))
}

interface FormProps {
  product: ProductDetailsView
  back: string
  answer: { code: string; fields: Record<string, string>; values: Record<string, string> } | undefined
  startsAsGroup: boolean
}

/** What was added, once the answer leads away from the dialog; null before, and when it was refused. */
function additionUnderWay(
  { state, formData, location }: ReturnType<typeof useNavigation>,
  here: string,
  productId: number,
  price: number | null,
) {
  if (state !== 'loading' || !formData || location.pathname === here) return null
  const quantity = Number(formData.get('quantity') || 1)
  const item = { item_id: String(productId), quantity, price: centsToEuro(price ?? 0) }
  return { currency: 'EUR' as const, items: [item] }
}

function WishForm({ product, back, answer, startsAsGroup }: FormProps) {
  const before = answer?.values
  const [choice, setChoice] = useState(before ? parseOptionChoice(before) : {})
  const [isGroup, setIsGroup] = useState(before ? before.is_group_gifting === 'on' : startsAsGroup)
  const isCard = product.type === giftCardType
  const variant = isCard ? smallestOf(product) : findChosenVariant(product, choice)
  const { error, props, summary } = useValidatedForm({
    schema: product.has_options ? wishWithVariant : wishInput,
    messages: giftErrorMessages,
    fieldErrors: answer?.fields,
  })
  const navigation = useNavigation()
  const busy = navigation.state === 'submitting'
  const price = variant?.price ?? product.price
  useTrackEvent(
    'add_product_to_registry',
    additionUnderWay(navigation, useLocation().pathname, product.id, price),
  )
  return (
    <Form method="post" {...props} preventScrollReset className="flex flex-col gap-6">
      <ProductFacts product={product} image={variant?.image ?? product.image} price={price} />
      <ErrorSummary {...summary} errors={stillWrong(summary.errors, variant !== undefined)} />
      {answer && Object.keys(answer.fields).length === 0 && (
        <Notice tone="alert">{registryErrorMessage(answer.code)}</Notice>
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
        <>
          <div className={isGroup ? 'js:hidden' : ''}>
            <QuantityField
              label={m.gift_quantity_label()}
              name="quantity"
              max={maxGiftQuantity}
              defaultValue={before?.quantity ?? 1}
              error={error('quantity')}
            />
          </div>
          <Checkbox
            label={m.gift_group_label()}
            help={m.gift_group_help()}
            name="is_group_gifting"
            defaultChecked={isGroup}
            onChange={event => setIsGroup(event.target.checked)}
          />
        </>
      )}
      <Checkbox label={m.gift_must_label()} name="must_have" defaultChecked={before?.must_have === 'on'} />
      <TextArea
        label={m.gift_note_label()}
        name="note"
        optional
        rows={2}
        most={maxGiftNoteLength}
        help={m.gift_note_help()}
        defaultValue={before?.note}
        error={error('note')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="large" busy={busy}>
          {m.gift_add_submit()}
        </Button>
        <ButtonLink to={back} size="large" kind="outline" preventScrollReset>
          {m.ui_cancel()}
        </ButtonLink>
      </div>
    </Form>
  )
}

/** Guests choose a gift card's amount: any that the shop sells will do here. */
function smallestOf({ variants }: ProductDetailsView) {
  const sold = variants.filter(({ available, price }) => available && price !== null)
  return sold.toSorted((one, other) => (one.price ?? 0) - (other.price ?? 0))[0]
}

/** Choosing an option is no field of the variant's name: what was said of it ends here. */
function stillWrong(errors: Record<string, string>, isChosen: boolean): Record<string, string> {
  const { variant_id: _, ...others } = errors
  return isChosen ? others : errors
}

function ProductFacts({
  product,
  image,
  price,
}: {
  product: ProductDetailsView
  image: string | null
  price: number | null
}) {
  return (
    <div className="grid gap-5 pr-10 sm:grid-cols-[11rem_1fr]">
      <ProductPictures
        name={product.name}
        images={product.images}
        image={image}
        tile={product.tile}
        className="max-sm:w-36"
      />
      <div>
        <h2 id="wish-title" className="text-2xl">
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
            <summary className="inline-block font-semibold underline underline-offset-4">
              {m.gift_product_text()}
            </summary>
            <ShopHtml html={product.description} className="mt-2 text-sm" />
          </details>
        )}
      </div>
    </div>
  )
}
