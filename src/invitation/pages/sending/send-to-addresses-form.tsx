import { type KeyboardEvent, useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { type Language, languageDetails, languagesGreekFirst } from '../../../base/language.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { useFormDraftValue } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Select, TextArea } from '../../../ui/form/text-field.tsx'
import { CloseIcon } from '../../../ui/media/icons.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { DotSeparated } from '../../../ui/text/facts.tsx'
import { parseEmailAddresses, recipientText, type TypedRecipient } from '../../sending.contract.ts'

export interface SendingAnswer {
  intent: string
  values: Record<string, string>
  refused: PageError | null
  skipped: { email: string; reason: string }[]
  beyond: number
}

/** Sends invitations (R703) to typed or pasted addresses, which are checked first. */
export function SendToAddressesForm(props: { answer: SendingAnswer | undefined; language: Language }) {
  const { answer, language } = props
  const recipients = useRecipients(answer)
  const isSubmitting = useNavigation().formData?.get('intent') === 'send'
  const { typed, error, isScripted } = recipients
  return (
    <div className="flex flex-col gap-5">
      {recipients.isRefused && error && <ErrorSummary errors={{ emails: error }} />}
      <Form
        aria-label={m.common_send_invitations()}
        method="post"
        preventScrollReset
        className="flex max-w-2xl flex-col gap-5"
      >
        {isScripted && <RecipientList recipients={recipients.valid} onRemove={recipients.remove} />}
        <RecipientsField {...recipients} />
        {isScripted && <input type="hidden" name="emails" value={joinTyped(recipients.valid, typed)} />}
        <Select
          label={m.invitation_language()}
          name="language"
          defaultValue={language}
          className="w-60"
          options={languagesGreekFirst.map(value => ({ value, label: languageDetails[value].label }))}
        />
        <Button
          type="submit"
          name="intent"
          value="send"
          kind="outline"
          busy={isSubmitting}
          className="self-start"
        >
          {m.common_send_invitations()}
        </Button>
      </Form>
    </div>
  )
}

/** The addresses added so far, the text still being typed, and what is wrong with it. */
function useRecipients(answer: SendingAnswer | undefined) {
  const draft = useFormDraftValue('emails')
  const [typed, setTyped] = useState(answer?.values.emails ?? draft ?? '')
  const [valid, setValid] = useState<TypedRecipient[]>([])
  const [invalid, setInvalid] = useState<string[]>([])
  const [editedAnswer, setEditedAnswer] = useState<SendingAnswer>()
  const [isScripted, setScripted] = useState(false)
  useEffect(() => setScripted(true), [])
  const add = () => {
    const addresses = parseEmailAddresses(joinTyped(valid, typed))
    setValid(addresses.valid)
    setInvalid(addresses.invalid)
    setTyped(addresses.invalid.join('; '))
  }
  const change = (text: string) => {
    setTyped(text)
    setInvalid([])
    setEditedAnswer(answer)
  }
  const remove = (email: string) => setValid(valid.filter(one => one.email !== email))
  // The server's errors are no longer true once the text was edited.
  const refused = answer === editedAnswer ? undefined : answer?.refused
  const invalidAddresses =
    invalid.length > 0 ? invalid : ((refused?.detail.wrong as string[] | undefined) ?? [])
  const error =
    invalidAddresses.length > 0
      ? m.invitation_invalid_addresses({ list: invalidAddresses.join(', ') })
      : (refused?.fields.emails ?? null)
  const fieldName = isScripted ? 'typed' : 'emails'
  return { typed, valid, error, isRefused: Boolean(refused), isScripted, fieldName, add, change, remove }
}

function RecipientsField(
  props: Pick<ReturnType<typeof useRecipients>, 'typed' | 'error' | 'fieldName' | 'add' | 'change'>,
) {
  const { typed, error, fieldName, add, change } = props
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    add()
  }
  return (
    <div className="flex flex-wrap gap-3">
      <TextArea
        label={m.invitation_emails_label()}
        // The same field before the scripts run and after.
        id="field-emails"
        name={fieldName}
        rows={2}
        help={m.invitation_emails_help()}
        value={typed}
        error={error}
        spellCheck={false}
        onChange={event => change(event.target.value)}
        onKeyDown={addOnEnter}
        className="min-w-0 flex-1 basis-72"
      />
      <Button kind="outline" className="hidden self-start sm:mt-7.5 js:inline-flex" onClick={add}>
        {m.invitation_add()}
      </Button>
    </div>
  )
}

const joinTyped = (recipients: TypedRecipient[], typed: string) =>
  [...recipients.map(recipientText), typed].join(';')

function RecipientList(props: { recipients: TypedRecipient[]; onRemove: (email: string) => void }) {
  return (
    <ul
      aria-live="polite"
      aria-label={m.invitation_recipients()}
      className="flex flex-wrap gap-2 empty:hidden"
    >
      {props.recipients.map(({ name, email }) => (
        <li
          key={email}
          className="inline-flex min-h-9 items-center gap-1 rounded-pill border border-line bg-card ps-3.5 text-sm font-semibold"
        >
          <span className="wrap-anywhere">
            <DotSeparated facts={[name, email].filter(Boolean)} />
          </span>
          <button
            type="button"
            aria-label={m.invitation_remove_address({ email })}
            onClick={() => props.onRemove(email)}
            className="flex size-9 items-center justify-center rounded-pill hover:bg-ink/6"
          >
            <CloseIcon />
          </button>
        </li>
      ))}
    </ul>
  )
}
