import { data, redirect, useSearchParams } from 'react-router'
import { toPageMeta } from '../../../base/fields.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { HostPageFrame } from '../../../registry/registry/pages/host-page-frame.tsx'
import { loadHostedRegistry } from '../../../registry/registry/pages/hosted-registry.ts'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { readFormValues } from '../../../ui/form/submit-form.ts'
import { Chip, ChipRow } from '../../../ui/list/chip.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { toAnswerFields } from '../../gift/answer-form-rules.ts'
import { showGifts } from '../../gift/contract.ts'
import { showSubstitutes } from '../../swap/contract.ts'
import { SwapGiftDialog } from '../../swap/pages/swap-gift-dialog.tsx'
import type { Route } from './+types/manage-gifts-page'
import { ChangeGiftDialog } from './change-gift-dialog.tsx'
import { type MovedGift, performGiftAction } from './manage-action.ts'
import { RemoveGiftDialog } from './remove-gift-dialog.tsx'
import { SortableGifts } from './sortable-gifts.tsx'
import { SurpriseRegistryNotice } from './surprise-notice.tsx'

/** A page of the host's gifts; the gift of an open dialog is found whichever page it is on. */
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

/** The page that is asked for, or the nearest one that exists. */
function pageOf(giftCount: number, page: number) {
  const { last_page } = toPageMeta(1, giftsAPage, giftCount)
  return toPageMeta(Math.min(Math.max(1, Math.floor(page) || 1), last_page), giftsAPage, giftCount)
}

type ManageGiftsData = Awaited<ReturnType<typeof loader>>

/** A move returns the gift's new place; everything else leads back to the list. */
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

export function meta({ loaderData, params }: Route.MetaArgs) {
  if (!loaderData) return []
  const { language, site } = loaderData
  return buildPageMeta({
    title: m.gift_manage_title(),
    path: paths.manageGifts(params.id),
    language,
    site,
    noindex: true,
  })
}

export default function ManageGiftsPage({ loaderData, actionData }: Route.ComponentProps) {
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
      <SortableGifts key={registry.id} {...page} moved={moved ?? null} />
      <Pager meta={meta} />
    </div>
  )
}
