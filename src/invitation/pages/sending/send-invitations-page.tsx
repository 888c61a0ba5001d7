import { data, redirect, useNavigation } from 'react-router'
import { UnconfirmedSender } from '../../../account/pages/unconfirmed-sender.tsx'
import { getAccount } from '../../../account/settings.contract.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { hostPageMeta, loadHostedRegistry } from '../../../registry/pages/host-page-frame.tsx'
import { useKeptAnswer, useRefreshWhile } from '../../../ui/browser/use-refresh.ts'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { readFormValues, submitForm } from '../../../ui/form/submit-form.ts'
import { EmptyState } from '../../../ui/list/list-parts.tsx'
import { Link, linkClasses } from '../../../ui/page/link.tsx'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { wholeErrorText } from '../../../ui/page/page-errors.ts'
import { Notice, ProgressBar } from '../../../ui/text/facts.tsx'
import { showInvitationContent } from '../../content.contract.ts'
import { type GuestView, listGuests } from '../../guests.contract.ts'
import {
  type InvitationView,
  inviteGuests,
  listInvitations,
  removeInvitation,
  resendInvitation,
  sendInvitations,
  sendTestInvitation,
} from '../../sending.contract.ts'
import { RegistryInvitation } from '../invitation-card.tsx'
import { InvitationFrame } from '../invitation-frame.tsx'
import type { Route } from './+types/send-invitations-page'
import { GuestsToInvite, GuestsWithoutEmail } from './guests-to-invite.tsx'
import { type SendingAnswer, SendToAddressesForm } from './send-to-addresses-form.tsx'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const { id } = registry
  const [{ confirmed }, content, guests, invitations] = await Promise.all([
    ctx.call(getAccount, {}),
    ctx.call(showInvitationContent, { registry: id }),
    ctx.call(listGuests, { registry_id: id }),
    ctx.call(listInvitations, { registry_id: id }),
  ])
  return {
    registry,
    content,
    guests,
    confirmed,
    invitations: invitations.map(one => withReasonText(one, ctx)),
    language: ctx.language,
    site: ctx.site,
  }
}

/** Why an invitation was not sent or not delivered, in the reader's language. */
function withReasonText<T extends { reason: string | null }>(one: T, { text }: PageContext): T {
  return one.reason === null ? one : { ...one, reason: text(one.reason) }
}

const endpointsByIntent = {
  test: sendTestInvitation,
  send: sendInvitations,
  guests: inviteGuests,
  resend: resendInvitation,
  remove: removeInvitation,
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const form = await request.formData()
  const { intent = '', ...values } = readFormValues(form)
  const endpoint = endpointsByIntent[intent as keyof typeof endpointsByIntent] ?? inviteGuests
  const entered = { ...values, guests: form.getAll('guests') }
  const { done, refused } = await submitForm(ctx, endpoint, entered, { registry_id: id })
  if (refused) return data({ intent, values, refused, skipped: [], beyond: 0 }, { status: refused.status })
  const { skipped, beyond } = 'skipped' in done ? done : { skipped: [], beyond: 0 }
  if (skipped.length > 0 || beyond > 0) {
    const reasons = skipped.map(one => withReasonText(one, ctx))
    return { intent, values: {} as typeof values, refused: null, skipped: reasons, beyond }
  }
  throw redirect(withLanguage(`${paths.sendInvitations(id)}?done=${intent}`, ctx.language))
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return hostPageMeta(m.common_send_invitations(), loaderData, params.id, 'invitation-settings/send')
}

const doneMessages = {
  save: m.invitation_saved,
  test: m.invitation_test_sent,
  send: m.invitations_sent,
  guests: m.invitations_sent,
  resend: m.invitations_sent,
  remove: m.invitation_removed,
}

/** Sends the invitation by e-mail (R703): to whom of the guests it has not been sent, and how far the others are (R704). */
export default function SendInvitationsPage({ loaderData, ...answered }: Route.ComponentProps) {
  const { registry, confirmed, invitations } = loaderData
  const actionData = useKeptAnswer(answered.actionData)
  const errorMessage = wholeErrorText(actionData?.refused)
  return (
    <InvitationFrame id={registry.id} done={doneMessages}>
      {errorMessage && <Notice tone="alert" title={errorMessage} />}
      {actionData && actionData.beyond > 0 && (
        <Notice title={m.invitations_beyond({ count: actionData.beyond })} />
      )}
      <SkippedNotice skipped={actionData?.skipped ?? []} />
      {registry.registry_status === 'private' && (
        <Notice title={m.invitation_share_private()}>{m.invitation_private_text()}</Notice>
      )}
      <div className="grid gap-x-14 gap-y-8 min-[75rem]:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="min-w-0 min-[75rem]:col-start-2">
          <WhatIsSent {...loaderData} />
        </div>
        <div className="flex min-w-0 flex-col gap-10 min-[75rem]:col-start-1 min-[75rem]:row-start-1">
          {confirmed ? <Recipients {...loaderData} answer={actionData} /> : <UnconfirmedSender />}
          <SentInvitations invitations={invitations} />
        </div>
      </div>
    </InvitationFrame>
  )
}

type PageData = Route.ComponentProps['loaderData']

/** The invitation as it is now; beside the list as guests will see it. */
function WhatIsSent({ registry, content, confirmed, language }: PageData) {
  const isSubmitting = useNavigation().formData?.get('intent') === 'test'
  return (
    <section aria-label={m.look_preview()} className="min-[75rem]:sticky min-[75rem]:top-24">
      <p className="text-soft">
        {m.invitation_subject_now()}:{' '}
        <span className="font-semibold text-ink">
          {content.subject ||
            m.invitation_default_subject({ name: registry.registry_name, type: registry.type_info.slug })}
        </span>
      </p>
      <div className="mt-4 max-[75rem]:hidden">
        <RegistryInvitation content={content} registry={registry} language={language} />
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2 min-[75rem]:mt-4">
        <Link to={paths.editRegistry(registry.id, 'invitation-settings')} variant="text" className="py-2.5">
          {m.invitation_change()}
        </Link>
        {confirmed && (
          <Form role="presentation" method="post" preventScrollReset>
            <Button type="submit" name="intent" value="test" kind="outline" size="small" busy={isSubmitting}>
              {m.invitation_test()}
            </Button>
          </Form>
        )}
      </div>
    </section>
  )
}

const needsInvitation = ({ email, invited }: GuestView) => email !== null && !invited
const hasArrived = ({ state }: InvitationView) => state !== 'queued' && state !== 'failed'
const isOutOfReach = ({ email, reply }: GuestView) => email === null && reply === null

function Recipients(props: PageData & { answer: Route.ComponentProps['actionData'] }) {
  const { registry, guests, invitations, language, answer } = props
  const answerTo = (intent: string): SendingAnswer | undefined =>
    answer?.intent === intent ? answer : undefined
  const toInvite = guests.filter(needsInvitation)
  const typed = answerTo('send')
  const guestsPath = paths.editRegistry(registry.id, 'guests')
  return (
    <>
      {guests.length === 0 && (
        <EmptyState
          picture="people"
          tone="sky"
          title={m.guests_empty()}
          action={
            <div className="mt-4 flex flex-wrap gap-3">
              <ButtonLink to={`${guestsPath}?guest=new`}>{m.guest_add()}</ButtonLink>
              <ButtonLink to={`${guestsPath}?guest=import`} kind="outline">
                {m.guest_import()}
              </ButtonLink>
            </div>
          }
        />
      )}
      {toInvite.length > 0 && (
        <GuestsToInvite
          key={toInvite.map(({ id }) => id).join()}
          guests={toInvite}
          error={answerTo('guests')?.refused?.fields.guests}
        />
      )}
      {toInvite.length === 0 && invitations.length > 0 && invitations.every(hasArrived) && (
        <p>{m.invitation_all_sent()}</p>
      )}
      <GuestsWithoutEmail id={registry.id} guests={guests.filter(isOutOfReach)} />
      <details open={guests.length === 0 || typed !== undefined} className="border-t border-line pt-4">
        <summary className={`cursor-pointer py-2.5 font-semibold ${linkClasses.text}`}>
          {m.invitation_other_addresses()}
        </summary>
        <p className="mt-1 mb-5 text-soft">{m.invitation_other_addresses_text()}</p>
        <SendToAddressesForm key={invitations.length} answer={typed} language={language} />
      </details>
    </>
  )
}

function SkippedNotice({ skipped }: { skipped: SendingAnswer['skipped'] }) {
  if (skipped.length === 0) return null
  return (
    <Notice title={m.invitation_skipped()}>
      <ul>
        {skipped.map(({ email, reason }) => (
          <li key={email}>
            {email}: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const refreshMs = 3000

/** The invitations with their states (R704); refreshes itself while some are queued. */
function SentInvitations({ invitations }: { invitations: InvitationView[] }) {
  const queuedCount = invitations.filter(({ state }) => state === 'queued').length
  useRefreshWhile(queuedCount > 0, refreshMs)
  return (
    <section className="flex flex-col gap-5 border-t border-line pt-10" aria-labelledby="invited-title">
      <h2 id="invited-title" className="text-2xl">
        {m.invited_title()}
      </h2>
      {invitations.length === 0 ? (
        <EmptyState picture="letter" tone="honey" title={m.invited_empty()} />
      ) : (
        <>
          {queuedCount > 0 && (
            <ProgressBar
              value={invitations.length - queuedCount}
              max={invitations.length}
              label={m.invited_progress()}
              left={m.invited_progress()}
              right={m.invited_progress_count({
                sent: invitations.length - queuedCount,
                all: invitations.length,
              })}
            />
          )}
          <ul className="divide-y divide-line">
            {invitations.map(invitation => (
              <InvitationItem key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function InvitationItem({ invitation }: { invitation: InvitationView }) {
  const { id, name, email, state, reason, reply, coming } = invitation
  const stateLabels = {
    queued: m.invited_queued,
    sent: m.common_sent,
    failed: m.invited_failed,
    opened: m.invited_opened,
    replied: reply === 'coming' ? () => m.guest_coming({ count: coming }) : m.guest_not_coming,
  }
  const tone = { failed: 'text-pomegranate', replied: 'text-olive' }[state as string] ?? 'text-soft'
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold">{name || email}</p>
        {name && <p className="text-sm text-soft">{email}</p>}
      </div>
      <p className={`text-sm font-semibold ${tone}`}>
        {stateLabels[state]()}
        {reason && `: ${reason}`}
      </p>
      <Form role="presentation" method="post" preventScrollReset className="flex gap-1">
        <input type="hidden" name="id" value={id} />
        <Button type="submit" name="intent" value="resend" kind="quiet" size="small">
          {m.invited_resend()}
        </Button>
        <Button type="submit" name="intent" value="remove" kind="quiet" size="small">
          {m.common_remove()}
        </Button>
      </Form>
    </li>
  )
}
