import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Language } from '../../../base/language.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { Button } from '../../../ui/form/button.tsx'
import { Checkbox } from '../../../ui/form/choice-field.tsx'
import { TextArea, TextField } from '../../../ui/form/text-field.tsx'
import { type PageError, wholeErrorText } from '../../../ui/page/page-errors.ts'
import { useSite } from '../../../ui/page/site-data.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { findSingleMessage, isCheaperInCapitals, measureSms, toUnaccentedCapitals } from '../rules.ts'

interface SmsFormProps {
  registry: RegistryView
  language: Language
  answer: { values: Record<string, string>; refused: PageError | null } | undefined
}

/** A text message with the registry's address to one phone; shows how many parts it has (R715). */
export function SmsForm({ registry, language, answer }: SmsFormProps) {
  const url = `${useSite()?.url ?? ''}${withLanguage(paths.registry(registry.slug ?? registry.id), language)}`
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
