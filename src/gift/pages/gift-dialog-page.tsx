import { data, redirect, useRouteLoaderData, useSearchParams } from 'react-router'
import { parseEuro } from '../../base/money.ts'
import { inLanguage, paths } from '../../base/paths.ts'
import { productDetails } from '../../catalogue/contract.ts'
import { wantedOf } from '../../checkout/amount-rules.ts'
import { choose } from '../../checkout/cart-rules.ts'
import { heldChoices, keepChoices } from '../../checkout/pages/choices.ts'
import { m } from '../../paraglide/messages.js'
import { findRegistry } from '../../registry/contract.ts'
import type { RegistryData } from '../../registry/pages/registry-page.tsx'
import { attempt, orErrorPage } from '../../ui/attempt.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { pageVisit } from '../../ui/context.ts'
import { PageDialog } from '../../ui/page-dialog.tsx'
import { type GiftView, showGifts } from '../contract.ts'
import type { Route } from './+types/gift-dialog-page'
import { GiftFacts } from './gift-facts.tsx'
import { GiveForm } from './give-form.tsx'

/** The gift, null when it is gone, with the product's text and pictures; without them (the shop is away) it still shows. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { call } = context.get(pageVisit)
  const [{ done }, gifts] = await Promise.all([
    attempt(() => call(productDetails, { id: params.productId })),
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
  const visit = context.get(pageVisit)
  const form = await request.formData()
  const [registry] = await orErrorPage(visit.call(findRegistry, { id: params.id }))
  if (!registry) throw redirect(paths.notFound)
  const { data: gifts } = await orErrorPage(visit.call(showGifts, { registry_id: registry.id }))
  const gift = gifts.find(one => one.id === Number(form.get('gift')))
  if (!gift) throw redirect(inLanguage(paths.registry(params.id), visit.language))
  const typed = { quantity: String(form.get('quantity') ?? ''), amount: String(form.get('amount') ?? '') }
  const wanted = wantedOf(
    gift,
    { quantity: Number(typed.quantity || '1'), cents: parseEuro(typed.amount) },
    visit.site.groupMinimumCents,
  )
  if (!wanted.ok) return data({ typed, fault: { field: wanted.field, key: wanted.key } }, { status: 422 })
  const added =
    wanted.cents === null ? { gift: gift.id, units: wanted.units } : { gift: gift.id, cents: wanted.cents }
  keepChoices(visit, choose(heldChoices(visit), registry.id, added))
  throw redirect(inLanguage(paths.cart, visit.language))
}

export type GiveResult = {
  typed: { quantity: string; amount: string }
  fault: { field: string; key: string }
}

export default function GiftDialogPage({ params, loaderData, actionData }: Route.ComponentProps) {
  const page = useRouteLoaderData<RegistryData>('registry/pages/registry-page')
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
