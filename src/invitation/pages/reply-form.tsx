import { useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { useHosts } from '../../registry/pages/use-hosts.ts'
import { Button } from '../../ui/form/button.tsx'
import { RadioCards } from '../../ui/form/choice-field.tsx'
import { ErrorSummary } from '../../ui/form/error-summary.tsx'
import { Form } from '../../ui/form/form.tsx'
import { QuantityField } from '../../ui/form/number-fields.tsx'
import { useIsSubmitting } from '../../ui/form/submission.ts'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { type PageError, wholeErrorText } from '../../ui/page/page-errors.ts'
import { maxPeoplePerGuest, maxReplyMessageLength } from '../guests.contract.ts'
import type { GuestInvitationView } from '../reply.contract.ts'

interface ReplyFormProps {
  /** Whom the link is for; who has the registry's own link says their name. */
  guest?: Pick<GuestInvitationView['guest'], 'reply' | 'coming' | 'people' | 'word'>
  answer: { values: Record<string, string>; refused: PageError } | undefined
}

/** Coming or not, with how many, and a message; a reply can be changed later (R709). */
export function ReplyForm({ guest, answer }: ReplyFormProps) {
  const isSubmitting = useIsSubmitting()
  const [reply, setReply] = useState(answer?.values.reply ?? guest?.reply ?? '')
  const errors = answer?.refused.fields ?? {}
  const action = guest?.reply ? m.common_change_the_answer() : m.reply_send()
  const errorMessage = wholeErrorText(answer?.refused)
  return (
    <Form aria-label={action} method="post" noValidate className="flex flex-col gap-6" preventScrollReset>
      <ErrorSummary errors={errorMessage ? { form: errorMessage } : errors} />
      {!guest && (
        <TextField
          label={m.common_your_name()}
          help={m.guest_name_help()}
          name="name"
          autoComplete="name"
          defaultValue={answer?.values.name}
          error={errors.name ?? null}
        />
      )}
      <RadioCards
        label={m.reply_question()}
        name="reply"
        columns={2}
        value={reply}
        onChange={setReply}
        error={errors.reply ?? null}
        cards={[
          { value: 'coming', label: m.reply_coming() },
          { value: 'not_coming', label: m.reply_not_coming() },
        ]}
      />
      {/* Without JavaScript it is always shown, and ignored when the guest can't come. */}
      <div className={reply === 'not_coming' ? 'js:hidden' : ''}>
        <QuantityField
          label={m.reply_people()}
          name="coming"
          min={1}
          max={maxPeoplePerGuest}
          defaultValue={answer?.values.coming ?? (guest?.coming || guest?.people || 1)}
          error={errors.coming ?? null}
        />
      </div>
      <TextArea
        label={m.reply_message(useHosts())}
        name="word"
        optional
        maxCharacters={maxReplyMessageLength}
        rows={3}
        defaultValue={answer?.values.word ?? guest?.word ?? ''}
        error={errors.word ?? null}
      />
      <Button
        type="submit"
        size="large"
        kind={guest ? 'primary' : 'outline'}
        busy={isSubmitting}
        className="self-start"
      >
        {action}
      </Button>
    </Form>
  )
}
