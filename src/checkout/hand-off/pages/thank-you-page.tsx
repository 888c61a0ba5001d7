import { useEffect } from 'react'
import { redirect, useRevalidator } from 'react-router'
import { dayInAthens, formatDay } from '../../../base/dates.ts'
import { type Language, languageKey, parseLanguage } from '../../../base/language.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { keepNamesTogether } from '../../../base/text.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink, buttonClasses } from '../../../ui/form/button.tsx'
import { useLocalizedHref } from '../../../ui/page/link.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { showMyGift } from '../../my-gift/contract.ts'
import { myGiftCookie } from '../../my-gift/pages/my-gift-cookie.ts'
import { getHandoffStatus } from '../contract.ts'
import type { Route } from './+types/thank-you-page'
import { GivenGifts, type GivenHandoff, GivenPicture, GivenWords, type OwnWords } from './given-sections.tsx'
import { openHandoffCookie } from './handoff-cookie.ts'

export const meta: Route.MetaFunction = ({ matches, params }) =>
  buildPageMeta({
    ...matches[0].loaderData,
    title: m.common_thank_you(),
    path: paths.thanks(params.reference),
    noindex: true,
  })

/** What became of a hand-off (R422), after payment in the shop or from a bookmark. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const handoff = await ctx.call(getHandoffStatus, { reference: params.reference })
  // The shop may lead to another browser than the one that has the language's cookie.
  const chosen = new URL(request.url).searchParams.get('lang') ?? ctx.readCookie(languageKey)
  if (parseLanguage(chosen) === null && handoff.language !== ctx.language)
    throw redirect(withLanguage(paths.thanks(params.reference), handoff.language))
  const own = handoff.state === 'paid' ? await takeOwnWords(handoff.reference, ctx) : null
  const { event_day } = handoff
  const isAhead = event_day !== null && event_day >= dayInAthens(new Date())
  return { handoff, own, language: ctx.language, eventDay: isAhead ? event_day : null }
}

/** What the giver wrote, for the browser that handed the cart off; for everybody else null. */
async function takeOwnWords(reference: string, ctx: PageContext): Promise<OwnWords | null> {
  const open = openHandoffCookie.read(ctx)
  const token = open?.reference === reference ? open.token : myGiftCookie.read(ctx)
  openHandoffCookie.clear(ctx)
  const { done: gift } = token ? await tryCall(() => ctx.call(showMyGift, { token })) : { done: null }
  if (!token || gift?.reference !== reference) return null
  // From here the words can be changed.
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
  const { handoff, own, language, eventDay } = loaderData
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (handoff.state !== 'open' && handoff.state !== 'pending') return
    const timer = setInterval(revalidate, pollMs)
    return () => clearInterval(timer)
  }, [handoff.state, revalidate])
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
      <GivenGifts handoff={handoff} language={language} />
      {isPaid && <p className="mt-6 text-soft">{m.thanks_email_sent()}</p>}
      <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-4">
        <ButtonLink to={paths.registry(handoff.registry_id)}>{m.common_back_to_the_registry()}</ButtonLink>
        {isPaid && eventDay && <EventDay id={handoff.registry_id} day={eventDay} language={language} />}
      </div>
    </Page>
  )
}

/** When it will be celebrated, for the giver's calendar. */
function EventDay({
  id,
  day,
  language,
}: {
  id: GivenHandoff['registry_id']
  day: string
  language: Language
}) {
  const href = useLocalizedHref(paths.registryCalendar(id))
  return (
    <>
      <span className="text-soft max-sm:basis-full sm:order-last">{formatDay(day, language, true)}</span>
      <a href={href} className={buttonClasses({ kind: 'outline' })}>
        {m.invitation_calendar()}
      </a>
    </>
  )
}
