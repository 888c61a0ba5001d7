import { data, redirect } from 'react-router'
import { UnconfirmedSender } from '../../../account/email-confirmation/pages/unconfirmed-sender.tsx'
import { getAccount } from '../../../account/settings/contract.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { HostPageFrame, hostPageMeta } from '../../../registry/registry/pages/host-page-frame.tsx'
import { loadHostedRegistry } from '../../../registry/registry/pages/hosted-registry.ts'
import { readFormValues, submitForm } from '../../../ui/form/submit-form.ts'
import { type PageContext, pageContext } from '../../../ui/page/page-context.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { saveInvitationContent, showInvitationContent } from '../../content/contract.ts'
import { InvitationEditor } from '../../content/pages/invitation-editor.tsx'
import { sendSms } from '../../sms/contract.ts'
import { SmsForm } from '../../sms/pages/sms-form.tsx'
import {
  inviteGuests,
  listInvitations,
  removeInvitation,
  resendInvitation,
  sendInvitations,
  sendTestInvitation,
} from '../contract.ts'
import type { Route } from './+types/invitation-page'
import { InvitationList } from './invitation-list.tsx'
import { SendInvitationsForm } from './send-invitations-form.tsx'

const page = 'invitation-settings'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const [account, content, invitations] = await Promise.all([
    ctx.call(getAccount, {}),
    ctx.call(showInvitationContent, { registry: registry.id }),
    ctx.call(listInvitations, { registry_id: registry.id }),
  ])
  const { confirmed } = account
  return {
    registry,
    content,
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
  save: saveInvitationContent,
  test: sendTestInvitation,
  send: sendInvitations,
  guests: inviteGuests,
  resend: resendInvitation,
  remove: removeInvitation,
  sms: sendSms,
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const form = await request.formData()
  const { intent = '', ...values } = readFormValues(form)
  const endpoint = endpointsByIntent[intent as keyof typeof endpointsByIntent] ?? saveInvitationContent
  const file = form.get('background_image')
  const entered = { ...values, ...(file instanceof Blob && { background_image: file }) }
  const { done, refused } = await submitForm(ctx, endpoint, entered, { registry_id: id })
  if (refused) return data({ intent, values, refused, skipped: [] }, { status: refused.status })
  const skipped = done && 'skipped' in done ? done.skipped.map(one => withReasonText(one, ctx)) : []
  if (skipped.length > 0) return { intent, values: {} as typeof values, refused: null, skipped }
  throw redirect(withLanguage(`${paths.editRegistry(id, page)}?done=${intent}`, ctx.language))
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return hostPageMeta(m.invitation_title(), loaderData, params.id, page)
}

/** The invitation's content, sending it by e-mail, the invitations sent, and text messages. */
export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { registry, content, invitations, language } = loaderData
  const answerTo = (intent: string) => (actionData?.intent === intent ? actionData : undefined)
  const done = {
    save: m.invitation_saved,
    test: m.invitation_test_sent,
    send: m.invitations_sent,
    guests: m.invitations_sent,
    resend: m.invitations_sent,
    remove: m.invitation_removed,
    sms: m.sms_sent,
  }
  return (
    <HostPageFrame title={m.invitation_title()} lead={m.invitation_lead()} done={done} wide>
      <InvitationEditor
        key={registry.id}
        registry={registry}
        content={content}
        confirmed={loaderData.confirmed}
        answer={answerTo('save')}
        language={language}
      />
      <section
        id="send"
        className="flex flex-col gap-6 border-t border-line pt-10"
        aria-labelledby="send-title"
      >
        <h2 id="send-title" className="text-2xl">
          {m.common_send_invitations()}
        </h2>
        {registry.registry_status === 'private' && (
          <Notice title={m.invitation_share_private()}>{m.invitation_private_text()}</Notice>
        )}
        {loaderData.confirmed ? (
          <SendInvitationsForm
            answer={answerTo('send') ?? answerTo('guests') ?? answerTo('test') ?? answerTo('resend')}
            language={language}
            key={`${invitations.length}`}
          />
        ) : (
          <UnconfirmedSender />
        )}
      </section>
      <InvitationList invitations={invitations} />
      <section className="flex flex-col gap-6 border-t border-line pt-10" aria-labelledby="sms-title">
        <h2 id="sms-title" className="text-2xl">
          {m.sms_title()}
        </h2>
        {loaderData.confirmed ? (
          <SmsForm registry={registry} language={language} answer={answerTo('sms')} />
        ) : (
          <UnconfirmedSender />
        )}
      </section>
    </HostPageFrame>
  )
}
