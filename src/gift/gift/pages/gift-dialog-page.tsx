import { data, redirect, useRouteLoaderData, useSearchParams } from 'react-router'
import { parseEuro } from '../../../base/money.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { showProductDetails } from '../../../catalogue/products/contract.ts'
import { checkAmount } from '../../../checkout/cart/amount-rules.ts'
import { readChoices, saveChoices } from '../../../checkout/cart/pages/choices-cookie.ts'
import { addCartChoice } from '../../../checkout/cart/rules.ts'
import { m } from '../../../paraglide/messages.js'
import { findRegistry } from '../../../registry/registry/contract.ts'
import type { RegistryPageData } from '../../../registry/registry/pages/registry-page.tsx'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { PageDialog } from '../../../ui/overlay/page-dialog.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { orErrorPage, tryCall } from '../../../ui/page/page-errors.ts'
import { type GiftView, showGifts } from '../contract.ts'
import type { Route } from './+types/gift-dialog-page'
import { GiftFacts } from './gift-facts.tsx'
import { GiveForm } from './give-form.tsx'

/** The gift, null when it is gone, with the product's text and pictures; without them (the shop is away) it still shows. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { call } = context.get(pageContext)
  const [{ done }, gifts] = await Promise.all([
    tryCall(() => call(showProductDetails, { id: params.productId })),
    orErrorPage(call(showGifts, { registry_id: params.id })),
  ])
  const variant = new URL(request.url).searchParams.get('variant')
  const isAsked = (one: GiftView) =>
    one.product_id === Number(params.productId) && (variant === null || one.variant_id === Number(variant))
  const gift = gifts.data.find(isAsked) ?? null
  return { gift, description: done?.description ?? '', images: done?.images ?? [] }
}

/** Puts the gift into the cart of a visitor without JavaScript (or whose scripts have not arrived yet). */
export async function action({ params, request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const form = await request.formData()
  const [registry] = await orErrorPage(ctx.call(findRegistry, { id: params.id }))
  if (!registry) throw redirect(paths.notFound)
  const { data: gifts } = await orErrorPage(ctx.call(showGifts, { registry_id: registry.id }))
  const gift = gifts.find(one => one.id === Number(form.get('gift')))
  if (!gift) throw redirect(withLanguage(paths.registry(params.id), ctx.language))
  const typed = { quantity: String(form.get('quantity') ?? ''), amount: String(form.get('amount') ?? '') }
  const wanted = checkAmount(
    gift,
    { quantity: Number(typed.quantity || '1'), cents: parseEuro(typed.amount) },
    ctx.site.minimumContributionCents,
  )
  if (!wanted.ok) return data({ typed, fault: { field: wanted.field, key: wanted.key } }, { status: 422 })
  const added =
    wanted.cents === null ? { gift: gift.id, units: wanted.units } : { gift: gift.id, cents: wanted.cents }
  saveChoices(ctx, addCartChoice(readChoices(ctx), registry.id, added))
  throw redirect(withLanguage(paths.cart, ctx.language))
}

export type GiveFormResult = {
  typed: { quantity: string; amount: string }
  fault: { field: string; key: string }
}

export default function GiftDialogPage({ params, loaderData, actionData }: Route.ComponentProps) {
  const page = useRouteLoaderData<RegistryPageData>('registry/registry/pages/registry-page')
  const [query] = useSearchParams()
  if (!page) return null
  const { gift, ...goods } = loaderData
  const back = paths.registry(params.id) + rest(query)
  return (
    <PageDialog labelledBy="gift-title" back={back}>
      {gift ? (
        <>
          <GiftFacts gift={gift} language={page.language} open={page.registry.open} {...goods} />
          <GiveForm
            key={gift.id}
            gift={gift}
            registry={page.registry}
            language={page.language}
            minimumCents={page.minimumCents}
            result={actionData}
            back={back}
          />
        </>
      ) : (
        <>
          <h2 id="gift-title" className="pe-10 text-2xl">
            {m.gift_gone_title()}
          </h2>
          <p className="mt-3 text-soft">{m.gift_gone_text()}</p>
          <ButtonLink to={back} preventScrollReset kind="outline" className="mt-6">
            {m.gift_list_all_again()}
          </ButtonLink>
        </>
      )}
    </PageDialog>
  )
}

/** Filters and order of the page beneath, without what belongs to the dialog. */
function rest(query: URLSearchParams): string {
  const kept = new URLSearchParams(query)
  kept.delete('variant')
  kept.delete('lang')
  return kept.size > 0 ? `?${kept}` : ''
}
