import { formatDay } from '../../base/dates.ts'
import { paths } from '../../base/paths.ts'
import { keepNamesTogether } from '../../base/text.ts'
import { m } from '../../paraglide/messages.js'
import { daysUntil } from '../../registry/pages/host-page-frame.tsx'
import { formAction } from '../../ui/form/form-action.ts'
import { Link } from '../../ui/page/link.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import { replyAsInvited, showInvitedDay } from '../reply.contract.ts'
import type { Route } from './+types/invited-page'
import { DayRows, FindTheWay } from './day-rows.tsx'
import { DesignedGround, DesignedSheet } from './designed-ground.tsx'
import { ReplyForm } from './reply-form.tsx'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { call, language, site } = context.get(pageContext)
  const shown = await call(showInvitedDay, { token: params.token })
  return { ...shown, daysLeft: daysUntil(shown.registry.registry_date), language, site }
}

/** Who replies has a link of their own from then on, by which the reply can be changed. */
export const action = formAction(replyAsInvited, {
  known: (_, { params }: Route.ActionArgs) => ({ token: params.token }),
  to: (_, { reply }) => `${paths.reply(reply.token)}?done=sent`,
})

export function meta({ loaderData, params }: Route.MetaArgs) {
  if (!loaderData) return []
  const { language, site } = loaderData
  return buildPageMeta({
    title: m.day_title(),
    path: paths.invited(params.token),
    language,
    site,
    noindex: true,
  })
}

/**
 * The day by the registry's link for the invited (R721): before it guests reply, on the day they find the way, and
 * after it they read the hosts' thanks.
 */
export default function InvitedPage({ loaderData, actionData }: Route.ComponentProps) {
  const { details, look, registry, daysLeft, language } = loaderData
  const isOver = daysLeft !== null && daysLeft < 0
  const day = registry.registry_date && formatDay(registry.registry_date, language, true)
  return (
    <DesignedGround design={{ ...look, background_image: null }}>
      <div className="measure pt-10 pb-20 md:pt-14">
        <div className="mx-auto flex max-w-2xl flex-col gap-10">
          <header className="text-center">
            <p className="text-sm font-semibold">{registry.type}</p>
            <h1 className="mt-2 text-[2.75rem] leading-[1.1] text-balance md:text-[3.5rem]">
              {keepNamesTogether(registry.hosts)}
            </h1>
            <p className="mt-3 text-lg">{[day, registry.event_place].filter(Boolean).join(', ')}</p>
            {isOver && <p className="mt-6 font-serif text-2xl">{m.registry_thanks()}</p>}
          </header>
          <DesignedSheet>
            <div className="flex flex-col gap-10">
              {daysLeft === 0 && details.venue && (
                <p className="text-center">
                  <FindTheWay place={details.venue} />
                </p>
              )}
              <DayRows details={details} />
              {!isOver && (
                <section aria-labelledby="reply-title" className="w-full max-w-lg">
                  <h2 id="reply-title" className="mb-5 text-2xl">
                    {m.reply_title()}
                  </h2>
                  <ReplyForm answer={actionData} />
                </section>
              )}
              {registry.id !== null && (
                <p className="border-t border-line pt-6 text-center first:border-0 first:pt-0">
                  <Link to={paths.registry(registry.id)} reloadDocument variant="strong">
                    {m.invitation_mail_gifts()}
                  </Link>
                </p>
              )}
            </div>
          </DesignedSheet>
        </div>
      </div>
    </DesignedGround>
  )
}
