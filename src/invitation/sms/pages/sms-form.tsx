import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Language } from '../../../base/language.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { Button } from '../../../ui/form/button.tsx'
import { Checkbox } from '../../../ui/form/choice-field.tsx'
import { TextArea, TextField } from '../../../ui/form/text-field.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { useSite } from '../../../ui/page/site-data.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { invitationErrorMessage } from '../../guests/pages/guest-messages.ts'
import { measureSms, toUnaccentedCapitals } from '../rules.ts'

const words: Record<string, () => string> = {
  field_characters: m.field_characters,
  phone_long: m.phone_long,
  phone_required: m.phone_required,
  sms_country: m.sms_country,
  sms_long: m.sms_long,
  sms_phone_wrong: m.sms_phone_wrong,
  sms_required: m.sms_required,
}

/** A short message with the list's address to one phone; says how long it is as the network counts. */
export function SmsForm({
  registry,
  language,
  answer,
}: {
  registry: RegistryView
  language: Language
  answer: { values: Record<string, string>; refused: PageError | null } | undefined
}) {
  const url = `${useSite()?.url ?? ''}${withLanguage(paths.registry(registry.slug ?? registry.id), language)}`
  const first = m.sms_default_text({ name: registry.registry_name, url })
  const [text, setText] = useState(answer?.values.message ?? first)
  const [isCapital, setCapital] = useState(answer?.values.capitals === 'on')
  const busy = useNavigation().formData?.get('intent') === 'sms'
  const form = useRef<HTMLFormElement>(null)
  const wasBusy = useRef(false)
  // Gone: the next one is for somebody else.
  useEffect(() => {
    const phone = form.current?.elements.namedItem('phone')
    if (wasBusy.current && !busy && !answer && phone instanceof HTMLInputElement) phone.value = ''
    wasBusy.current = busy
  }, [busy, answer])
  const { alphabet, parts, charactersLeft } = measureSms(isCapital ? toUnaccentedCapitals(text) : text)
  const error = (name: string) => {
    const key = answer?.refused?.fields[name]
    return key ? (words[key]?.() ?? key) : null
  }
  const failed = invitationErrorMessage(answer?.refused ?? undefined)
  return (
    <Form ref={form} method="post" preventScrollReset className="flex max-w-2xl flex-col gap-5">
      {failed && <Notice tone="alert" title={failed} />}
      <TextField
        label={m.sms_phone()}
        name="phone"
        type="tel"
        help={m.sms_phone_help()}
        defaultValue={answer?.values.phone ?? ''}
        error={error('phone')}
      />
      <TextArea
        label={m.sms_text()}
        // The invitation's own text, on the same page, is called so too.
        id="sms-message"
        name="message"
        rows={3}
        value={text}
        error={error('message')}
        help={
          alphabet === 'greek'
            ? m.sms_length_greek({ parts, left: charactersLeft })
            : m.sms_length_latin({ parts, left: charactersLeft })
        }
        onChange={event => setText(event.target.value)}
      />
      <Checkbox
        label={m.sms_capitals()}
        help={m.sms_capitals_help()}
        name="capitals"
        checked={isCapital}
        onChange={event => setCapital(event.target.checked)}
      />
      <Button type="submit" name="intent" value="sms" kind="outline" busy={busy} className="self-start">
        {m.sms_send()}
      </Button>
    </Form>
  )
}
