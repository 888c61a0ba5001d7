import { data, redirect, useNavigation, useSearchParams } from 'react-router'
import { toPageMeta } from '../../base/fields.ts'
import { formatEuro } from '../../base/money.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { HostPageFrame, loadHostedRegistry } from '../../registry/pages/host-page-frame.tsx'
import type { RegistryView } from '../../registry/registry.contract.ts'
import { useKeptAnswer } from '../../ui/browser/use-refresh.ts'
import { Button, ButtonLink } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { type FormValues, readFormValues } from '../../ui/form/submit-form.ts'
import { Chip, ChipRow, EmptyState } from '../../ui/list/list-parts.tsx'
import { Pager } from '../../ui/list/pager.tsx'
import { ProductTile } from '../../ui/media/product-tile.tsx'
import { PageDialog } from '../../ui/overlay/page-dialog.tsx'
import { type PageContext, pageContext } from '../../ui/page/page-context.ts'
import { errorText, tryCall } from '../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import { useLanguage } from '../../ui/page/site-data.ts'
import { Notice } from '../../ui/text/facts.tsx'
import { Money } from '../../ui/text/formatted-text.tsx'
import { type GiftView, showGifts } from '../gift.contract.ts'
import { priceBandOf } from '../gift.rules.ts'
import { changeGift, moveGift, removeGift } from '../manage.contract.ts'
import { readHostInput, toAnswerFields } from '../modifier.rules.ts'
import { type Substitute, showSubstitutes, swapGift } from '../swap.contract.ts'
import type { Route } from './+types/manage-gifts-page'
import { ChangeGiftDialog, type RejectedGiftForm } from './change-gift-dialog.tsx'
import { type GiftsInOrder, useDrag, useGiftOrder } from './gift-order.ts'
import { SurpriseRegistryNotice } from './host-parts.tsx'
import { ManagedGift } from './managed-gift.tsx'
import { RemoveGiftDialog } from './remove-gift-dialog.tsx'
import { priceBandQuery } from './wish/product-query.ts'

/** A page of the host's gifts; a dialog's gift is looked for on all pages. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { call, language, site } = ctx
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const { data: all } = await call(showGifts, { registry_id: registry.id, lang: language })
  const query = new URL(request.url).searchParams
  const unavailable = all.filter(gift => gift.state === 'unavailable')
  const isFiltered = query.get('show') === 'gone' && unavailable.length > 0
  const listed = isFiltered ? unavailable : all
  const meta = pageOf(listed.length, Number(query.get('page')))
  const start = (meta.page - 1) * giftsAPage
  const giftInQuery = (name: string) => all.find(gift => String(gift.id) === query.get(name)) ?? null
  const changing = giftInQuery('change')
  const swapping = giftInQuery('swap')
  return {
    registry,
    language,
    site,
    isFiltered,
    meta,
    unavailableCount: unavailable.length,
    gifts: listed.slice(start, start + giftsAPage),
    before: all[start - 1]?.id ?? null,
    after: all.slice(start + giftsAPage, start + giftsAPage + 2).map(gift => gift.id),
    changing,
    changingPlace: changing ? all.indexOf(changing) + 1 : 0,
    removing: giftInQuery('remove'),
    swapping,
    substitutes: swapping ? await call(showSubstitutes, { gift_id: swapping.id, lang: language }) : [],
  }
}

const giftsAPage = 50

function pageOf(giftCount: number, page: number) {
  const { last_page } = toPageMeta(1, giftsAPage, giftCount)
  return toPageMeta(Math.min(Math.max(1, Math.floor(page) || 1), last_page), giftsAPage, giftCount)
}

type ManageGiftsData = Awaited<ReturnType<typeof loader>>

/** A move answers the gift's new place; everything else redirects to the list. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const values = readFormValues(await request.formData())
  const { done, refused } = await tryCall(() => performGiftAction(values, ctx))
  if (refused)
    return data(
      { ...refused, fields: toAnswerFields(refused.fields), values, moved: null },
      { status: refused.status },
    )
  if (done.moved) return data({ code: null, fields: {}, detail: {}, values, moved: done.moved })
  const page = new URL(request.url).searchParams.get('page')
  const query = new URLSearchParams({ ...(page && { page }), done: done.done })
  throw redirect(withLanguage(`${paths.manageGifts(registry.id)}?${query}`, ctx.language))
}

/** `place`: 1 is the first. */
interface MovedGift {
  gift_id: number
  place: number
  of: number
}

async function performGiftAction(
  { intent = '', place, now, ...values }: FormValues,
  { call }: PageContext,
): Promise<{ done: string; moved: MovedGift | null }> {
  const gift_id = values.gift_id ?? ''
  if (intent === 'move') {
    const moved = await call(moveGift, { gift_id, ...(values.before && { before: values.before }) })
    return { done: 'moved', moved: { gift_id: Number(gift_id), ...moved } }
  }
  if (intent === 'remove') await call(removeGift, { gift_id })
  else if (intent === 'swap')
    await call(swapGift, { ...values, gift_id, product_id: values.product_id ?? '' })
  else {
    const modifiers = readHostInput(values)
    await call(changeGift, { ...values, ...(modifiers.length > 0 && { modifiers }), gift_id })
    if (place && place !== now) await call(moveGift, { gift_id, place })
  }
  return { done: doneByIntent[intent] ?? 'changed', moved: null }
}

const doneByIntent: Record<string, string> = { remove: 'removed', swap: 'swapped', keep: 'kept' }

export function meta({ loaderData, params }: Route.MetaArgs) {
  if (!loaderData) return []
  const title = m.gift_manage_title()
  return buildPageMeta({ ...loaderData, title, path: paths.manageGifts(params.id), noindex: true })
}

export default function ManageGiftsPage({ loaderData, actionData: lastAnswer }: Route.ComponentProps) {
  const actionData = useKeptAnswer(lastAnswer)
  const { registry, meta, changing, removing, swapping } = loaderData
  const [query] = useSearchParams()
  const page = query.get('page')
  const back = paths.manageGifts(registry.id) + (page ? `?page=${page}` : '')
  const rejected = actionData?.code ? { ...actionData, code: actionData.code } : undefined
  const isInDialog = Boolean(changing ?? removing ?? swapping)
  return (
    <HostPageFrame
      title={m.gift_manage_title()}
      refused={isInDialog ? null : rejected}
      done={{
        changed: m.gift_changed,
        removed: m.gift_removed,
        swapped: m.gift_swapped,
        kept: m.gift_kept,
      }}
      wide
    >
      {registry.secret && <SurpriseRegistryNotice registry={registry} />}
      {meta.total === 0 ? <NoGifts id={registry.id} /> : <Gifts {...loaderData} moved={actionData?.moved} />}
      {changing && (
        <ChangeGiftDialog
          gift={changing}
          place={loaderData.changingPlace}
          giftCount={meta.total}
          isSurprise={registry.secret}
          back={back}
          rejected={rejected}
        />
      )}
      {removing && <RemoveGiftDialog gift={removing} registry={registry} back={back} rejected={rejected} />}
      {swapping && (
        <SwapGiftDialog
          gift={swapping}
          registry={registry}
          substitutes={loaderData.substitutes}
          back={back}
          rejected={rejected}
        />
      )}
    </HostPageFrame>
  )
}

function NoGifts({ id }: { id: string }) {
  return (
    <EmptyState
      title={m.gift_manage_empty()}
      action={<ButtonLink to={paths.addGifts(id)}>{m.common_add_gifts()}</ButtonLink>}
    >
      {m.gift_manage_empty_text()}
    </EmptyState>
  )
}

function Gifts({ moved, ...page }: ManageGiftsData & { moved: MovedGift | null | undefined }) {
  const { registry, unavailableCount, isFiltered, meta } = page
  const address = paths.manageGifts(registry.id)
  return (
    <div>
      {unavailableCount > 0 && (
        <>
          {!isFiltered && <Notice className="mb-6">{m.gift_manage_gone({ count: unavailableCount })}</Notice>}
          <ChipRow label={m.common_which_gifts()}>
            <Chip to={address} chosen={!isFiltered}>
              {m.common_all()}
            </Chip>
            <Chip to={`${address}?show=gone`} chosen={isFiltered}>
              {m.gift_manage_show_gone()} <span className="ms-1.5 tabular-nums">{unavailableCount}</span>
            </Chip>
          </ChipRow>
        </>
      )}
      {!isFiltered && meta.total > 1 && <p className="text-soft">{m.gift_manage_lead()}</p>}
      <SortableGifts key={`${registry.id} ${meta.page} ${isFiltered}`} {...page} moved={moved ?? null} />
      <Pager meta={meta} />
    </div>
  )
}

interface SortableGiftsProps extends GiftsInOrder {
  /** Only some gifts are listed, so they can't be moved. */
  isFiltered: boolean
  moved: MovedGift | null
}

/** Gifts in the host's order, which can be moved (R310), and a live region that announces the new place. */
function SortableGifts({ moved, isFiltered, ...page }: SortableGiftsProps) {
  const order = useGiftOrder(page)
  const { list, dragged, handle } = useDrag(order)
  const { meta, gifts } = page
  const start = (meta.page - 1) * meta.per_page
  const movedName = moved && gifts.find(gift => gift.id === moved.gift_id)?.name
  return (
    <section aria-labelledby="gifts-in-order">
      <h2 id="gifts-in-order" className="sr-only">
        {m.gift_manage_list()}
      </h2>
      <p role="status" className={moved ? 'mt-4 font-semibold text-olive js:sr-only' : 'sr-only'}>
        {order.announcement || (moved && movedName ? m.gift_moved({ ...moved, name: movedName }) : '')}
      </p>
      {order.error && (
        <Notice tone="alert" className="mt-4">
          {errorText(order.error)}
        </Notice>
      )}
      <ul ref={list} className="mt-4 divide-y divide-line">
        {order.shown.map((gift, index) => (
          <ManagedGift
            key={gift.id}
            gift={gift}
            place={isFiltered ? null : start + index + 1}
            giftCount={meta.total}
            nextGifts={order.nextGifts(index)}
            onMove={order.moveOnePlace}
            handle={handle(gift.id)}
            isDragged={dragged === gift.id}
          />
        ))}
      </ul>
    </section>
  )
}

interface SwapGiftDialogProps {
  gift: GiftView
  registry: RegistryView
  substitutes: Substitute[]
  back: string
  rejected: RejectedGiftForm | undefined
}

/** Offers products to replace a gift that the shop no longer sells (R318). */
function SwapGiftDialog({ gift, registry, substitutes, back, rejected }: SwapGiftDialogProps) {
  const language = useLanguage()
  const search = `${paths.addGifts(registry.id)}?${priceBandQuery(priceBandOf(gift.price))}`
  return (
    <PageDialog labelledBy="swap-title" back={back}>
      <div className="flex flex-col gap-4">
        <h2 id="swap-title" className="pr-12 text-2xl">
          {m.gift_swap_title()}
        </h2>
        {rejected && <Notice tone="alert">{errorText(rejected)}</Notice>}
        {registry.secret ? (
          <p>{m.gift_secret_locked()}</p>
        ) : (
          <>
            <p>{m.gift_swap_text({ name: gift.name })}</p>
            {gift.collected > 0 && (
              <p>{m.gift_swap_money({ amount: formatEuro(gift.collected, language) })}</p>
            )}
            {gift.how_many_sale > 0 && <p>{m.gift_swap_units({ count: gift.how_many_sale })}</p>}
            {substitutes.length === 0 && <p className="font-semibold">{m.gift_swap_none()}</p>}
            <ul className="divide-y divide-line">
              {substitutes.map(product => (
                <SubstituteItem
                  key={`${product.product_id}-${product.variant_id}`}
                  giftId={gift.id}
                  product={product}
                />
              ))}
            </ul>
          </>
        )}
        <p className="dialog-actions">
          <ButtonLink to={back} kind="outline" preventScrollReset>
            {m.ui_cancel()}
          </ButtonLink>
          <ButtonLink to={search} kind="quiet">
            {m.gift_swap_look()}
          </ButtonLink>
        </p>
      </div>
    </PageDialog>
  )
}

function SubstituteItem({ giftId, product }: { giftId: number; product: Substitute }) {
  const { state, formData } = useNavigation()
  const busy = state === 'submitting' && formData?.get('product_id') === String(product.product_id)
  const options = product.selected_options.map(({ value }) => value)
  return (
    <li className="flex items-center gap-4 py-3">
      <ProductTile image={product.image} tile={product.tile} className="size-16 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="leading-snug font-semibold">{product.name}</p>
        <p className="text-sm text-soft">{[product.brand, ...options].filter(Boolean).join('\u00a0· ')}</p>
        <Money cents={product.price} className="text-sm font-semibold" />
      </div>
      <Form role="presentation" method="post" preventScrollReset>
        <input type="hidden" name="intent" value="swap" />
        <input type="hidden" name="gift_id" value={giftId} />
        <input type="hidden" name="product_id" value={product.product_id} />
        <input type="hidden" name="variant_id" value={product.variant_id} />
        <Button
          type="submit"
          size="small"
          busy={busy}
          aria-label={m.gift_swap_take_this({ name: product.name })}
        >
          {m.gift_swap_take()}
        </Button>
      </Form>
    </li>
  )
}
