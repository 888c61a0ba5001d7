import { type Language, languageDetails, languagesGreekFirst } from '../../base/language.ts'
import { formatPhone } from '../../base/text.ts'
import { m } from '../../paraglide/messages.js'
import { CopyLinkField } from '../../registry/pages/share-link.tsx'
import { Button, ButtonLink } from '../../ui/form/button.tsx'
import { ErrorSummary } from '../../ui/form/error-summary.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useIsSubmitting } from '../../ui/form/submission.ts'
import { Select, TextArea, TextField } from '../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../ui/form/validated-form.ts'
import { PageDialog } from '../../ui/overlay/page-dialog.tsx'
import { linkClasses } from '../../ui/page/link.tsx'
import { type PageError, wholeErrorText } from '../../ui/page/page-errors.ts'
import { Notice } from '../../ui/text/facts.tsx'
import {
  type GuestView,
  guestInput,
  maxGuestNotesLength,
  maxPeoplePerGuest,
  saveGuest,
} from '../guests.contract.ts'

interface GuestDialogProps {
  guest: GuestView | undefined
  back: string
  answer: { values: Record<string, string>; refused?: PageError | undefined } | undefined
  replyUrl: string | undefined
  language: Language
}

/** Adds or edits one guest, shows their reply link, and removes them from the list. */
export function GuestDialog(props: GuestDialogProps) {
  const { guest, back, answer, replyUrl } = props
  const form = useValidatedForm({
    endpoint: saveGuest,
    schema: guestInput,
    fieldErrors: answer?.refused?.fields,
  })
  const isSubmitting = useIsSubmitting()
  const errorMessage = wholeErrorText(answer?.refused)
  return (
    <PageDialog labelledBy="guest-dialog" back={back}>
      <h2 id="guest-dialog" className="pr-12 text-2xl">
        {guest ? guest.name || guest.email : m.guest_add()}
      </h2>
      <Form
        aria-label={m.common_save()}
        method="post"
        {...form.props}
        className="mt-6 flex flex-col gap-5"
        preventScrollReset
      >
        <ErrorSummary {...form.summary} />
        {errorMessage && <Notice tone="alert" title={errorMessage} />}
        {guest && <input type="hidden" name="id" value={guest.id} />}
        <GuestFields {...props} error={form.error} />
        <div className="dialog-actions">
          <Button type="submit" name="intent" value="save" busy={isSubmitting}>
            {m.common_save()}
          </Button>
          <ButtonLink to={back} kind="outline" preventScrollReset>
            {m.ui_cancel()}
          </ButtonLink>
        </div>
      </Form>
      {guest && replyUrl && (
        <div className="mt-7 flex flex-col gap-5 border-t border-line pt-6">
          <CopyLinkField url={replyUrl} label={m.guest_link_label()} />
          <RemoveGuestForm id={guest.id} />
        </div>
      )}
    </PageDialog>
  )
}

type GuestField = 'name' | 'email' | 'phone' | 'notes' | 'people'

function GuestFields(props: GuestDialogProps & { error: ReturnType<typeof useValidatedForm>['error'] }) {
  const { guest, answer, language, error } = props
  const field = (name: GuestField) => ({
    name,
    defaultValue: answer?.values[name] ?? fieldValue(guest, name),
    error: error(name),
  })
  return (
    <>
      <TextField label={m.common_name()} help={m.guest_name_help()} {...field('name')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={m.common_email()} optional type="email" {...field('email')} />
        <TextField label={m.common_phone()} optional type="tel" {...field('phone')} />
        <TextField
          label={m.guest_people_label()}
          inputMode="numeric"
          help={m.guest_people_help({ most: maxPeoplePerGuest })}
          {...field('people')}
        />
        <Select
          label={m.common_language()}
          name="language"
          defaultValue={answer?.values.language ?? guest?.language ?? language}
          error={error('language')}
          options={languagesGreekFirst.map(value => ({ value, label: languageDetails[value].label }))}
        />
      </div>
      <TextArea
        label={m.common_notes()}
        optional
        rows={2}
        maxCharacters={maxGuestNotesLength}
        {...field('notes')}
      />
    </>
  )
}

function fieldValue(guest: GuestView | undefined, name: GuestField): string {
  if (name === 'phone') return formatPhone(guest?.phone ?? '')
  return String(guest?.[name] ?? (name === 'people' ? 1 : ''))
}

function RemoveGuestForm({ id }: { id: number }) {
  return (
    <details>
      <summary className={`inline-block cursor-pointer ${linkClasses.strong}`}>{m.guest_remove()}</summary>
      <Form
        role="presentation"
        method="post"
        className="mt-3 flex flex-wrap items-center gap-3"
        preventScrollReset
      >
        <input type="hidden" name="id" value={id} />
        <p className="basis-full text-sm text-soft">{m.guest_remove_text()}</p>
        <Button type="submit" name="intent" value="remove" kind="danger" size="small">
          {m.guest_remove_yes()}
        </Button>
      </Form>
    </details>
  )
}
