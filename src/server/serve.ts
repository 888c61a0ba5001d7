import * as z from 'zod/mini'
import { check, type Endpoint, type InputOf, type ParsedOf, type ReplyOf } from '../base/endpoint.ts'
import { Refusal } from '../base/refusal.ts'
import type { CustomerVisit, Visit } from './visit.ts'

/** A call together with the handler that does it. */
export interface Served {
  said: Endpoint
  handle(input: unknown, visit: Visit): Promise<unknown>
  /** The input's schema: the contract's, unless the deployment sets bounds of its own. */
  inputOf(visit: Visit): z.ZodMiniType
}

type VisitOf<E extends Endpoint> = E['who'] extends 'customer' ? CustomerVisit : Visit

/** Ties a handler to its call; the types of both sides come from the contract. */
export function serve<E extends Endpoint>(
  said: E,
  handler: (input: ParsedOf<E>, visit: VisitOf<E>) => Promise<ReplyOf<E>>,
  inputOf: (visit: Visit) => z.ZodMiniType<ParsedOf<E>> = () => said.input as z.ZodMiniType<ParsedOf<E>>,
): Served {
  return { said, inputOf, handle: (input, visit) => handler(input as ParsedOf<E>, visit as VisitOf<E>) }
}

/**
 * Runs one call: who → parse → handler → whitelist. Answers the reply as the wire carries it.
 * Throws Refusal: `refused_signin` 401, `refused_fields` 422 with every wrong field, or what the handler refused.
 */
export async function run(served: Served, input: unknown, visit: Visit): Promise<unknown> {
  const { said } = served
  if (said.who === 'customer' && visit.customer === null) throw new Refusal('refused_signin', 401)
  const checked = check(served.inputOf(visit), input, said.keepsEmpty)
  if (!checked.ok) throw new Refusal('refused_fields', 422, { fields: checked.fields })
  return z.encode(said.reply, await served.handle(checked.value, visit))
}

/** The same call from a page in this process: the reply decoded again, so that both ways read alike. */
export async function runHere<E extends Endpoint>(
  served: Served,
  input: InputOf<E>,
  visit: Visit,
): Promise<ReplyOf<E>> {
  return z.decode(served.said.reply, (await run(served, input, visit)) as never) as ReplyOf<E>
}
