import { data, redirect, useRouteLoaderData, useSearchParams } from 'react-router'
import { parseEuro } from '../../../base/money.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { showProductDetails } from '../../../catalogue/products/contract.ts'
import { checkAmount } from '../../../checkout/cart/amount-rules.ts'
import { readChoices, saveChoices } from '../../../checkout/cart/pages/cookie-cart.ts'
import { addCartChoice, countChosen } from '../../../checkout/cart/rules.ts'
import { m } from '../../../paraglide/messages.js'
import { findRegistry } from '../../../registry/registry/contract.ts'
import type { RegistryPageData } from '../../../registry/registry/pages/registry-page.tsx'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { readFormValues } from '../../../ui/form/submit-form.ts'
import { PageDialog } from '../../../ui/overlay/page-dialog.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { showGifts } from '../contract.ts'
import type { GuestAnswer } from '../guest-answer-rules.ts'
import type { Route } from './+types/gift-dialog-page'
import { GiftFacts } from './gift-facts.tsx'
import { GiveForm, readAnswers } from './give-form.tsx'

/** The gift (null when it is gone) with the product's text and pictures; while the shop is away it shows without them. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { call } = context.get(pageContext)
  const [{ done: product }, gifts] = await Promise.all([
    tryCall(() => call(showProductDetails, { id: params.productId })),
    call(showGifts, { registry_id: params.id }),
  ])
  const variant = new URL(request.url).searchParams.get('variant')
  const gift = gifts.data.find(
    ({ product_id, variant_id }) =>
      product_id === Number(params.productId) && (variant === null || variant_id === Number(variant)),
  )
  return { gift: gift ?? null, description: product?.description ?? '', images: product?.images ?? [] }
}

/** Puts the gift into the cart of a visitor whose JavaScript is off or has not loaded yet. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const form = await request.formData()
  const [registry] = await ctx.call(findRegistry, { id: params.id })
  if (!registry) throw redirect(paths.notFound)
  const { data: gifts } = await ctx.call(showGifts, { registry_id: registry.id })
  const gift = gifts.find(({ id }) => id === Number(form.get('gift')))
  if (!gift) throw redirect(withLanguage(paths.registry(params.id), ctx.language))
  const typed = {
    quantity: String(form.get('quantity') ?? ''),
    amount: String(form.get('amount') ?? ''),
    answers: readFormValues(form),
  }
  const { answers, errors: answerErrors } = readAnswers(gift, form, ctx.language)
  const checked = checkAmount(
    gift,
    { quantity: Number(typed.quantity || '1'), cents: parseEuro(typed.amount) },
    ctx.site.minimumContributionCents,
    countChosen(readChoices(ctx), registry.id, gift.id),
  )
  const error = checked.ok ? null : { field: checked.field, key: checked.key }
  if (!checked.ok || Object.keys(answerErrors).length > 0)
    return data({ typed, error, answerErrors }, { status: 422 })
  const choice =
    checked.cents === null
      ? { gift: gift.id, units: checked.units, answers: answers.map(toChosenAnswer) }
      : { gift: gift.id, cents: checked.cents }
  saveChoices(ctx, addCartChoice(readChoices(ctx), registry.id, choice))
  throw redirect(withLanguage(paths.cart, ctx.language))
}

const toChosenAnswer = ({ option_id, value }: GuestAnswer) => ({ option_id, value })

export default function GiftDialogPage({ params, loaderData, actionData }: Route.ComponentProps) {
  const page = useRouteLoaderData<RegistryPageData>('registry/registry/pages/registry-page')
  const [query] = useSearchParams()
  if (!page) return null
  const { gift, ...product } = loaderData
  const back = paths.registry(params.id) + listQuery(query)
  return (
    <PageDialog labelledBy="gift-title" back={back}>
      {gift ? (
        <>
          <GiftFacts gift={gift} language={page.language} isOpen={page.registry.open} {...product} />
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

/** The query of the list beneath the dialog, without what belongs to the dialog. */
function listQuery(query: URLSearchParams): string {
  const remaining = new URLSearchParams(query)
  remaining.delete('variant')
  remaining.delete('lang')
  return remaining.size > 0 ? `?${remaining}` : ''
}
