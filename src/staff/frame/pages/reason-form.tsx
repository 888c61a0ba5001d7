import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { errorText, type PageError } from '../../../ui/page/page-errors.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { isOfProof, ProofFields, useNeedsProof } from './proof-fields.tsx'

/** An action of staff with what it does, and why it is done: `intent` tells the page's action which. */
export function ReasonForm(props: {
  intent: string
  label: string
  lead: string
  refused: PageError | undefined
  /** What was typed, where the form was refused. */
  reason: string
  /** Why it can't be done, where staff are told otherwise than hosts. */
  refusedText?: string | undefined
  isDangerous?: boolean
  /** Whether it asks for a fresh proof (R1181). */
  isProved?: boolean
  children?: ReactNode
}) {
  const {
    intent,
    label,
    lead,
    refused,
    reason,
    refusedText,
    isDangerous = false,
    isProved = false,
    children,
  } = props
  const isBusy = useIsSubmitting()
  const needsProof = useNeedsProof() && isProved
  return (
    <Form method="post" aria-label={label} className="flex max-w-2xl flex-col gap-3">
      <p className="text-soft">{lead}</p>
      {refused && refused.code !== 'refused_fields' && !isOfProof(refused) && (
        <Notice tone="alert" title={refusedText ?? errorText(refused)} />
      )}
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
      {needsProof && <ProofFields id={intent} refused={refused} />}
      <Button type="submit" kind={isDangerous ? 'danger' : 'outline'} busy={isBusy} className="self-start">
        {label}
      </Button>
    </Form>
  )
}
