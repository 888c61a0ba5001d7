import * as z from 'zod/mini'
import { type Endpoint, endpoint } from '../../base/endpoint.ts'
import { boundedText } from '../../base/fields.ts'
import { payoutTroubles } from '../../base/payout-troubles.ts'
import type { StaffRole } from '../../base/staff-roles.ts'
import type { ActionName } from './rules.ts'

const facts = z.record(z.string(), z.unknown())
const choice = z.object({
  value: z.string(),
  label: z.string(),
  /** Chosen already when the form opens (R1027), or typed already (R1030). */
  is_suggested: z.optional(z.boolean()),
})
export type ActionChoice = z.output<typeof choice>

const registryNames = z.object({ name: z.string(), event: z.string(), day: z.nullable(z.string()) })
export type RegistryNames = z.output<typeof registryNames>

/** Who gets letters of what staff do. */
export const letterReaders = ['host', 'co_host', 'giver', 'guest'] as const
export type LetterReader = (typeof letterReaders)[number]
const readers = z.array(z.enum(letterReaders))
/** The same with the hosts by name and e-mail, as far as they are known. */
const readersByName = z.array(z.object({ reader: z.enum(letterReaders), people: z.array(z.string()) }))
export type NamedReaders = z.output<typeof readersByName>

/** An order that goes to its buyer and not to the hosts, and where the shop's staff change its address. */
const parcel = z.object({ order: z.int(), shop_url: z.string() })
export type ParcelElsewhere = z.output<typeof parcel>

const look = z.object({
  /** The code of the registry that it is about, as far as it is known. */
  registry: z.nullable(z.string()),
  /** What is known of it while its fields are filled in. */
  about: z.nullable(facts),
  /** What can be chosen, by field; a field that has choices and none of them yet waits for the others. */
  choices: z.record(z.string(), z.array(choice)),
  /** What is and what will be, and of which registry (R1025); null until all fields are there. */
  confirm: z.nullable(
    z.object({
      about: z.nullable(registryNames),
      /** The product of the order and the gift, where they are not the same (R1027). */
      mismatch: z.nullable(z.object({ product: z.string(), gift: z.string() })),
      parcel: z.nullable(parcel),
      before: facts,
      after: facts,
      /** Who will get a letter (R1121). */
      readers: readersByName,
      version: z.string(),
    }),
  ),
})
export type ActionLookView = z.output<typeof look>

const reason = boundedText({
  ...{ min: 3, max: 500 },
  ...{ required: 'staff_reason_missing', short: 'staff_reason_missing' },
})
/** What a person fills in to confirm. */
export const reasonSchema = z.object({ reason })

/** What every confirmation sends beside the action's own fields. */
const confirmed = {
  reason,
  /** Of the state that was shown; another one is refused. */
  version: boundedText({ min: 8, max: 64 }),
  /** Of the form: it is done once, however often it is sent. */
  key: boundedText({ min: 8, max: 64 }),
}

/** What became of a payout that was tried: why it still waits, if it does, and when it is tried again (R1040). */
const outcome = z.object({
  state: z.enum(['waiting', 'done', 'failed']),
  trouble: z.nullable(z.enum(payoutTroubles)),
  next_attempt_at: z.string(),
})
export type PayoutOutcome = z.output<typeof outcome>

const done = z.object({
  registry: z.nullable(z.string()),
  /** The order that it was about, or the receipt below zero (R967). */
  order_id: z.nullable(z.int()),
  outcome: z.nullable(outcome),
  /** Who gets a letter; null where that is not known, as for a form that was sent again. */
  readers: z.nullable(readers),
  /** What is now, as the confirmation said it would be; null for a form that was sent again. */
  after: z.nullable(facts),
})
export type ActionDoneView = z.output<typeof done>

/** Something that staff do with a reason, after they have seen what is and what will be (R963). */
export interface StaffAction<Shape extends Record<string, z.ZodMiniType> = Record<string, z.ZodMiniType>> {
  name: ActionName
  fields: z.ZodMiniObject<Shape>
  look: Endpoint<z.ZodMiniType, typeof look> & { who: 'staff' }
  act: Endpoint<z.ZodMiniType, typeof done> & { who: 'staff' }
}

/** The two calls of an action, by its fields. */
export function staffAction<Shape extends Record<string, z.ZodMiniType>>(
  name: ActionName,
  role: StaffRole,
  summary: string,
  shape: Shape,
): StaffAction<Shape> {
  const fields = z.object(shape) as unknown as z.ZodMiniObject<Shape>
  const all = { method: 'POST', who: 'staff', role, inside: true } as const
  return {
    name,
    fields,
    look: endpoint({
      ...all,
      path: `/staff/actions/${name}/look`,
      reads: true,
      summary: `What is, what can be chosen and what will be: ${summary}`,
      input: z.extend(z.partial(z.object(shape)), {
        /** Its fields are filled in anew: what can be chosen, and nothing else. */
        is_edited: z.optional(z.boolean()),
      }),
      reply: look,
    }),
    act: endpoint({
      ...all,
      path: `/staff/actions/${name}`,
      summary,
      input: z.object({ ...shape, ...confirmed }),
      reply: done,
    }),
  }
}
