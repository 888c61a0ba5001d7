import { data, redirect, useSearchParams } from 'react-router'
import { metaOf } from '../../base/fields.ts'
import { inLanguage, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { valuesOf } from '../../registry/pages/draft.ts'
import { EditSheet } from '../../registry/pages/edit-sheet.tsx'
import { hostRegistry } from '../../registry/pages/own-registry.ts'
import { attempt, orErrorPage } from '../../ui/attempt.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import { pageVisit } from '../../ui/context.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { pageMeta } from '../../ui/meta.ts'
import { Notice } from '../../ui/notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import { type GiftView, showGifts, showSubstitutes } from '../contract.ts'
import type { Route } from './+types/manage-gifts-page'
import { ChangeDialog } from './change-dialog.tsx'
import { manageGift } from './manage-action.ts'
import { OrderedGifts } from './ordered-gifts.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { SecretNotice } from './secret-notice.tsx'
import { SwapDialog } from './swap-dialog.tsx'

/** The host's gifts in order, a page of them; a dialog's gift is found on whichever page it stands. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const { call, language, site } = visit
  const registry = await hostRegistry(visit, request, params.id)
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
  const visit = context.get(pageVisit)
  const registry = await hostRegistry(visit, request, params.id)
  const values = valuesOf(await request.formData())
  const { done, refused } = await attempt(() => manageGift(values, visit))
  if (refused) return data({ ...refused, values, moved: null }, { status: refused.status })
  if (done.moved) return data({ code: null, fields: {}, values, moved: done.moved })
  const page = new URL(request.url).searchParams.get('page')
  const query = new URLSearchParams({ ...(page && { page }), done: done.done })
  throw redirect(inLanguage(`${paths.manageGifts(registry.id)}?${query}`, visit.language))
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  if (!loaderData) return []
  const { language, site } = loaderData
  return pageMeta({
    title: m.gift_manage_title(),
    path: paths.manageGifts(params.id),
    language,
    site,
    hidden: true,
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
    <EditSheet
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
      {registry.secret && <SecretNotice registry={registry} />}
      {meta.total === 0 ? <NoGifts id={registry.id} /> : <Gifts {...loaderData} moved={actionData?.moved} />}
      {changing && (
        <ChangeDialog
          gift={changing}
          place={{ now: loaderData.changingPlace, of: meta.total }}
          isSecret={registry.secret}
          back={back}
          answer={refused}
        />
      )}
      {removing && <RemoveDialog gift={removing} registry={registry} back={back} answer={refused} />}
      {swapping && (
        <SwapDialog
          gift={swapping}
          registry={registry}
          substitutes={loaderData.substitutes}
          back={back}
          answer={refused}
        />
      )}
    </EditSheet>
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
      <OrderedGifts key={registry.id} {...shown} moved={moved ?? null} />
      <Pager meta={meta} />
    </div>
  )
}
