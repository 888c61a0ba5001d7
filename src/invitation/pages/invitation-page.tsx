import { useEffect, useRef, useState } from 'react'
import { data, redirect, useNavigation } from 'react-router'
import { UnconfirmedSender } from '../../account/pages/unconfirmed-sender.tsx'
import { getAccount } from '../../account/settings.contract.ts'
import type { Language } from '../../base/language.ts'
import { canonicalAddress, paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { HostPageFrame, hostPageMeta, loadHostedRegistry } from '../../registry/pages/host-page-frame.tsx'
import type { RegistryView } from '../../registry/registry.contract.ts'
import { useRefreshWhile } from '../../ui/browser/use-refresh.ts'
import { Button } from '../../ui/form/button.tsx'
import { Checkbox } from '../../ui/form/choice-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { readFormValues, submitForm } from '../../ui/form/submit-form.ts'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { EmptyState } from '../../ui/list/list-parts.tsx'
import { type PageContext, pageContext } from '../../ui/page/page-context.ts'
import { type PageError, wholeErrorText } from '../../ui/page/page-errors.ts'
import { useSite } from '../../ui/page/site-data.ts'
import { Notice, ProgressBar } from '../../ui/text/facts.tsx'
import { saveInvitationContent, showInvitationContent } from '../content.contract.ts'
import {
  type InvitationView,
  inviteGuests,
  listInvitations,
  removeInvitation,
  resendInvitation,
  sendInvitations,
  sendTestInvitation,
} from '../sending.contract.ts'
import { sendSms } from '../sms.contract.ts'
import { findSingleMessage, isCheaperInCapitals, measureSms, toUnaccentedCapitals } from '../sms.rules.ts'
import type { Route } from './+types/invitation-page'
import { InvitationEditor } from './invitation-editor.tsx'
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

const refreshMs = 3000

/** The invitations with their states (R704); refreshes itself while some are queued. */
function InvitationList({ invitations }: { invitations: InvitationView[] }) {
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
          {m.invited_remove()}
        </Button>
      </Form>
    </li>
  )
}

interface SmsFormProps {
  registry: RegistryView
  language: Language
  answer: { values: Record<string, string>; refused: PageError | null } | undefined
}

/** A text message with the registry's address to one phone; shows how many parts it has (R715). */
function SmsForm({ registry, language, answer }: SmsFormProps) {
  const url = `${useSite()?.url ?? ''}${canonicalAddress(paths.registry(registry.slug ?? registry.id), language)}`
  const name = registry.registry_name
  const defaultText = findSingleMessage([m.sms_default_text({ name, url }), `${name}: ${url}`, url])
  const [text, setText] = useState(answer?.values.message ?? defaultText)
  const [isCapital, setCapital] = useState(
    answer ? answer.values.capitals === 'on' : isCheaperInCapitals(defaultText),
  )
  const isSubmitting = useNavigation().formData?.get('intent') === 'sms'
  const form = usePhoneClearedWhenSent(isSubmitting, answer === undefined)
  const errorMessage = wholeErrorText(answer?.refused)
  return (
    <Form
      aria-label={m.sms_send()}
      ref={form}
      method="post"
      preventScrollReset
      className="flex max-w-2xl flex-col gap-5"
    >
      {errorMessage && <Notice tone="alert" title={errorMessage} />}
      <TextField
        label={m.sms_phone()}
        name="phone"
        type="tel"
        help={m.sms_phone_help()}
        defaultValue={answer?.values.phone ?? ''}
        error={answer?.refused?.fields.phone}
      />
      <TextArea
        label={m.common_message()}
        // The invitation's text on the same page has the id "message".
        id="sms-message"
        name="message"
        rows={3}
        value={text}
        error={answer?.refused?.fields.message}
        help={<SmsLengthText text={isCapital ? toUnaccentedCapitals(text) : text} />}
        onChange={event => setText(event.target.value)}
      />
      <Checkbox
        label={m.sms_capitals()}
        help={m.sms_capitals_help()}
        name="capitals"
        checked={isCapital}
        onChange={event => setCapital(event.target.checked)}
      />
      <SendButton isBusy={isSubmitting} />
    </Form>
  )
}

function SendButton({ isBusy }: { isBusy: boolean }) {
  return (
    <Button type="submit" name="intent" value="sms" kind="outline" busy={isBusy} className="self-start">
      {m.sms_send()}
    </Button>
  )
}

/** How long the text is as SMS, and that it is several messages when it is. */
function SmsLengthText({ text }: { text: string }) {
  const { alphabet, parts, charactersLeft } = measureSms(text)
  const length = { parts, left: charactersLeft }
  return (
    <>
      {alphabet === 'greek' ? m.sms_length_greek(length) : m.sms_length_latin(length)}
      {parts > 1 && <span className="block font-semibold">{m.sms_several({ parts })}</span>}
    </>
  )
}

/** Empties the phone field of the form after a message was sent: the next one is for somebody else. */
function usePhoneClearedWhenSent(isSubmitting: boolean, hasSucceeded: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const wasSubmitting = useRef(false)
  useEffect(() => {
    const phone = form.current?.elements.namedItem('phone')
    if (wasSubmitting.current && !isSubmitting && hasSucceeded && phone instanceof HTMLInputElement)
      phone.value = ''
    wasSubmitting.current = isSubmitting
  }, [isSubmitting, hasSucceeded])
  return form
}
