import { redirect } from 'react-router'
import { dayInAthens, formatDay } from '../../base/dates.ts'
import type { ReplyOf } from '../../base/endpoint.ts'
import { type Language, languageKey, parseLanguage } from '../../base/language.ts'
import { formatEuro } from '../../base/money.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { keepNamesTogether } from '../../base/text.ts'
import { showGifts } from '../../gift/gift.contract.ts'
import { showMyGift } from '../../orders/my-gift/my-gift.contract.ts'
import { myGiftCookie } from '../../orders/pages/my-gift-link.ts'
import { m } from '../../paraglide/messages.js'
import { CalendarLinks } from '../../registry/pages/calendar-links.tsx'
import { useRefreshWhile } from '../../ui/browser/use-refresh.ts'
import { ButtonLink } from '../../ui/form/button.tsx'
import { EventCover, ProductTile } from '../../ui/media/product-tile.tsx'
import { Link } from '../../ui/page/link.tsx'
import { Page } from '../../ui/page/page.tsx'
import { type PageContext, pageContext } from '../../ui/page/page-context.ts'
import { tryCall } from '../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import { ProgressBar } from '../../ui/text/facts.tsx'
import { getHandoffStatus } from '../hand-off.contract.ts'
import type { Route } from './+types/thank-you-page'
import { openHandoffCookie } from './hand-off-cookie.ts'

export const meta: Route.MetaFunction = ({ matches, params }) =>
  buildPageMeta({
    ...matches[0].loaderData,
    title: m.common_thank_you(),
    path: paths.thanks(params.reference),
    noindex: true,
  })

/** Shows what became of a hand-off, after payment in the shop or from a bookmark (R422). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const handoff = await ctx.call(getHandoffStatus, { reference: params.reference })
  // The browser may not have the language cookie, so the hand-off's language is used.
  const chosen = new URL(request.url).searchParams.get('lang') ?? ctx.readCookie(languageKey)
  if (parseLanguage(chosen) === null && handoff.language !== ctx.language)
    throw redirect(withLanguage(paths.thanks(params.reference), handoff.language))
  const own = handoff.state === 'paid' ? await takeOwnWords(handoff.reference, ctx) : null
  const { event_day } = handoff
  const isAhead = event_day !== null && event_day >= dayInAthens(new Date())
  const collected = handoff.state === 'paid' ? await readCollected(handoff, ctx) : {}
  return { handoff, own, collected, language: ctx.language, eventDay: isAhead ? event_day : null }
}

/** What was collected for the group gifts of a hand-off, as this visitor may see it: gift id → cents. */
async function readCollected(
  { registry_id, lines }: GivenHandoff,
  { call }: PageContext,
): Promise<Record<number, CollectedAmounts>> {
  if (!lines.some(line => line.is_group_gifting)) return {}
  // The call is refused for a private registry.
  const { done } = await tryCall(() => call(showGifts, { registry_id }))
  const shared = (done?.data ?? []).filter(gift => gift.is_group_gifting && gift.collected > 0)
  return Object.fromEntries(shared.map(({ id, collected, price }) => [id, { collected, price }]))
}

/** What the giver wrote, for the browser that handed the cart off or opened the giver's link; null for others. */
async function takeOwnWords(reference: string, ctx: PageContext): Promise<OwnWords | null> {
  const open = openHandoffCookie.read(ctx)
  const isOwn = open?.reference === reference
  const token = isOwn ? open.token : myGiftCookie.read(ctx)
  if (isOwn) openHandoffCookie.clear(ctx)
  const { done: gift } = token ? await tryCall(() => ctx.call(showMyGift, { token })) : { done: null }
  if (!token || gift?.reference !== reference) return null
  // Allows this browser to change the words (R516).
  myGiftCookie.save(ctx, token)
  const words = [gift.message, ...gift.lines.map(({ message }) => message)]
  return { giver: gift.giver_name, words: [...new Set(words)].filter(Boolean) }
}

const pollMs = 2000

const stateTexts = {
  open: { title: m.thanks_open_title, text: m.thanks_open_text },
  pending: { title: m.thanks_pending_title, text: m.thanks_pending_text },
  paid: { title: m.common_thank_you, text: m.thanks_paid_text },
  lapsed: { title: m.thanks_expired_title, text: m.thanks_expired_text },
  void: { title: m.thanks_void_title, text: m.thanks_void_text },
}

export default function ThankYouPage({ loaderData }: Route.ComponentProps) {
  const { handoff, own, collected, language, eventDay } = loaderData
  useRefreshWhile(handoff.state === 'open' || handoff.state === 'pending', pollMs)
  const { title, text } = stateTexts[handoff.state]
  const isPaid = handoff.state === 'paid'
  return (
    <Page
      width="text"
      title={<span aria-live="polite">{title()}</span>}
      lead={text({ hosts: handoff.host_kind ?? 'hosts', name: keepNamesTogether(handoff.registry_name) })}
      picture={isPaid && <GivenPicture handoff={handoff} />}
    >
      {isPaid && <GivenWords own={own} />}
      <GivenGifts handoff={handoff} collected={collected} language={language} />
      {isPaid && <p className="mt-6 text-soft">{m.thanks_email_sent()}</p>}
      <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-4">
        <ButtonLink to={paths.registry(handoff.registry_id)}>{m.common_back_to_the_registry()}</ButtonLink>
        {isPaid && eventDay && (
          <>
            <span className="text-soft max-sm:basis-full sm:order-last">
              {formatDay(eventDay, language, true)}
            </span>
            <CalendarLinks id={handoff.registry_id} title={handoff.registry_name} day={eventDay} />
          </>
        )}
      </div>
    </Page>
  )
}

type GivenHandoff = ReplyOf<typeof getHandoffStatus>

interface CollectedAmounts {
  collected: number
  price: number
}

/** `words`: the common message, then those for single gifts. */
interface OwnWords {
  giver: string
  words: string[]
}

function GivenPicture({ handoff }: { handoff: GivenHandoff }) {
  const [gift] = handoff.lines
  return (
    <div className="relative me-4 w-32 shrink-0 md:w-44">
      {handoff.portrait ? (
        <img
          src={handoff.portrait}
          width={176}
          height={215}
          alt={m.hosting_picture_of({ hosts: handoff.hosts })}
          className="arch w-full object-cover"
        />
      ) : (
        <EventCover name={handoff.cover} tone="rose" className="w-full" eager />
      )}
      {gift && (
        <ProductTile
          image={gift.image}
          tile={gift.tile}
          className="absolute! -right-4 -bottom-3 w-16 outline-4 outline-paper md:w-20"
          eager
        />
      )}
    </div>
  )
}

/** The giver's words as the e-mail to the hosts shows them, and a link to change them. */
function GivenWords({ own }: { own: OwnWords | null }) {
  if (!own) return null
  return (
    <figure className="mb-8 max-w-[60ch]">
      {own.words.map(words => (
        <blockquote
          key={words}
          className="mb-3 whitespace-pre-line wrap-anywhere border-pomegranate border-s-2 ps-4 font-serif text-xl"
        >
          {words}
        </blockquote>
      ))}
      <figcaption className="flex flex-wrap gap-x-4 text-soft">
        {own.words.length > 0 && own.giver && <span>{own.giver}</span>}
        <Link to={paths.myGift} variant="strong">
          {own.words.length > 0 ? m.thanks_change_words() : m.thanks_write_words()}
        </Link>
      </figcaption>
    </figure>
  )
}

function Collected({ of, language }: { of: CollectedAmounts | undefined; language: Language }) {
  if (!of) return null
  const text = m.thanks_collected({
    collected: formatEuro(of.collected, language),
    price: formatEuro(of.price, language),
  })
  return (
    <div className="mt-2 max-w-80">
      <ProgressBar value={of.collected} max={of.price} tone="sea" label={m.common_collected()} thin />
      <p className="mt-1.5 font-normal text-sm text-sea tabular-nums">{text}</p>
    </div>
  )
}

/** The amounts are those for the hosts; the shop's receipt has what was paid. */
function GivenGifts({
  handoff,
  collected,
  language,
}: Pick<Route.ComponentProps['loaderData'], 'handoff' | 'collected' | 'language'>) {
  return (
    <ul className="divide-y divide-line border-line border-y">
      {handoff.lines.map(line => (
        <li key={line.gift_id} className="flex items-center gap-4 py-3">
          <ProductTile image={line.image} tile={line.tile} className="w-16 shrink-0" eager />
          <div className="flex-1 font-semibold">
            {line.name}
            <span className="block font-normal text-sm text-soft tabular-nums">
              {line.is_group_gifting ? m.cart_contribution() : m.common_units_count({ count: line.units })}
              {`\u00a0· ${formatEuro(line.amount, language)}`}
            </span>
            <Collected of={collected[line.gift_id]} language={language} />
          </div>
        </li>
      ))}
    </ul>
  )
}
