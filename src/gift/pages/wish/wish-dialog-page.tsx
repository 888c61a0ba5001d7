import { data, redirect, useRouteLoaderData, useSearchParams } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { type ProductDetailsView, showProductDetails } from '../../../catalogue/products.contract.ts'
import { m } from '../../../paraglide/messages.js'
import { loadHostedRegistry } from '../../../registry/pages/host-page-frame.tsx'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { type FormValues, readFormValues, submitForm } from '../../../ui/form/submit-form.ts'
import { PageDialog } from '../../../ui/overlay/page-dialog.tsx'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { removeGift } from '../../manage.contract.ts'
import { readHostInput, toAnswerFields } from '../../modifier.rules.ts'
import { addGifts } from '../../wish.contract.ts'
import { findChosenVariant, parseOptionChoice } from '../../wish.rules.ts'
import type { Route } from './+types/wish-dialog-page'
import type { AddGiftsData } from './add-gifts-data.ts'
import { formatProductQuery } from './product-query.ts'
import { WishForm } from './wish-form.tsx'

/** Null when the product doesn't exist any more. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  await loadHostedRegistry(ctx, request, params.id)
  const { done: product } = await tryCall(() =>
    ctx.call(showProductDetails, { id: params.productId, lang: ctx.language }),
  )
  return { product }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const values = readFormValues(await request.formData())
  if (values.intent === 'undo') throw await undoWish(ctx, request, registry.id, values.gift_id ?? '')
  const variant_id = values.variant_id || (await findVariantId(ctx, params.productId, values))
  const modifiers = readHostInput(values)
  const said = modifiers.length > 0 && { modifiers }
  const products = [{ ...values, ...said, variant_id, product_id: params.productId }]
  const { refused } = await submitForm(ctx, addGifts, { products }, { registry_id: registry.id })
  if (refused) {
    const fields: Record<string, string> = Object.fromEntries(
      Object.entries(refused.fields).map(([name, key]) => [name.replace(/^products\.0\./, ''), key]),
    )
    return data({ ...refused, fields: toAnswerFields(fields), values }, { status: refused.status })
  }
  const query = formatProductQuery(new URL(request.url).searchParams, { done: 'added' })
  throw redirect(withLanguage(paths.addGifts(registry.id) + query, ctx.language))
}

/** Removes a gift that was just added; if that is refused, the removal dialog says why. */
async function undoWish(ctx: PageContext, request: Request, registryId: string, gift_id: string) {
  const { refused } = await tryCall(() => ctx.call(removeGift, { gift_id }))
  const query = formatProductQuery(new URL(request.url).searchParams, { done: 'removed' })
  const address = refused
    ? `${paths.manageGifts(registryId)}?remove=${encodeURIComponent(gift_id)}`
    : paths.addGifts(registryId) + query
  return redirect(withLanguage(address, ctx.language))
}

/** Without JavaScript the form submits only the options, not the variant that they make. */
async function findVariantId(
  { call }: PageContext,
  productId: string,
  values: FormValues,
): Promise<string | undefined> {
  const choice = parseOptionChoice(values)
  if (Object.keys(choice).length === 0) return undefined
  const { done: product } = await tryCall(() => call(showProductDetails, { id: productId }))
  const variant = product && findChosenVariant(product, choice)
  return variant?.available ? String(variant.id) : undefined
}

export default function WishDialogPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const page = useRouteLoaderData<AddGiftsData>('gift/pages/wish/add-gifts-page')
  const [query] = useSearchParams()
  const back = paths.addGifts(params.id) + formatProductQuery(query)
  const { product } = loaderData
  return (
    <PageDialog labelledBy="wish-title" back={back}>
      {product && canBeAdded(product) ? (
        <WishForm
          key={product.id}
          product={product}
          back={back}
          rejected={actionData}
          startsAsGroup={page?.registry.type_info.starts_as_group ?? false}
        />
      ) : (
        <div className="flex flex-col items-start gap-4">
          <h2 id="wish-title" className="pr-12 text-2xl">
            {product?.needs_file ? m.gift_needs_file() : m.gift_not_available()}
          </h2>
          <p>{product?.needs_file ? m.gift_needs_file_text() : m.gift_not_available_text()}</p>
          <ButtonLink to={back} preventScrollReset>
            {m.gift_search_back()}
          </ButtonLink>
        </div>
      )}
    </PageDialog>
  )
}

function canBeAdded({ available, price, variants }: ProductDetailsView): boolean {
  return available && (price !== null || variants.some(variant => variant.price !== null))
}
