import * as z from 'zod/mini'
import { type Endpoint, endpoint } from '../../base/endpoint.ts'
import { boundedText } from '../../base/fields.ts'
import { payoutTroubles } from '../../base/payout-troubles.ts'
import { type StaffEffect, staffEffects } from '../../base/staff-effects.ts'

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
      /** Whether password and time code are asked for with it (R1181). */
      needs_proof: z.boolean(),
      /** Whether nothing is done yet by it: another manager or owner agrees first (R1182). */
      needs_second: z.boolean(),
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
  /** Whether nothing is done yet: it waits for a second person (R1182). */
  waits: z.boolean(),
})
export type ActionDoneView = z.output<typeof done>

/** A field of an action's form; what the links to it know already is asked of nobody. */
export interface ActionField<S extends z.ZodMiniType = z.ZodMiniType> {
  schema: S
  kind: 'number' | 'text' | 'area' | 'money' | 'choice' | 'day' | 'email' | 'known'
  /** The message that names it, where that is not `staff_value_…`. */
  label?: string
  isOptional?: boolean
  /** The message that says what it means to leave an optional one empty. */
  help?: string
  /** What stands in it until somebody types another value. */
  preset?: string
  /** Messages of choices that are words of ours, by their value. */
  texts?: Record<string, string>
  /** The message that says more of a choice than its label. */
  remark?: (value: string) => string | null
}

type Fields = Record<string, ActionField>
/** What the parsed fields of an action hold. */
export type InputOfFields<F extends Fields> = { [K in keyof F]: z.output<F[K]['schema']> }

/** All that is said of an action: whatever else there is to know of it derives from this (R1180). */
export interface ActionDeclaration<F extends Fields = Fields> {
  /** What it does, for whoever reads the list of calls. */
  summary: string
  /** The most that it can do to money, or to where letters go. */
  effect: StaffEffect
  /** It may touch no money, as with goods alone: then it asks for no more than `none` does. */
  sparesGoods?: boolean
  /** A second person agrees whatever the sum, as long as money is touched. */
  alwaysTwo?: boolean
  /** The field that names what it is about; without one it is about the registry. */
  subject?: 'order' | 'payout' | 'receipt' | 'gift' | 'letter' | 'handoff' | 'host'
  /** The part of the registry's page to come back to. */
  part?: string
  /** Its fields hold what may stand in no address: they are sent in the body of a form (R986). */
  isPrivate?: boolean
  fields: F
}

/** Something that staff do with a reason, after they have seen what is and what will be (R963). */
export interface StaffAction<F extends Fields = Fields> extends ActionDeclaration<F> {
  name: string
  schema: z.ZodMiniObject<Record<string, z.ZodMiniType>>
  look: Endpoint<z.ZodMiniType, typeof look> & { who: 'staff' }
  act: Endpoint<z.ZodMiniType, typeof done> & { who: 'staff' }
}

/** The actions by their names, which are stored in the audit and stand in addresses, with the two calls of each. */
export function nameActions<A extends Record<string, ActionDeclaration>>(
  declared: A,
): { [N in keyof A]: StaffAction<A[N]['fields']> } {
  return Object.fromEntries(
    Object.entries(declared).map(([name, action]) => [name, withCalls(name, action)]),
  ) as { [N in keyof A]: StaffAction<A[N]['fields']> }
}

function withCalls(name: string, action: ActionDeclaration): StaffAction {
  const { effect, sparesGoods, summary, fields } = action
  const shape = Object.fromEntries(Object.entries(fields).map(([field, { schema }]) => [field, schema]))
  const schema = z.object(shape)
  // Of one that spares goods what it does is known only once it has looked.
  const all = { method: 'POST', who: 'staff', inside: true, role: roleOf({ effect, sparesGoods }) } as const
  return {
    ...action,
    name,
    schema,
    look: endpoint({
      ...all,
      path: `/staff/actions/${name}/look`,
      reads: true,
      summary: `What is, what can be chosen and what will be: ${summary}`,
      input: z.extend(z.partial(schema), {
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

const roleOf = ({
  effect,
  sparesGoods = false,
}: {
  effect: StaffEffect
  sparesGoods?: boolean | undefined
}) => staffEffects[sparesGoods ? 'none' : effect].role
