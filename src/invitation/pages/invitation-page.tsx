import { data, redirect, type useLoaderData } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { valuesOf } from '../../registry/pages/draft.ts'
import { EditSheet, editMeta } from '../../registry/pages/edit-sheet.tsx'
import { hostRegistry } from '../../registry/pages/own-registry.ts'
import { attempt, orErrorPage } from '../../ui/attempt.ts'
import { pageVisit } from '../../ui/context.ts'
import { Notice } from '../../ui/notice.tsx'
import {
  inviteGuests,
  listInvitations,
  removeInvitation,
  resendInvitation,
  saveContent,
  sendInvitations,
  showContent,
  testInvitation,
} from '../contract.ts'
import { sendSms } from '../sms-contract.ts'
import type { Route } from './+types/invitation-page'
import { InvitedList } from './invited-list.tsx'
import { LookEditor } from './look-editor.tsx'
import { SendForm } from './send-form.tsx'
import { SmsForm } from './sms-form.tsx'

const page = 'invitation-settings'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const registry = await hostRegistry(visit, request, params.id)
  const [look, invited] = await Promise.all([
    orErrorPage(visit.call(showContent, { registry: registry.id })),
    orErrorPage(visit.call(listInvitations, { registry_id: registry.id })),
  ])
  return { registry, look, invited, language: visit.language, site: visit.site }
}

export type InvitationData = ReturnType<typeof useLoaderData<typeof loader>>

const intents = {
  save: saveContent,
  test: testInvitation,
  send: sendInvitations,
  guests: inviteGuests,
  resend: resendInvitation,
  remove: removeInvitation,
  sms: sendSms,
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  const { id } = await hostRegistry(visit, request, params.id)
  const form = await request.formData()
  const { intent = '', ...values } = valuesOf(form)
  const call = intents[intent as keyof typeof intents] ?? saveContent
  const file = form.get('background_image')
  const sent = { ...values, ...(file instanceof Blob && { background_image: file }), registry_id: id }
  const { done, refused } = await attempt(() => visit.call(call, sent as never))
  if (refused) return data({ intent, values, refused, skipped: [] }, { status: refused.status })
  const skipped = done && 'skipped' in done ? done.skipped : []
  if (skipped.length > 0) return { intent, values: {} as typeof values, refused: null, skipped }
  throw redirect(inLanguage(`${paths.editRegistry(id, page)}?done=${intent}`, visit.language))
}

export type InvitationAnswer = Exclude<Awaited<ReturnType<typeof action>>, { data: unknown }>

export function meta({ loaderData, params }: Route.MetaArgs) {
  return editMeta(m.invitation_title(), loaderData, params.id, page)
}

/** How the invitation looks, whom it goes to, and how far each one is. */
export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { registry, look, invited, language } = loaderData
  const of = (intent: string) => (actionData?.intent === intent ? actionData : undefined)
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
    <EditSheet title={m.invitation_title()} lead={m.invitation_lead()} done={done} wide>
      <LookEditor key={registry.id} registry={registry} look={look} answer={of('save')} language={language} />
      <section
        id="send"
        className="flex flex-col gap-6 border-t border-line pt-10"
        aria-labelledby="send-title"
      >
        <h2 id="send-title" className="text-2xl">
          {m.invitation_send_title()}
        </h2>
        {registry.registry_status === 'private' && (
          <Notice title={m.invitation_share_private()}>{m.invitation_private_text()}</Notice>
        )}
        <SendForm
          answer={of('send') ?? of('guests') ?? of('test') ?? of('resend')}
          language={language}
          key={`${invited.length}`}
        />
      </section>
      <InvitedList invited={invited} />
      <section className="flex flex-col gap-6 border-t border-line pt-10" aria-labelledby="sms-title">
        <h2 id="sms-title" className="text-2xl">
          {m.sms_title()}
        </h2>
        <SmsForm registry={registry} language={language} answer={of('sms')} />
      </section>
    </EditSheet>
  )
}
