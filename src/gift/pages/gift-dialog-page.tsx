import { data, redirect, useRouteLoaderData, useSearchParams } from 'react-router'
import type { Language } from '../../base/language.ts'
import { type Cents, formatEuro, parseEuro } from '../../base/money.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { showProductDetails } from '../../catalogue/products.contract.ts'
import {
  addCartChoice,
  addCartLine,
  countChosen,
  emptyCart,
  toNewCartLine,
} from '../../checkout/cart.rules.ts'
import { checkAmount } from '../../checkout/change.rules.ts'
import { readCheckoutForm } from '../../checkout/pages/checkout-result.ts'
import {
  addedByForm,
  findOtherCart,
  findUnavailableGifts,
  readChoices,
  saveChoices,
} from '../../checkout/pages/cookie-cart.ts'
import { readGiverWords, saveGiverWords } from '../../checkout/pages/giver-words.ts'
import { nameDevice } from '../../checkout/pages/hand-off-cookie.ts'
import { loadOwnHandoffs } from '../../checkout/pages/own-hand-offs.ts'
import { leaveOrStay, refuseGiver, submitCheckout } from '../../checkout/pages/submit-checkout.ts'
import { m } from '../../paraglide/messages.js'
import type { RegistryPageData } from '../../registry/pages/registry-page.tsx'
import { useHosts } from '../../registry/pages/use-hosts.ts'
import { findRegistry, type RegistryView } from '../../registry/registry.contract.ts'
import { useKeptAnswer } from '../../ui/browser/use-refresh.ts'
import { ButtonLink } from '../../ui/form/button.tsx'
import { readFormValues, translateKeys } from '../../ui/form/submit-form.ts'
import { ProductPictures } from '../../ui/media/product-pictures.tsx'
import { PageDialog } from '../../ui/overlay/page-dialog.tsx'
import { Link } from '../../ui/page/link.tsx'
import { type PageContext, pageContext } from '../../ui/page/page-context.ts'
import { tryCall } from '../../ui/page/page-errors.ts'
import { useSite } from '../../ui/page/site-data.ts'
import { classNames } from '../../ui/style/class-names.ts'
import { DotSeparated, ProgressBar } from '../../ui/text/facts.tsx'
import { ShopHtml } from '../../ui/text/shop-html.tsx'
import { type GiftView, showGifts } from '../gift.contract.ts'
import { giftCardType } from '../gift.rules.ts'
import type { GuestAnswer } from '../guest-answer.rules.ts'
import type { Route } from './+types/gift-dialog-page'
import { GiftAnswers } from './gift-answers.tsx'
import { describeCollected } from './gift-text.ts'
import { GiveForm } from './give-form.tsx'
import { describePreorder } from './product-text.tsx'
import { type GiveFormResult, readAnswers, toCartRegistry } from './use-give.ts'

/**
 * `gift` is null when the visitor can't see it; `unavailableName` is then set if the shop doesn't sell it now. Text
 * and pictures are empty while the shop can't be reached.
 */
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
  const isReserved = gift !== undefined && gift.held_units + gift.held > 0
  const own = isReserved ? await loadOwnHandoffs(ctx) : []
  const words = readGiverWords(ctx)
  // A share can be handed off from this page, and limits need the device.
  if (gift?.is_group_gifting) nameDevice(ctx)
  const unavailable = gift ? [] : await findUnavailableGifts(ctx, params.id)
  return {
    gift: gift ?? null,
    own: own.find(one => one.reserved_until && one.lines.some(line => line.gift_id === gift?.id)) ?? null,
    unavailableName: unavailable.find(isAsked)?.name ?? null,
    chosen: countChosen(readChoices(ctx), gift?.id ?? 0),
    description: product?.description ?? '',
    images: product?.images ?? [],
    words,
    key: crypto.randomUUID(),
  }
}

/**
 * Puts the gift into the cookie's cart for visitors without JavaScript. A share of a group gift goes to the shop at
 * once if the cart is empty, with scripts or without (R426).
 */
export async function action({ params, request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const form = await request.formData()
  const [registry] = await ctx.call(findRegistry, { id: params.id })
  if (!registry) throw redirect(paths.notFound)
  const { data: gifts } = await ctx.call(showGifts, { registry_id: registry.id })
  const gift = gifts.find(({ id }) => id === Number(form.get('gift')))
  // The dialog says why it can't be given.
  if (!gift)
    throw redirect(withLanguage(paths.registryGift(params.id, Number(params.productId)), ctx.language))
  const typed = {
    quantity: String(form.get('quantity') ?? ''),
    amount: String(form.get('amount') ?? ''),
    answers: readFormValues(form),
  }
  const { answers, errors } = readAnswers(gift, form, ctx.language)
  const answerErrors = translateKeys(ctx, errors)
  const isShare = gift.is_group_gifting && form.get('intent') === 'checkout'
  // With scripts the page itself has checked that the cart is empty.
  const isStraight = isShare && (form.has('scripts') || readChoices(ctx) === null)
  const checked = checkAmount(
    gift,
    { quantity: Number(typed.quantity || '1'), cents: parseEuro(typed.amount) },
    ctx.site.minimumContributionCents,
    isStraight ? undefined : countChosen(readChoices(ctx), gift.id),
  )
  const error = checked.ok ? null : { field: checked.field, key: checked.key }
  const result = { typed, error, answerErrors, otherCart: null }
  if (isStraight) {
    // For a gift that was taken meanwhile the hand-off's error says why, and what else is open.
    const isGone = !checked.ok && checked.key === 'addition_gone'
    const cents = checked.ok || isGone ? parseEuro(typed.amount) : null
    return giveAtOnce(ctx, form, {
      registry,
      gift,
      cents,
      result: { ...result, ...(isGone && { error: null }) },
    })
  }
  if (!checked.ok || Object.keys(answerErrors).length > 0) return data(result, { status: 422 })
  const otherCart = form.has('replace') ? null : await findOtherCart(ctx, registry.id)
  if (otherCart !== null) return data({ ...result, otherCart }, { status: 409 })
  const choice =
    checked.cents === null
      ? { gift: gift.id, units: checked.units, answers: answers.map(toChosenAnswer) }
      : { gift: gift.id, cents: checked.cents }
  saveChoices(ctx, addCartChoice(readChoices(ctx), registry.id, choice))
  if (form.has('visibility')) saveGiverWords(ctx, registry.id, readCheckoutForm(form))
  throw redirect(withLanguage(`${paths.cart}?${addedByForm}`, ctx.language))
}

interface Share {
  registry: RegistryView
  gift: GiftView
  /** Null when what was typed is not a valid amount. */
  cents: Cents | null
  result: GiveFormResult
}

/** Hands off the share as a cart of its own, or answers all errors at once. */
async function giveAtOnce(ctx: PageContext, form: FormData, { registry, gift, cents, result }: Share) {
  const values = readCheckoutForm(form)
  const key = String(form.get('key') ?? '')
  if (cents === null) {
    const refused = refuseGiver(form)
    return data({ ...result, ...(refused && { handoff: { refused, values, key } }) }, { status: 422 })
  }
  const cart = addCartLine(emptyCart, toCartRegistry(registry), toNewCartLine(gift, 1, cents))
  const handoff = await submitCheckout(ctx, cart, form)
  // So that another gift's sheet has the giver's words too.
  if (handoff.refused && !form.has('scripts')) saveGiverWords(ctx, registry.id, values)
  const left = leaveOrStay(handoff, form)
  return left instanceof Response ? left : { ...result, handoff: left }
}

const toChosenAnswer = ({ option_id, value }: GuestAnswer) => ({ option_id, value })

export default function GiftDialogPage({ params, loaderData, actionData }: Route.ComponentProps) {
  // The registry below it is loaded again whenever something is given.
  const result = useKeptAnswer(actionData)
  const page = useRouteLoaderData<RegistryPageData>('registry/pages/registry-page')
  const site = useSite()
  const [query] = useSearchParams()
  if (!page || !site) return null
  const { gift, own, chosen, unavailableName, words, key, ...product } = loaderData
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
            own={own}
            pageKey={key}
            words={words?.registry === page.registry.id ? words.values : null}
            result={result}
            back={back}
          />
          {/* For a group gift the form comes first and the shop's text after it. */}
          {gift.is_group_gifting && (
            <div className="mt-6 border-line border-t pt-2">
              <GiftOptions gift={gift} />
              <ShopText gift={gift} description={product.description} />
            </div>
          )}
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

function listQuery(query: URLSearchParams): string {
  const remaining = new URLSearchParams(query)
  remaining.delete('variant')
  remaining.delete('lang')
  return remaining.size > 0 ? `?${remaining}` : ''
}

interface GiftFactsProps {
  gift: GiftView
  language: Language
  isOpen: boolean
  /** Sanitised HTML of the shop; empty while the shop can't be reached. */
  description: string
  images: string[]
}

/** In characters; a longer name is set smaller, as it would fill a phone's screen. */
const longName = 60

/** A group gift has its progress in place of options and the shop's text, which follow the form. */
function GiftFacts({ gift, language, isOpen, description, images }: GiftFactsProps) {
  const euro = (cents: number) => formatEuro(cents, language)
  return (
    <div
      className={classNames(
        gift.is_group_gifting
          ? 'grid-cols-[5rem_minmax(0,1fr)]'
          : 'grid-cols-[min(7.5rem,34%)_minmax(0,1fr)]',
        'grid gap-x-5 sm:grid-cols-2 sm:grid-rows-[auto_1fr] sm:gap-x-6',
      )}
    >
      <ProductPictures
        name={gift.name}
        images={images}
        image={gift.image}
        tile={gift.tile}
        given={gift.state === 'given'}
        className="sm:row-span-2"
      />
      <div className="pe-10">
        <h2
          id="gift-title"
          className={classNames(
            'wrap-break-word hyphens-auto',
            gift.name.length > longName ? 'text-lg sm:text-xl' : 'text-xl sm:text-2xl',
          )}
        >
          {gift.name}
        </h2>
        {gift.brand && <p className="text-soft">{gift.brand}</p>}
        <p className="mt-3 font-semibold text-xl tabular-nums">
          {gift.amounts?.[0] ? m.gift_card_from({ amount: euro(gift.amounts[0]) }) : euro(gift.price)}
        </p>
        {/* VAT is paid on what a gift card buys, not on the card. */}
        {!gift.amounts && <p className="text-sm text-soft">{m.price_with_vat()}</p>}
        {gift.preorder && <p className="mt-1 text-sm">{describePreorder(gift.preorder, language)}</p>}
      </div>
      <div className="max-sm:col-span-2">
        {!gift.is_group_gifting && <GiftOptions gift={gift} />}
        {gift.note && <p className="mt-3 border-pomegranate border-s-2 ps-3 font-serif">{gift.note}</p>}
        {gift.is_group_gifting && (
          <div className="mt-4">
            <ProgressBar value={gift.collected} max={gift.price} tone="sea" label={m.common_collected()} />
            <p className="mt-2 text-sm text-soft tabular-nums">
              <DotSeparated facts={describeCollected(gift, isOpen, euro)} />
            </p>
          </div>
        )}
        {!gift.is_group_gifting && <ShopText gift={gift} description={description} />}
      </div>
    </div>
  )
}

function GiftOptions({ gift }: Pick<GiftFactsProps, 'gift'>) {
  const byHost = gift.modifiers.filter(({ by }) => by === 'host')
  return (
    <>
      {!gift.amounts && gift.selected_options.length > 0 && (
        <dl className="mt-3 text-sm">
          {gift.selected_options.map(({ option, value }) => (
            <div key={option} className="flex gap-2">
              <dt className="text-soft">{option}:</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {byHost.length > 0 && (
        <div className="mt-3">
          <GiftAnswers modifiers={byHost} />
        </div>
      )}
    </>
  )
}

function ShopText({ gift, description }: Pick<GiftFactsProps, 'gift' | 'description'>) {
  const hosts = useHosts()
  return (
    <>
      {gift.state !== 'unavailable' && (
        <p className="mt-4 text-sm">
          <Link to={gift.url} reloadDocument variant="text" className="reach">
            {m.gift_in_shop()}
          </Link>
        </p>
      )}
      {gift.type === giftCardType ? (
        // The shop's text addresses people who buy a card for themselves; here only the hosts get the code.
        <p className="mt-4 text-sm">{m.give_card_money(hosts)}</p>
      ) : (
        description && <ShopHtml html={description} className="mt-4 text-sm" />
      )}
    </>
  )
}
