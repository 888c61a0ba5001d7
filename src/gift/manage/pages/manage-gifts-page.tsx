import { data, redirect, useSearchParams } from 'react-router'
import { metaOf } from '../../../base/fields.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { HostPageFrame } from '../../../registry/registry/pages/host-page-frame.tsx'
import { loadHostedRegistry } from '../../../registry/registry/pages/hosted-registry.ts'
import { readFormValues } from '../../../registry/registry/pages/registry-draft.ts'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { Chip, ChipRow } from '../../../ui/list/chip.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { orErrorPage, tryCall } from '../../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { type GiftView, showGifts, showSubstitutes } from '../../gift/contract.ts'
import { SwapGiftDialog } from '../../swap/pages/swap-gift-dialog.tsx'
import type { Route } from './+types/manage-gifts-page'
import { ChangeGiftDialog } from './change-gift-dialog.tsx'
import { performGiftAction } from './manage-action.ts'
import { RemoveGiftDialog } from './remove-gift-dialog.tsx'
import { SortableGifts } from './sortable-gifts.tsx'
import { SurpriseRegistryNotice } from './surprise-notice.tsx'

/** The host's gifts in order, a page of them; a dialog's gift is found on whichever page it stands. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { call, language, site } = ctx
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const { data: all } = await orErrorPage(call(showGifts, { registry_id: registry.id, lang: language }))
  const query = new URL(request.url).searchParams
  const gone = all.filter(gift => gift.state === 'unavailable')
  const isNarrowed = query.get('show') === 'gone' && gone.length > 0
  const shown = isNarrowed ? gone : all
  const meta = pageOf(shown, Number(query.get('page')))
  const from = (meta.page - 1) * giftsAPage
  const asked = (name: string) => all.find(gift => String(gift.id) === query.get(name)) ?? null
  const swapping = asked('swap')
  return {
    registry,
    language,
    site,
    isNarrowed,
    meta,
    gone: gone.length,
    gifts: shown.slice(from, from + giftsAPage),
    before: all[from - 1]?.id ?? null,
    after: all.slice(from + giftsAPage, from + giftsAPage + 2).map(gift => gift.id),
    changing: asked('change'),
    changingPlace: all.findIndex(gift => String(gift.id) === query.get('change')) + 1,
    removing: asked('remove'),
    swapping,
    substitutes: swapping
      ? await orErrorPage(call(showSubstitutes, { gift_id: swapping.id, lang: language }))
      : [],
  }
}

const giftsAPage = 50

function pageOf(gifts: GiftView[], asked: number) {
  const { last_page } = metaOf(1, giftsAPage, gifts.length)
  return metaOf(Math.min(Math.max(1, Math.floor(asked) || 1), last_page), giftsAPage, gifts.length)
}

export type ManageGiftsData = Awaited<ReturnType<typeof loader>>

/** A move answers where the gift stands now; everything else leads back to the list. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const values = readFormValues(await request.formData())
  const { done, refused } = await tryCall(() => performGiftAction(values, ctx))
  if (refused) return data({ ...refused, values, moved: null }, { status: refused.status })
  if (done.moved) return data({ code: null, fields: {}, values, moved: done.moved })
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
  const refused = actionData?.code ? { ...actionData, code: actionData.code } : undefined
  const isInDialog = Boolean(changing ?? removing ?? swapping)
  return (
    <HostPageFrame
      title={m.gift_manage_title()}
      refused={isInDialog ? null : refused}
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
          place={{ now: loaderData.changingPlace, of: meta.total }}
          isSecret={registry.secret}
          back={back}
          answer={refused}
        />
      )}
      {removing && <RemoveGiftDialog gift={removing} registry={registry} back={back} answer={refused} />}
      {swapping && (
        <SwapGiftDialog
          gift={swapping}
          registry={registry}
          substitutes={loaderData.substitutes}
          back={back}
          answer={refused}
        />
      )}
    </HostPageFrame>
  )
}

function NoGifts({ id }: { id: string }) {
  return (
    <EmptyState
      title={m.gift_manage_empty()}
      action={<ButtonLink to={paths.addGifts(id)}>{m.gift_manage_add()}</ButtonLink>}
    >
      {m.gift_manage_empty_text()}
    </EmptyState>
  )
}

interface Moved {
  gift_id: number
  place: number
  of: number
}

function Gifts({ moved, ...shown }: ManageGiftsData & { moved: Moved | null | undefined }) {
  const { registry, gone, isNarrowed, meta } = shown
  const address = paths.manageGifts(registry.id)
  return (
    <div>
      {gone > 0 && (
        <>
          {!isNarrowed && <Notice className="mb-6">{m.gift_manage_gone({ count: gone })}</Notice>}
          <ChipRow label={m.gift_manage_filter()}>
            <Chip to={address} chosen={!isNarrowed}>
              {m.gift_manage_show_all()}
            </Chip>
            <Chip to={`${address}?show=gone`} chosen={isNarrowed}>
              {m.gift_manage_show_gone()} <span className="ms-1.5 tabular-nums">{gone}</span>
            </Chip>
          </ChipRow>
        </>
      )}
      {!isNarrowed && meta.total > 1 && <p className="text-soft">{m.gift_manage_lead()}</p>}
      <SortableGifts key={registry.id} {...shown} moved={moved ?? null} />
      <Pager meta={meta} />
    </div>
  )
}
