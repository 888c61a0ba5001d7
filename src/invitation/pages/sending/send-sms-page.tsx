import { useEffect, useRef, useState } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { UnconfirmedSender } from '../../../account/pages/unconfirmed-sender.tsx'
import { getAccount } from '../../../account/settings.contract.ts'
import type { Language } from '../../../base/language.ts'
import { canonicalAddress, paths } from '../../../base/paths.ts'
import { formatPhone } from '../../../base/text.ts'
import { m } from '../../../paraglide/messages.js'
import { hostPageMeta, loadHostedRegistry } from '../../../registry/pages/host-page-frame.tsx'
import type { RegistryView } from '../../../registry/registry.contract.ts'
import { Button } from '../../../ui/form/button.tsx'
import { Checkbox } from '../../../ui/form/choice-field.tsx'
import { useFormDraftTick, useFormDraftValue } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { formAction } from '../../../ui/form/form-action.ts'
import { TextArea, TextField } from '../../../ui/form/text-field.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { type PageError, wholeErrorText } from '../../../ui/page/page-errors.ts'
import { useSite } from '../../../ui/page/site-data.ts'
import { Notice } from '../../../ui/text/facts.tsx'
import { type GuestView, listGuests } from '../../guests.contract.ts'
import { sendSms } from '../../sms.contract.ts'
import { findSingleMessage, isCheaperInCapitals, measureSms, toUnaccentedCapitals } from '../../sms.rules.ts'
import { InvitationFrame } from '../invitation-frame.tsx'
import type { Route } from './+types/send-sms-page'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const [{ confirmed }, guests] = await Promise.all([
    ctx.call(getAccount, {}),
    ctx.call(listGuests, { registry_id: registry.id }),
  ])
  return {
    registry,
    confirmed,
    guests: guests.filter(({ phone, reply }) => phone !== null && reply === null),
    language: ctx.language,
    site: ctx.site,
  }
}

export const action = formAction(sendSms, {
  known: async (ctx, { request, params }: Route.ActionArgs) => ({
    registry_id: (await loadHostedRegistry(ctx, request, params.id)).id,
  }),
  to: (_, { known, values: { intent = 'sms' } }) =>
    `${paths.sendTextMessages(known.registry_id)}?done=${intent}`,
})

export function meta({ loaderData, params }: Route.MetaArgs) {
  return hostPageMeta(m.sms_title(), loaderData, params.id, 'invitation-settings/sms')
}

/** Text messages (R715): with the registry's address, or to a guest with their own link. */
export default function SendSmsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { registry, guests, confirmed, language } = loaderData
  const chosen = useSearchParams()[0].get('guest')
  const guest = guests.find(({ id }) => String(id) === chosen)
  return (
    <InvitationFrame id={registry.id} done={{ sms: m.sms_sent }}>
      {confirmed ? (
        <div className="flex flex-wrap gap-x-14 gap-y-10">
          <section className="min-w-0 grow-999 basis-80" aria-labelledby="sms-title">
            <h2 id="sms-title" className="mb-6 text-2xl">
              {m.sms_title()}
            </h2>
            <SmsForm
              key={guest?.id}
              registry={registry}
              guest={guest}
              language={language}
              answer={actionData}
            />
          </section>
          <GuestsWithPhone id={registry.id} guests={guests} chosen={guest} />
        </div>
      ) : (
        <UnconfirmedSender />
      )}
    </InvitationFrame>
  )
}

/** Guests who have not replied, each of whom a message can be written to. */
function GuestsWithPhone(props: { id: string; guests: GuestView[]; chosen: GuestView | undefined }) {
  const { id, guests, chosen } = props
  if (guests.length === 0) return null
  return (
    <section className="min-w-0 grow basis-64" aria-labelledby="phones-title">
      <h2 id="phones-title" className="text-xl">
        {m.sms_guests()}
      </h2>
      <p className="mt-1 text-sm text-soft">{m.sms_guests_text()}</p>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {guests.map(guest => (
          <li key={guest.id}>
            <Link
              to={`${paths.sendTextMessages(id)}?guest=${guest.id}`}
              preventScrollReset
              aria-current={guest === chosen || undefined}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-2 hover:text-pomegranate aria-current:text-pomegranate"
            >
              <span className="min-w-0 font-semibold wrap-anywhere">{guest.name || guest.email}</span>
              <span className="text-sm text-soft tabular-nums">{formatPhone(guest.phone ?? '')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface SmsFormProps {
  registry: RegistryView
  /** Whom the message is for, with their own link. */
  guest: GuestView | undefined
  language: Language
  answer: { values: Record<string, string>; refused: PageError | null } | undefined
}

/** A text message to one phone, with the registry's address or a guest's own link; shows how many parts it has (R715). */
function SmsForm({ registry, guest, language, answer }: SmsFormProps) {
  const path = guest ? paths.reply(guest.token) : paths.registry(registry.slug ?? registry.id)
  const url = `${useSite()?.url ?? ''}${canonicalAddress(path, guest?.language ?? language)}`
  const name = registry.registry_name
  const words = guest
    ? m.sms_guest_message({ name, url }, { locale: guest.language })
    : m.sms_default_text({ name, url })
  const defaultText = findSingleMessage([words, `${name}: ${url}`, url])
  const draft = useFormDraftValue('message')
  const capitalsDraft = useFormDraftTick('capitals')
  const [text, setText] = useState(answer?.values.message ?? draft ?? defaultText)
  const [isCapital, setCapital] = useState(
    answer ? answer.values.capitals === 'on' : (capitalsDraft ?? isCheaperInCapitals(defaultText)),
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
        defaultValue={answer?.values.phone ?? formatPhone(guest?.phone ?? '')}
        error={answer?.refused?.fields.phone}
      />
      <TextArea
        label={m.common_message()}
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
      <Button type="submit" name="intent" value="sms" size="large" busy={isSubmitting} className="self-start">
        {m.sms_send()}
      </Button>
    </Form>
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
