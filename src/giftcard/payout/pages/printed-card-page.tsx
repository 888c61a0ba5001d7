import { redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { loadOwnedRegistry } from '../../../registry/registry/pages/hosted-registry.ts'
import { Link } from '../../../ui/page/link.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { PrintTools, readSheetLanguages } from '../../../ui/page/print-tools.tsx'
import { getCollectedGifts } from '../../collected/contract.ts'
import type { Route } from './+types/printed-card-page'
import { PrintedGiftCard } from './printed-gift-card.tsx'
import './printed-gift-card.css'

/** A certificate that the shop has issued, for its owner alone, in the languages chosen by `?sheet=` (R616). */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadOwnedRegistry(ctx, request, params.id)
  const { payouts } = await ctx.call(getCollectedGifts, { registry_id: registry.id })
  const issued = payouts.find(payout => String(payout.id) === params.card)
  if (!issued?.code) throw redirect(withLanguage(paths.notFound, ctx.language))
  const { amount, balance, balance_at, expires_on, code } = issued
  return {
    card: {
      code,
      amount,
      balance,
      balance_at,
      expires_on,
      hosts: registry.hosts,
      registry: registry.registry_name,
    },
    id: registry.id,
    ...readSheetLanguages(request, ctx.language),
    language: ctx.language,
    site: ctx.site,
  }
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  if (!loaderData) return []
  const { language, site } = loaderData
  const path = paths.printedGiftCard(params.id, Number(params.card))
  return buildPageMeta({ title: m.giftcard_paper_title(), path, language, site, noindex: true })
}

/** A gift card for printing: its value, its code, whose it is and how it is used. */
export default function PrintedCardPage({ loaderData }: Route.ComponentProps) {
  const { card, id, spoken, chosen } = loaderData
  return (
    <div className="measure pt-10 pb-20 md:pt-14 print:p-0">
      <div className="print:hidden">
        <h1 className="text-[2rem] leading-tight md:text-3xl">{m.giftcard_paper_title()}</h1>
        <p className="mt-2 max-w-2xl text-lg text-soft">{m.giftcard_paper_lead()}</p>
        <div className="mt-7 mb-9">
          <PrintTools label={m.giftcard_paper_language()} chosen={chosen}>
            <Link to={paths.collectedGiftCards(id)} variant="text" className="py-2.5">
              {m.giftcard_back()}
            </Link>
          </PrintTools>
        </div>
      </div>
      <div className="grid max-w-3xl gap-8">
        {spoken.map(language => (
          <PrintedGiftCard key={language} card={card} language={language} />
        ))}
      </div>
    </div>
  )
}
