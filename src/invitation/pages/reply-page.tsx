import { isbot } from 'isbot'
import { data, redirect, useSearchParams } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { valuesOf } from '../../registry/pages/draft.ts'
import { attempt, orErrorPage } from '../../ui/attempt.ts'
import { ButtonLink, buttonLook } from '../../ui/button.tsx'
import { pageVisit } from '../../ui/context.ts'
import { useAddress } from '../../ui/link.tsx'
import { pageMeta } from '../../ui/meta.ts'
import { Notice } from '../../ui/notice.tsx'
import { openInvitation, sendReply, showReply } from '../reply-contract.ts'
import type { Route } from './+types/reply-page'
import { InvitationCard } from './invitation-card.tsx'
import { ReplyForm } from './reply-form.tsx'

/** The invitation behind a guest's own link; that a person opened it is noted. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { call, language, site } = context.get(pageVisit)
  const invitation = await orErrorPage(call(showReply, { token: params.token }))
  if (!isbot(request.headers.get('user-agent')))
    await orErrorPage(call(openInvitation, { token: params.token }))
  return { ...invitation, language, site }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { call, language } = context.get(pageVisit)
  const values = valuesOf(await request.formData())
  const { refused } = await attempt(() => call(sendReply, { ...values, token: params.token } as never))
  if (refused) return data({ values, refused }, { status: refused.status })
  throw redirect(inLanguage(`${paths.reply(params.token)}?done=sent`, language))
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  if (!loaderData) return []
  const { language, site } = loaderData
  return pageMeta({ title: m.reply_title(), path: paths.reply(params.token), language, site, hidden: true })
}

/** What a guest sees and answers, without an account. */
export default function ReplyPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { guest, look, registry, language } = loaderData
  const [query] = useSearchParams()
  const calendar = useAddress(paths.registryCalendar(registry.id))
  const replied = guest.reply !== null
  return (
    <div className="measure grid items-start gap-10 pt-10 pb-20 md:pt-14 lg:grid-cols-[1.1fr_1fr] lg:gap-14">
      <InvitationCard
        look={look}
        message={look.message}
        hosts={registry.hosts}
        day={registry.registry_date}
        place={registry.event_place}
        language={language}
      />
      <div className="flex max-w-lg flex-col gap-6">
        <div>
          <p className="text-sm font-semibold text-pomegranate">
            {registry.type} · {registry.registry_name}
          </p>
          <h1 className="mt-1 text-[2rem] leading-tight">{m.reply_title()}</h1>
          {guest.name && <p className="mt-2 text-lg text-soft">{m.reply_for({ name: guest.name })}</p>}
        </div>
        {query.get('done') === 'sent' && (
          <Notice tone="done" title={guest.reply === 'coming' ? m.reply_thanks() : m.reply_thanks_not()}>
            {m.reply_thanks_text()}
          </Notice>
        )}
        <ReplyForm guest={guest} answer={actionData} />
        <div className="flex flex-wrap gap-3 border-t border-line pt-6">
          {registry.shown && (
            <ButtonLink to={paths.replyGifts(params.token)} reloadDocument kind="outline">
              {m.invitation_mail_gifts()}
            </ButtonLink>
          )}
          {registry.shown && registry.registry_date !== null && replied && (
            <a href={calendar} className={buttonLook({ kind: 'outline' })}>
              {m.invitation_calendar()}
            </a>
          )}
        </div>
      </div>
    </div>
  )
}
