import { data, type LoaderFunctionArgs } from 'react-router'
import type { ConsoleCalls } from '../../../app/console-calls.ts'
import { readFormValues } from '../../../ui/form/submit-form.ts'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { goOnTo, tryConsoleWithProof } from './console-call.ts'

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
