import type { ReactNode } from 'react'
import { data, type LoaderFunctionArgs } from 'react-router'
import type { ConsoleCalls } from '../../../app/console-calls.ts'
import { m } from '../../../paraglide/messages.js'
import { Checkbox } from '../../../ui/form/choice-field.tsx'
import { readFormValues } from '../../../ui/form/submit-form.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { errorText, type PageError } from '../../../ui/page/page-errors.ts'
import { Notice } from '../../../ui/text/facts.tsx'
import { goOnTo, tryConsoleWithProof } from './console-call.ts'
import { isOfProof, NeededProof } from './proof-fields.tsx'
import { StaffForm, StaffSection } from './staff-frame.tsx'

export interface ReasonAction {
  call: keyof ConsoleCalls
  title(): string
  /** Label of its form and button; without it the title. */
  label?(): string
  lead(): string
  done(): string
  /** Id of its section; without it the action's name. */
  section?: string
  isDangerous?: boolean
  /** Whether it asks for a fresh proof (R1181). */
  isProved?: boolean
  isSure?: boolean
}

export interface ReasonAnswer {
  intent: string
  refused: PageError
  reason: string
}

/** Does the action that `intent` names to the account in the address, and redirects to `to`. */
export async function actWithReason(
  args: Pick<LoaderFunctionArgs, 'request' | 'context'> & { params: { id: string } },
  actions: Record<string, ReasonAction>,
  to: string,
) {
  const { intent: name = '', ...values } = readFormValues(await args.request.formData())
  const [first] = Object.entries(actions)
  const [intent, action] = Object.hasOwn(actions, name) ? [name, actions[name]] : (first ?? [])
  if (!intent || !action) throw new Error('a page of actions has one at least')
  const input = { ...values, id: args.params.id } as never
  const { refused } = await tryConsoleWithProof(args, values, action.call, input)
  if (refused) return data({ intent, refused, reason: values.reason ?? '' }, { status: refused.status })
  throw goOnTo(args, to, action.done())
}

/** The form of an action with a reason; the hidden `intent` names it. */
export function ReasonSection(props: {
  intent: string
  action: ReasonAction
  answer: ReasonAnswer | undefined
  children?: ReactNode
}) {
  const { intent, action, answer, children } = props
  const { title, label = title, lead, isDangerous, isProved, isSure } = action
  const { refused, reason = '' } = answer?.intent === intent ? answer : {}
  return (
    <StaffSection title={title()} id={action.section ?? intent}>
      <StaffForm submit={label()} button={{ kind: isDangerous ? 'danger' : 'outline' }}>
        <p className="text-soft">{lead()}</p>
        {isToldAbove(refused) && <Notice tone="alert" title={refusalText(refused)} />}
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
        {isProved && <NeededProof id={intent} refused={refused} />}
      </StaffForm>
    </StaffSection>
  )
}

/** The usual words of this refusal speak to the host. */
const refusalText = (refused: PageError) =>
  refused.code === 'account_confirm_first' ? m.staff_person_unconfirmed() : errorText(refused)

const isToldAbove = (refused: PageError | undefined): refused is PageError =>
  refused !== undefined && refused.code !== 'refused_fields' && !isOfProof(refused)
