import { useEffect } from 'react'
import { redirect, useRevalidator } from 'react-router'
import { languageKey, parseLanguage } from '../../../base/language.ts'
import { formatEuro } from '../../../base/money.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { ProductTile } from '../../../ui/media/product-tile.tsx'
import { Tile } from '../../../ui/media/tile.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { getHandoffStatus } from '../contract.ts'
import type { Route } from './+types/thank-you-page'
import { openHandoffCookie } from './handoff-cookie.ts'

export const meta: Route.MetaFunction = ({ matches, params }) =>
  buildPageMeta({
    ...matches[0].loaderData,
    title: m.thanks_title(),
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
  if (handoff.state === 'paid') openHandoffCookie.clear(ctx)
  return { handoff, language: ctx.language }
}

const pollMs = 2000

const stateTexts = {
  open: { title: m.thanks_open_title, text: m.thanks_open_text },
  pending: { title: m.thanks_pending_title, text: m.thanks_pending_text },
  paid: { title: m.thanks_title, text: m.thanks_paid_text },
  lapsed: { title: m.thanks_expired_title, text: m.thanks_expired_text },
  void: { title: m.thanks_void_title, text: m.thanks_void_text },
}

export default function ThankYouPage({ loaderData }: Route.ComponentProps) {
  const { handoff, language } = loaderData
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (handoff.state !== 'open' && handoff.state !== 'pending') return
    const timer = setInterval(revalidate, pollMs)
    return () => clearInterval(timer)
  }, [handoff.state, revalidate])
  const { title, text } = stateTexts[handoff.state]
  return (
    <Page
      width="text"
      title={<span aria-live="polite">{title()}</span>}
      lead={text({ hosts: handoff.host_kind ?? 'hosts', name: handoff.registry_name })}
      picture={handoff.state === 'paid' && <GivenPicture handoff={handoff} />}
    >
      <ul className="divide-y divide-line border-line border-y">
        {handoff.lines.map(line => (
          <li key={line.gift_id} className="flex items-center gap-4 py-4">
            <ProductTile image={line.image} tile={line.tile} className="w-20 shrink-0" eager />
            <p className="flex-1 font-semibold">
              {line.name}
              <span className="block font-normal text-sm text-soft">
                {line.is_group_gifting ? m.cart_contribution() : m.thanks_units({ count: line.units })}
              </span>
            </p>
            <p className="font-semibold tabular-nums">{formatEuro(line.amount, language)}</p>
          </li>
        ))}
      </ul>
      {handoff.state === 'paid' && <p className="mt-6 text-soft">{m.thanks_email_sent()}</p>}
      <ButtonLink to={paths.registry(handoff.registry_id)} className="mt-8">
        {m.thanks_back()}
      </ButtonLink>
    </Page>
  )
}

/** The hosts in the arch, and the gift before it. */
function GivenPicture({ handoff }: Pick<Route.ComponentProps['loaderData'], 'handoff'>) {
  const [gift] = handoff.lines
  return (
    <div className="relative w-32 shrink-0">
      {handoff.portrait ? (
        <img
          src={handoff.portrait}
          width={128}
          height={156}
          alt={m.hosting_picture_of({ hosts: handoff.hosts })}
          className="arch w-full object-cover"
        />
      ) : (
        <Tile tone="rose" shape="arch" className="w-full items-end pb-5">
          <Picture name="letter" size={80} eager />
        </Tile>
      )}
      {handoff.portrait && gift && (
        <ProductTile
          image={gift.image}
          tile={gift.tile}
          className="absolute! -right-4 -bottom-3 w-16 outline-4 outline-paper"
          eager
        />
      )}
    </div>
  )
}
