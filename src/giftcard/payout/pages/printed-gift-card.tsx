import { dayInAthens, formatDay } from '../../../base/dates.ts'
import type { Language } from '../../../base/language.ts'
import { formatEuro } from '../../../base/money.ts'
import { m } from '../../../paraglide/messages.js'
import { Picture } from '../../../ui/media/picture.tsx'
import { useSite } from '../../../ui/page/site-data.ts'

export interface PrintedCardData {
  code: string
  /** Its value in cents, as all amounts here. */
  amount: number
  /** The balance that the shop last replied, and when (ISO). */
  balance: number | null
  balance_at: string
  expires_on: string | null
  hosts: string
  registry: string
}

/** Half a sheet of A4 in one language, to be cut out or not. */
export function PrintedGiftCard({ card, language }: { card: PrintedCardData; language: Language }) {
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

/** Only of a card that has been used; before that its value is the balance. */
function formatBalance({ amount, balance, balance_at }: PrintedCardData, language: Language): string {
  if (balance === null || balance === amount) return ''
  const day = formatDay(dayInAthens(new Date(balance_at)), language)
  return m.giftcard_paper_left({ day, amount: formatEuro(balance, language) }, { locale: language })
}

/** The address of the shop without its scheme, as people type it. */
function useShopAddress(language: Language): string {
  const site = useSite()
  const { host, pathname } = new URL(site?.storefronts[language] ?? '/', site?.url ?? 'http://localhost')
  return host + pathname.replace(/\/$/, '')
}
