import type { ReactNode } from 'react'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { Checkbox } from '../../../ui/form/choice-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { errorText, type PageError } from '../../../ui/page/page-errors.ts'
import { Notice } from '../../../ui/text/facts.tsx'
import { isOfProof, ProofFields, useNeedsProof } from './proof-fields.tsx'
import type { ReasonAction, ReasonAnswer } from './reason-action.ts'
import { StaffSection } from './staff-frame.tsx'

/** The form of an action with a reason; the hidden `intent` names it. */
export function ReasonSection(props: {
  intent: string
  action: ReasonAction
  answer: ReasonAnswer | undefined
  /** Replaces the message of a refusal whose words are for hosts. */
  refusedText?: string | undefined
  children?: ReactNode
}) {
  const { intent, action, answer, refusedText, children } = props
  const { title, label = title, lead, isDangerous, isProved = false, isSure } = action
  const { refused, reason = '' } = answer?.intent === intent ? answer : {}
  const isBusy = useIsSubmitting()
  const needsProof = useNeedsProof() && isProved
  return (
    <StaffSection title={title()} id={action.section ?? intent}>
      <Form method="post" aria-label={label()} className="flex max-w-2xl flex-col gap-3">
        <p className="text-soft">{lead()}</p>
        {isToldAbove(refused) && <Notice tone="alert" title={refusedText ?? errorText(refused)} />}
        <input type="hidden" name="intent" value={intent} />
        <TextField
          id={`${intent}-reason`}
          label={m.staff_reason()}
          help={m.staff_reason_help()}
          name="reason"
          maxLength={500}
          required
          defaultValue={reason}
          error={refused?.fields.reason}
        />
        {children}
        {isSure && (
          <Checkbox
            label={m.staff_erase_sure()}
            name="sure"
            value="on"
            required
            error={refused?.fields.sure ?? null}
          />
        )}
        {needsProof && <ProofFields id={intent} refused={refused} />}
        <Button type="submit" kind={isDangerous ? 'danger' : 'outline'} busy={isBusy} className="self-start">
          {label()}
        </Button>
      </Form>
    </StaffSection>
  )
}

const isToldAbove = (refused: PageError | undefined): refused is PageError =>
  refused !== undefined && refused.code !== 'refused_fields' && !isOfProof(refused)
