import { data, redirect, useRouteLoaderData, useSearchParams } from 'react-router'
import { parseEuro } from '../../../base/money.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { showProductDetails } from '../../../catalogue/products/contract.ts'
import { checkAmount } from '../../../checkout/cart/amount-rules.ts'
import {
  buildCartFromChoices,
  findUnavailableGifts,
  readChoices,
  saveChoices,
} from '../../../checkout/cart/pages/cookie-cart.ts'
import { addCartChoice, countChosen } from '../../../checkout/cart/rules.ts'
import { m } from '../../../paraglide/messages.js'
import { findRegistry } from '../../../registry/registry/contract.ts'
import type { RegistryPageData } from '../../../registry/registry/pages/registry-page.tsx'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { readFormValues, translateKeys } from '../../../ui/form/submit-form.ts'
import { PageDialog } from '../../../ui/overlay/page-dialog.tsx'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { useSite } from '../../../ui/page/site-data.ts'
import { showGifts } from '../contract.ts'
import type { GuestAnswer } from '../guest-answer-rules.ts'
import type { Route } from './+types/gift-dialog-page'
import { GiftFacts } from './gift-facts.tsx'
import { GiveForm } from './give-form.tsx'
import { readAnswers } from './use-give.ts'

/** The gift (null when it can't be seen, with its name when the shop doesn't sell it now) with the product's text and pictures; while the shop is away it shows without them. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { call } = ctx
  const [{ done: product }, gifts] = await Promise.all([
    tryCall(() => call(showProductDetails, { id: params.productId })),
    call(showGifts, { registry_id: params.id }),
  ])
  const variant = new URL(request.url).searchParams.get('variant')
  const isAsked = ({ product_id, variant_id }: { product_id: number; variant_id: number }) =>
    product_id === Number(params.productId) && (variant === null || variant_id === Number(variant))
  const gift = gifts.data.find(isAsked)
  const unavailable = gift ? [] : await findUnavailableGifts(ctx, params.id)
  return {
    gift: gift ?? null,
    unavailableName: unavailable.find(isAsked)?.name ?? null,
    chosen: countChosen(readChoices(ctx), gift?.id ?? 0),
    description: product?.description ?? '',
    images: product?.images ?? [],
  }
}

/** Puts the gift into the cart of a visitor whose JavaScript is off or has not loaded yet. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const form = await request.formData()
  const [registry] = await ctx.call(findRegistry, { id: params.id })
  if (!registry) throw redirect(paths.notFound)
  const { data: gifts } = await ctx.call(showGifts, { registry_id: registry.id })
  const gift = gifts.find(({ id }) => id === Number(form.get('gift')))
  // The dialog then says why it can't be given.
  if (!gift)
    throw redirect(withLanguage(paths.registryGift(params.id, Number(params.productId)), ctx.language))
  const typed = {
    quantity: String(form.get('quantity') ?? ''),
    amount: String(form.get('amount') ?? ''),
    answers: readFormValues(form),
  }
  const { answers, errors } = readAnswers(gift, form, ctx.language)
  const answerErrors = translateKeys(ctx, errors)
  const checked = checkAmount(
    gift,
    { quantity: Number(typed.quantity || '1'), cents: parseEuro(typed.amount) },
    ctx.site.minimumContributionCents,
    countChosen(readChoices(ctx), gift.id),
  )
  const error = checked.ok ? null : { field: checked.field, key: checked.key }
  if (!checked.ok || Object.keys(answerErrors).length > 0)
    return data({ typed, error, answerErrors, otherCart: null }, { status: 422 })
  const otherCart = form.has('replace') ? null : await findOtherCart(ctx, registry.id)
  if (otherCart !== null) return data({ typed, error, answerErrors, otherCart }, { status: 409 })
  const choice =
    checked.cents === null
      ? { gift: gift.id, units: checked.units, answers: answers.map(toChosenAnswer) }
      : { gift: gift.id, cents: checked.cents }
  saveChoices(ctx, addCartChoice(readChoices(ctx), registry.id, choice))
  throw redirect(withLanguage(paths.cart, ctx.language))
}

/** The name of another registry that the cookie holds gifts of, as long as it can be opened (R401). */
async function findOtherCart(ctx: PageContext, registryId: string): Promise<string | null> {
  const { registry } = await buildCartFromChoices(ctx, readChoices(ctx))
  return registry && registry.registry_id !== registryId ? registry.registry_name : null
}

const toChosenAnswer = ({ option_id, value }: GuestAnswer) => ({ option_id, value })

export default function GiftDialogPage({ params, loaderData, actionData }: Route.ComponentProps) {
  const page = useRouteLoaderData<RegistryPageData>('registry/registry/pages/registry-page')
  const site = useSite()
  const [query] = useSearchParams()
  if (!page || !site) return null
  const { gift, chosen, unavailableName, ...product } = loaderData
  const back = paths.registry(params.id) + listQuery(query)
  return (
    <PageDialog labelledBy="gift-title" back={back} about={gift ? `gift-${gift.id}` : undefined}>
      {gift ? (
        <>
          <GiftFacts gift={gift} language={page.language} isOpen={page.registry.open} {...product} />
          <GiveForm
            key={gift.id}
            gift={gift}
            registry={page.registry}
            language={page.language}
            minimumCents={site.minimumContributionCents}
            chosen={chosen}
            result={actionData}
            back={back}
          />
        </>
      ) : (
        <>
          <h2 id="gift-title" className="pe-10 text-2xl">
            {unavailableName === null ? m.gift_gone_title() : m.gift_not_available()}
          </h2>
          <p className="mt-3 text-soft">
            {unavailableName === null ? m.gift_gone_text() : m.gift_not_sold({ name: unavailableName })}
          </p>
          <ButtonLink to={back} preventScrollReset kind="outline" className="mt-6">
            {m.gift_list_all_again()}
          </ButtonLink>
        </>
      )}
    </PageDialog>
  )
}

/** The query of the list beneath the dialog, without what belongs to the dialog. */
function listQuery(query: URLSearchParams): string {
  const remaining = new URLSearchParams(query)
  remaining.delete('variant')
  remaining.delete('lang')
  return remaining.size > 0 ? `?${remaining}` : ''
}
