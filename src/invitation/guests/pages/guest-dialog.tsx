import { Form, useNavigation } from 'react-router'
import type { Language } from '../../../base/language.ts'
import { formatPhone } from '../../../base/phone.ts'
import { m } from '../../../paraglide/messages.js'
import { CopyLinkField } from '../../../registry/registry/pages/share-link.tsx'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { Select, TextArea, TextField } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { PageDialog } from '../../../ui/overlay/page-dialog.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { type GuestView, guestInput, maxGuestNotesLength, maxPeoplePerGuest } from '../contract.ts'
import { guestFieldMessages, invitationErrorMessage } from './guest-messages.ts'

/** A guest's own sheet: what is known of him, his reply link to send by any way, and taking him off the list. */
export function GuestDialog(props: {
  guest: GuestView | undefined
  back: string
  answer: { values: Record<string, string>; refused?: PageError | undefined } | undefined
  replyUrl: string | undefined
  language: Language
}) {
  const { guest, back, answer, replyUrl, language } = props
  const checked = useValidatedForm({
    schema: guestInput,
    messages: guestFieldMessages,
    fieldErrors: answer?.refused?.fields,
  })
  const busy = useNavigation().state === 'submitting'
  const failed = invitationErrorMessage(answer?.refused)
  const field = (name: GuestField) => ({
    name,
    defaultValue: answer?.values[name] ?? shown(guest, name),
    error: checked.error(name),
  })
  return (
    <PageDialog labelledBy="guest-dialog" back={back}>
      <h2 id="guest-dialog" className="pr-12 text-2xl">
        {guest ? guest.name || guest.email : m.guest_add()}
      </h2>
      <Form method="post" {...checked.props} className="mt-6 flex flex-col gap-5" preventScrollReset>
        <ErrorSummary {...checked.summary} />
        {failed && <Notice tone="alert" title={failed} />}
        {guest && <input type="hidden" name="id" value={guest.id} />}
        <TextField label={m.guest_name_label()} help={m.guest_name_help()} {...field('name')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label={m.guest_email_label()} optional type="email" {...field('email')} />
          <TextField label={m.guest_phone_label()} optional type="tel" {...field('phone')} />
          <TextField
            label={m.guest_people_label()}
            inputMode="numeric"
            help={m.guest_people_help({ most: maxPeoplePerGuest })}
            {...field('people')}
          />
          <Select
            label={m.guest_language_label()}
            name="language"
            defaultValue={answer?.values.language ?? guest?.language ?? language}
            error={checked.error('language')}
            choices={[
              { value: 'el', label: 'Ελληνικά' },
              { value: 'en', label: 'English' },
            ]}
          />
        </div>
        <TextArea
          label={m.guest_notes_label()}
          optional
          rows={2}
          most={maxGuestNotesLength}
          {...field('notes')}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="save" busy={busy}>
            {m.guest_save()}
          </Button>
          <ButtonLink to={back} kind="outline" preventScrollReset>
            {m.ui_cancel()}
          </ButtonLink>
        </div>
      </Form>
      {guest && replyUrl && (
        <div className="mt-7 flex flex-col gap-5 border-t border-line pt-6">
          <CopyLinkField url={replyUrl} label={m.guest_link_label()} />
          <details>
            <summary className="inline-block font-semibold text-pomegranate underline underline-offset-4">
              {m.guest_remove()}
            </summary>
            <Form method="post" className="mt-3 flex flex-wrap items-center gap-3" preventScrollReset>
              <input type="hidden" name="id" value={guest.id} />
              <p className="basis-full text-sm text-soft">{m.guest_remove_text()}</p>
              <Button type="submit" name="intent" value="remove" kind="danger" size="small">
                {m.guest_remove_yes()}
              </Button>
            </Form>
          </details>
        </div>
      )}
    </PageDialog>
  )
}

type GuestField = 'name' | 'email' | 'phone' | 'notes' | 'people'

/** What a field of the guest holds, as it is written here. */
function shown(guest: GuestView | undefined, name: GuestField): string {
  if (name === 'phone') return formatPhone(guest?.phone ?? '')
  return String(guest?.[name] ?? (name === 'people' ? 1 : ''))
}
