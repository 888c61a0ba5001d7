import { isbot } from 'isbot'
import { useEffect, useRef } from 'react'
import { data, redirect, useLocation, useSearchParams } from 'react-router'
import { paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { CalendarLinks } from '../../registry/pages/calendar-links.tsx'
import { useHosts } from '../../registry/pages/use-hosts.ts'
import { ButtonLink } from '../../ui/form/button.tsx'
import { readFormValues, submitForm } from '../../ui/form/submit-form.ts'
import { useLocalizedHref } from '../../ui/page/link.tsx'
import { type PageContext, pageContext } from '../../ui/page/page-context.ts'
import { tryCall } from '../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import { Notice } from '../../ui/text/facts.tsx'
import { recordInvitationOpened, sendReply, showGuestInvitation } from '../reply.contract.ts'
import type { Route } from './+types/reply-page'
import { DayRows } from './day-rows.tsx'
import { DesignedGround, DesignedSheet } from './designed-ground.tsx'
import { InvitationCard } from './invitation-card.tsx'
import { ReplyForm } from './reply-form.tsx'

/** The invitation of a reply link; its script says that it was opened (R704), as a GET changes nothing (R905). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { call, language, site } = context.get(pageContext)
  const invitation = await call(showGuestInvitation, { token: params.token })
  return { ...invitation, language, site }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const form = await request.formData()
  if (form.has(openedField)) return recordOpened(params.token, request, ctx)
  const values = readFormValues(form)
  const { refused } = await submitForm(ctx, sendReply, values, { token: params.token })
  if (refused) return data({ values, refused }, { status: refused.status })
  throw redirect(withLanguage(`${paths.reply(params.token)}?done=sent`, ctx.language))
}

/** Sent by the page's script; programs that look at links run scripts too, and don't count (R704). */
const openedField = 'opened'

async function recordOpened(token: string, request: Request, { call }: PageContext) {
  if (!isbot(request.headers.get('user-agent'))) await tryCall(() => call(recordInvitationOpened, { token }))
  return undefined
}

/** Tells once that a person's browser has opened the invitation. */
function useOpenedMark() {
  const address = useLocalizedHref(useLocation().pathname)
  const isTold = useRef(false)
  useEffect(() => {
    if (isTold.current) return
    isTold.current = true
    // A beacon instead of a form: without a network it fails in silence.
    navigator.sendBeacon(address, new URLSearchParams({ [openedField]: '1' }))
  }, [address])
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  if (!loaderData) return []
  const { language, site } = loaderData
  return buildPageMeta({
    title: m.reply_title(),
    path: paths.reply(params.token),
    language,
    site,
    noindex: true,
  })
}

/** The invitation with the reply form, for a guest without an account (R709). */
export default function ReplyPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { guest, look, details, registry, language } = loaderData
  const [query] = useSearchParams()
  const hosts = useHosts()
  useOpenedMark()
  const hasReplied = guest.reply !== null
  return (
    <DesignedGround design={look}>
      <div className="measure grid items-start gap-8 pt-8 pb-20 md:pt-14 lg:grid-cols-[1.1fr_1fr] lg:gap-14">
        <InvitationCard
          // Its picture is the ground already.
          content={{ ...look, background_image: null }}
          registry={registry}
          photo={registry.photo}
          language={language}
        />
        <DesignedSheet>
          <div className="flex max-w-lg flex-col gap-6">
            <div>
              <p className="text-sm font-semibold text-soft">
                {registry.type}&nbsp;· {registry.registry_name}
              </p>
              <h1 className="mt-1 text-[2rem] leading-tight">{m.reply_title()}</h1>
              {guest.name && <p className="mt-2 text-lg text-soft">{m.reply_for({ name: guest.name })}</p>}
            </div>
            {query.get('done') === 'sent' && (
              <Notice
                tone="done"
                title={guest.reply === 'coming' ? m.common_see_you_there() : m.common_thanks_for_telling()}
              >
                {m.reply_thanks_text(hosts)}
              </Notice>
            )}
            <DayRows details={details} />
            <ReplyForm guest={guest} answer={actionData} />
            <div className="flex flex-wrap gap-3 border-t border-line pt-6">
              {registry.shown && (
                <ButtonLink to={paths.replyGifts(params.token)} reloadDocument kind="outline">
                  {m.invitation_mail_gifts()}
                </ButtonLink>
              )}
              {registry.shown && registry.registry_date !== null && hasReplied && (
                <CalendarLinks
                  id={registry.id}
                  title={registry.registry_name}
                  day={registry.registry_date}
                  place={registry.event_place}
                />
              )}
            </div>
          </div>
        </DesignedSheet>
      </div>
    </DesignedGround>
  )
}
