import { type KeyboardEvent, useEffect, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { type Language, languageNames, languagesGreekFirst } from '../../../base/language.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { Select, TextArea } from '../../../ui/form/text-field.tsx'
import { CloseIcon } from '../../../ui/media/icons.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { notSentReasonMessages } from '../../content/pages/invitation-messages.ts'
import { invitationErrorMessage } from '../../guests/pages/guest-messages.ts'
import { parseEmailAddresses } from '../rules.ts'

interface Answer {
  intent: string
  values: Record<string, string>
  refused: PageError | null
  skipped: { email: string; reason: string }[]
}

/** Addresses to invite: one after another, or many pasted at once; each is checked before anything goes out. */
export function SendInvitationsForm({
  answer,
  language,
}: {
  answer: Answer | undefined
  language: Language
}) {
  const [typed, setTyped] = useState(answer?.values.emails ?? '')
  const [good, setGood] = useState<string[]>([])
  const [wrong, setWrong] = useState<string[]>([])
  const [mended, setMended] = useState<Answer>()
  const [scripted, setScripted] = useState(false)
  useEffect(() => setScripted(true), [])
  const state = useNavigation()
  const busy = state.formData?.get('intent') === 'send'
  const add = (text = typed) => {
    const read = parseEmailAddresses([...good, text].join(';'))
    setGood(read.valid)
    setWrong(read.invalid)
    setTyped(read.invalid.join('; '))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    add()
  }
  const failed = invitationErrorMessage(answer?.refused ?? undefined)
  const said = answer === mended ? undefined : answer
  const told = wrong.length > 0 ? wrong : ((said?.refused?.detail.wrong as string[] | undefined) ?? [])
  const error =
    told.length > 0 ? m.invitation_invalid_addresses({ list: told.join(', ') }) : emailsWrong(said)
  const name = scripted ? 'typed' : 'emails'
  return (
    <div className="flex flex-col gap-5">
      {failed && <Notice tone="alert" title={failed} />}
      {said?.refused && error && <ErrorSummary errors={{ [name]: error }} />}
      <Skipped skipped={answer?.skipped ?? []} />
      <Form method="post" preventScrollReset className="flex max-w-2xl flex-col gap-5">
        {scripted && <Chosen list={good} drop={email => setGood(good.filter(one => one !== email))} />}
        <div className="flex flex-wrap gap-3">
          <TextArea
            label={m.invitation_emails_label()}
            name={name}
            rows={2}
            help={m.invitation_emails_help()}
            value={typed}
            error={error}
            spellCheck={false}
            onChange={event => {
              setTyped(event.target.value)
              setWrong([])
              setMended(answer)
            }}
            onKeyDown={onKeyDown}
            className="min-w-0 flex-1 basis-72"
          />
          <Button kind="outline" className="hidden self-start sm:mt-7.5 js:inline-flex" onClick={() => add()}>
            {m.invitation_add()}
          </Button>
        </div>
        {scripted && <input type="hidden" name="emails" value={[...good, typed].join(';')} />}
        <Select
          label={m.invitation_language()}
          name="language"
          defaultValue={language}
          className="w-60"
          choices={languagesGreekFirst.map(value => ({ value, label: languageNames[value] }))}
        />
        <Button type="submit" name="intent" value="send" size="large" busy={busy} className="self-start">
          {m.invitation_send()}
        </Button>
      </Form>
      <Form method="post" preventScrollReset className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="guests" kind="outline">
          {m.invitation_send_guests()}
        </Button>
        <Button type="submit" name="intent" value="test" kind="outline">
          {m.invitation_test()}
        </Button>
      </Form>
    </div>
  )
}

function emailsWrong(answer: Answer | undefined): string | null {
  const key = answer?.refused?.fields.emails
  if (!key) return null
  return key === 'invitation_emails_many' ? m.invitation_emails_many() : m.invitation_emails_wrong()
}

function Chosen({ list, drop }: { list: string[]; drop: (email: string) => void }) {
  return (
    <ul
      aria-live="polite"
      aria-label={m.invitation_recipients()}
      className="flex flex-wrap gap-2 empty:hidden"
    >
      {list.map(email => (
        <li
          key={email}
          className="inline-flex min-h-9 items-center gap-1 rounded-pill border border-line bg-card ps-3.5 text-sm font-semibold"
        >
          {email}
          <button
            type="button"
            aria-label={m.invitation_remove_address({ email })}
            onClick={() => drop(email)}
            className="flex size-9 items-center justify-center rounded-pill hover:bg-ink/6"
          >
            <CloseIcon />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Skipped({ skipped }: Pick<Answer, 'skipped'>) {
  if (skipped.length === 0) return null
  return (
    <Notice title={m.invitation_skipped()}>
      <ul>
        {skipped.map(({ email, reason }) => (
          <li key={email}>
            {email}: {notSentReasonMessages[reason]?.() ?? reason}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
