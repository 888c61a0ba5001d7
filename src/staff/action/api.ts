import * as z from 'zod/mini'
import { type StaffCall, staffCall, staffRead } from '../../server/context/staff-call.ts'
import { type ActionName, actionNames } from './declaration-rules.ts'
import { type ActionDoneView, type ActionLookView, confirmedFields } from './look-rules.ts'
import { actionRuns } from './runs-service.ts'
import { actOnce, lookAt, pairAction } from './service.ts'

type Shape = Record<string, z.ZodMiniType>
type ActionCalls = { [N in `look at ${ActionName}`]: StaffCall<Shape, ActionLookView> } & {
  [N in `do ${ActionName}`]: StaffCall<Shape, ActionDoneView>
}

/** The two calls of each action: the look at it, and its doing (R963). */
export const calls = Object.fromEntries(
  actionNames.flatMap(name => {
    const { action, run } = pairAction(name, actionRuns)
    const { role, schema } = action
    // `is_edited`: its fields are filled in anew: what can be chosen, and nothing else.
    const looked: Shape = { ...z.partial(schema).shape, is_edited: z.optional(z.boolean()) }
    const confirmed: Shape = { ...schema.shape, ...confirmedFields }
    return [
      [`look at ${name}`, staffRead(role, looked, (input, ctx) => lookAt(action, run, input, ctx))],
      [`do ${name}`, staffCall(role, confirmed, (input, ctx) => actOnce(action, run, input as never, ctx))],
    ]
  }),
) as ActionCalls
