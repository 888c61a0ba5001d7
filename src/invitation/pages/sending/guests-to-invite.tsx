import { useState } from 'react'
import { useNavigation } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { Checkbox } from '../../../ui/form/choice-field.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { FieldMessages, fieldId } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { DotSeparated } from '../../../ui/text/facts.tsx'
import type { GuestView } from '../../guests.contract.ts'

/**
 * The guests with an address who have no invitation yet, ticked (R703); those who have replied all the same, by the
 * registry's link, are not.
 */
export function GuestsToInvite({ guests, error }: { guests: GuestView[]; error: string | undefined }) {
  const [ticked, setTicked] = useState(() => guests.filter(({ reply }) => reply === null).map(({ id }) => id))
  const isSubmitting = useNavigation().formData?.get('intent') === 'guests'
  const count = ticked.length
  return (
    <Form
      aria-label={m.invitation_to_send()}
      method="post"
      preventScrollReset
      className="flex flex-col gap-5"
    >
      {error && <ErrorSummary errors={{ guests: error }} />}
      <fieldset aria-describedby={error && 'guests-error'}>
        <legend className="mb-2 font-serif text-2xl">{m.invitation_to_send()}</legend>
        <Checkbox
          label={<span className="font-semibold">{m.invitation_all()}</span>}
          name="everybody"
          checked={count === guests.length}
          onChange={({ target }) => setTicked(target.checked ? guests.map(({ id }) => id) : [])}
          className="hidden border-b border-line py-3 js:flex"
        />
        <ul className="divide-y divide-line border-b border-line">
          {guests.map((guest, index) => (
            <li key={guest.id}>
              <Checkbox
                label={<GuestLine guest={guest} />}
                name="guests"
                value={guest.id}
                id={index === 0 ? fieldId('guests') : `guest-${guest.id}`}
                checked={ticked.includes(guest.id)}
                onChange={({ target }) =>
                  setTicked(target.checked ? [...ticked, guest.id] : ticked.filter(id => id !== guest.id))
                }
                className="py-3"
              />
            </li>
          ))}
        </ul>
      </fieldset>
      <FieldMessages error={error} errorId="guests-error" />
      <Button
        type="submit"
        name="intent"
        value="guests"
        size="large"
        busy={isSubmitting}
        className="self-start"
      >
        <span className="js:hidden">{m.common_send_invitations()}</span>
        <span className="hidden js:inline">
          {count === 0 ? m.common_send_invitations() : m.invitation_send_count({ count })}
        </span>
      </Button>
    </Form>
  )
}

function GuestLine({ guest: { name, email, people, reply, coming } }: { guest: GuestView }) {
  const facts = [
    name && email,
    people > 1 && m.guest_people_count({ count: people }),
    reply && (reply === 'coming' ? m.guest_coming({ count: coming }) : m.guest_not_coming()),
  ].filter(fact => typeof fact === 'string' && fact !== '')
  return (
    <span className="block min-w-0 wrap-anywhere">
      <span className="font-semibold">{name || email}</span>
      <DotSeparated facts={facts} className="text-sm text-soft" />
    </span>
  )
}

/** Guests who can't be written to by e-mail, with what can be done about it. */
export function GuestsWithoutEmail({ id, guests }: { id: string; guests: GuestView[] }) {
  if (guests.length === 0) return null
  return (
    <section aria-labelledby="without-email-title" className="border-t border-line pt-8">
      <h2 id="without-email-title" className="text-2xl">
        {m.invitation_without_email()}
      </h2>
      <p className="mt-1 text-soft">{m.invitation_without_email_text()}</p>
      <ul className="mt-3 divide-y divide-line border-t border-line">
        {guests.map(guest => (
          <li key={guest.id} className="flex flex-wrap items-center justify-between gap-x-6 py-1.5">
            <span className="min-w-0 font-semibold wrap-anywhere">{guest.name}</span>
            <span className="flex flex-wrap gap-x-5">
              <Link
                to={`${paths.editRegistry(id, 'guests')}?guest=${guest.id}`}
                variant="text"
                className="py-2.5"
              >
                {m.invitation_add_email()}
                <span className="sr-only">: {guest.name}</span>
              </Link>
              {guest.phone && (
                <Link
                  to={`${paths.sendTextMessages(id)}?guest=${guest.id}`}
                  variant="text"
                  className="py-2.5"
                >
                  {m.invitation_text_them()}
                  <span className="sr-only">: {guest.name}</span>
                </Link>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
