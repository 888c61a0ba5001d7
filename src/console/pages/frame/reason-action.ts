import { data, type LoaderFunctionArgs } from 'react-router'
import type { ConsoleCalls } from '../../../app/console-calls.ts'
import { readFormValues } from '../../../ui/form/submit-form.ts'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { goOnTo, tryConsoleWithProof } from './console-call.ts'

/** What staff do to somebody's account, with a reason: its call, what it says, and what is told once it is done. */
export interface ReasonAction {
  call: keyof ConsoleCalls
  title(): string
  /** Of its form and button, where that is not its title. */
  label?(): string
  lead(): string
  done(): string
  /** The id of its section, where that is not its name. */
  section?: string
  isDangerous?: boolean
  /** Whether it asks for a fresh proof (R1181). */
  isProved?: boolean
  /** Whether it asks to tick that one is sure. */
  isSure?: boolean
}

/** Why the action of that name was refused, and the reason that was typed. */
export interface ReasonAnswer {
  intent: string
  refused: PageError
  reason: string
}

/** Does the one that a form names, to whom the address names, and leads on; the server validates whatever was sent. */
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
