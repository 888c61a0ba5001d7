import './printed-gift-card.css'
import { redirect } from 'react-router'
import { dayInAthens, formatDay } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'
import { formatEuro } from '../../base/money.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { loadOwnedRegistry } from '../../registry/pages/host-page-frame.tsx'
import { Picture } from '../../ui/media/product-tile.tsx'
import { Link } from '../../ui/page/link.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import { PrintTools, readSheetLanguages } from '../../ui/page/print-tools.tsx'
import { useSite } from '../../ui/page/site-data.ts'
import { getCollectedGifts } from '../collected.contract.ts'
import type { Route } from './+types/printed-card-page'

/** An issued certificate, for its owner only, in the languages that `?sheet=` chooses (R616, the printed gift card). */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadOwnedRegistry(ctx, request, params.id)
  const { payouts } = await ctx.call(getCollectedGifts, { registry_id: registry.id })
  const issued = payouts.find(payout => String(payout.id) === params.card)
  if (!issued?.code) throw redirect(withLanguage(paths.notFound, ctx.language))
  const { amount, balance, balance_at, expires_on, code } = issued
  const { hosts, registry_name } = registry
  return {
    card: { code, amount, balance, balance_at, expires_on, hosts, registry: registry_name },
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

type PrintedCardData = Route.ComponentProps['loaderData']['card']

/** Half a sheet of A4 in one language. */
function PrintedGiftCard({ card, language }: { card: PrintedCardData; language: Language }) {
  const locale = { locale: language }
  return (
    <article lang={language} className="paper-card">
      <Face card={card} language={language} />
      <div className="px-7 py-6 print:px-[8mm] print:py-[6mm]">
        <h2 className="text-xl">{m.giftcard_paper_how({}, locale)}</h2>
        <ol className="mt-2 list-decimal space-y-1 pl-5 marker:text-pomegranate">
          <li>{m.giftcard_paper_step_1({ address: useShopAddress(language) }, locale)}</li>
          <li>{m.giftcard_paper_step_2({}, locale)}</li>
          <li>{m.giftcard_mail_issued_rest({}, locale)}</li>
        </ol>
        <p className="mt-3 text-sm text-soft">{m.giftcard_paper_keep({}, locale)}</p>
      </div>
    </article>
  )
}

function Face({ card, language }: { card: PrintedCardData; language: Language }) {
  const locale = { locale: language }
  const site = useSite()?.name ?? ''
  return (
    <div className="paper-card-face">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-semibold text-pomegranate">{m.giftcard_mail_card({ site }, locale)}</p>
        <p className="mt-1 font-serif text-2xl leading-tight text-balance">
          {m.giftcard_paper_for({ names: card.hosts }, locale)}
        </p>
        <p className="text-sm">{m.giftcard_paper_from({ registry: card.registry }, locale)}</p>
        <dl className="mt-5">
          <dt className="text-sm">{m.giftcard_paper_value({}, locale)}</dt>
          <dd className="font-serif text-3xl">{formatEuro(card.amount, language)}</dd>
          <dt className="mt-3 text-sm">{m.common_code({}, locale)}</dt>
          <dd className="font-mono text-xl font-bold tracking-wide break-all sm:text-2xl">{card.code}</dd>
        </dl>
        <p className="mt-3 text-sm">
          {[formatExpiry(card, language), formatBalance(card, language)].filter(Boolean).join('\u00a0· ')}
        </p>
      </div>
      <div className="paper-card-arch arch [--ratio:5/6]">
        <Picture name="gift" size={128} eager className="h-auto w-3/5" />
      </div>
    </div>
  )
}

function formatExpiry({ expires_on }: PrintedCardData, language: Language): string {
  const locale = { locale: language }
  if (expires_on === null) return m.giftcard_mail_card_no_expiry({}, locale)
  return m.giftcard_mail_card_until({ day: formatDay(expires_on, language) }, locale)
}

/** Only for a card that was used: before that its value is the balance. */
function formatBalance({ amount, balance, balance_at }: PrintedCardData, language: Language): string {
  if (balance === null || balance === amount) return ''
  const day = formatDay(dayInAthens(new Date(balance_at)), language)
  return m.giftcard_paper_left({ day, amount: formatEuro(balance, language) }, { locale: language })
}

/** The shop's address without its scheme, as people type it. */
function useShopAddress(language: Language): string {
  const site = useSite()
  const { host, pathname } = new URL(site?.storefronts[language] ?? '/', site?.url ?? 'http://localhost')
  return host + pathname.replace(/\/$/, '')
}
