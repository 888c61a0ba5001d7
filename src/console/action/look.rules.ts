import * as z from 'zod/mini'
import { boundedText } from '../../base/fields.ts'
import type { PayoutTrouble } from '../../base/payout-troubles.ts'
import { type StaffEffect, staffEffects } from '../../base/staff-effects.ts'
import type { StaffRole } from '../../base/staff-roles.ts'

type Facts = Record<string, unknown>

export interface ActionChoice {
  value: string
  label: string
  /** Chosen already when the form opens (R1027), or typed already (R1030). */
  is_suggested?: boolean
  image?: string | null
}

export interface RegistryNames {
  name: string
  event: string
  day: string | null
}

export const letterReaders = ['host', 'co_host', 'giver', 'guest'] as const
export type LetterReader = (typeof letterReaders)[number]
export type NamedReaders = { reader: LetterReader; people: string[] }[]

/** An order that goes to its buyer and not to the hosts, and where the shop's staff change its address. */
export interface ParcelElsewhere {
  order: number
  shop_url: string
}

export interface ActionLookView {
  /** The code of the registry that it is about, as far as it is known. */
  registry: string | null
  about: Facts | null
  /** Choices by field; an empty list waits for other fields to be filled in. */
  choices: Record<string, ActionChoice[]>
  /**
   * What is and what will be, and of which registry (R1025: the registry is named first); null until all fields are
   * there.
   */
  confirm: {
    about: RegistryNames | null
    /** The product of the order and the gift, where they are not the same (R1027). */
    mismatch: { product: string; gift: string } | null
    parcel: ParcelElsewhere | null
    before: Facts
    after: Facts
    /** Who will get a letter (R1121). */
    readers: NamedReaders
    /** Whether password and time code are asked for with it (R1181). */
    needs_proof: boolean
    /** Whether nothing is done yet by it: another manager or owner agrees first (R1182). */
    needs_second: boolean
    version: string
  } | null
}

const reason = boundedText({
  min: 3,
  max: 500,
  required: 'staff_reason_missing',
  short: 'staff_reason_missing',
})
export const reasonSchema = z.object({ reason })

export const confirmedFields = {
  reason,
  /** Version of the state that was shown; any other is refused. */
  version: boundedText({ min: 8, max: 64 }),
  /** Key of the form: it is done once, however often it is sent. */
  key: boundedText({ min: 8, max: 64 }),
}

/** What became of a payout that was tried: why it still waits, if it does, and when it is tried again (R1040). */
export interface PayoutOutcome {
  state: 'waiting' | 'done' | 'failed'
  trouble: PayoutTrouble | null
  next_attempt_at: Date
}

export interface ActionDoneView {
  registry: string | null
  /** The order that it was about, or the receipt below zero (R967). */
  order_id: number | null
  outcome: PayoutOutcome | null
  /** Null where it isn't known who gets a letter, as for a form that was sent again. */
  readers: LetterReader[] | null
  /** The values of `after` in the confirmation; null for a form that was sent again. */
  after: Facts | null
  /** Whether nothing is done yet: it waits for a second person (R1182). */
  waits: boolean
}

/** A field of an action's form. One of kind `known` is filled in by the link and not shown. */
export interface ActionField<S extends z.ZodMiniType = z.ZodMiniType> {
  schema: S
  kind: 'number' | 'text' | 'area' | 'money' | 'choice' | 'day' | 'email' | 'product' | 'known'
  /** Message key of its label; by default `staff_value_` and its name. */
  label?: string
  isOptional?: boolean
  /** Message key of its help text. */
  help?: string
  preset?: string
  /** Message keys of choices, by their value. */
  texts?: Record<string, string>
  remark?: (value: string) => string | null
}

type Fields = Record<string, ActionField>

/** A declaration of an action, from which everything else follows (R1180). */
export interface ActionDeclaration<F extends Fields = Fields> {
  /** The most that it can do to money, or to where letters go. */
  effect: StaffEffect
  /** It may touch goods alone and no money: then it asks for no more than `none` does. */
  sparesGoods?: boolean
  /** A second person agrees whatever the sum, as long as money is touched. */
  alwaysTwo?: boolean
  /** The field that names what it is about; without one it is about the registry. */
  subject?: 'order' | 'payout' | 'receipt' | 'gift' | 'letter' | 'handoff' | 'host'
  /** The part of the registry's page to come back to. */
  part?: string
  /** Its fields may stand in no URL, so they are sent by POST (R986, people by e-mail). */
  isPrivate?: boolean
  fields: F
}

/** Something that staff do with a reason, after they have seen what is and what will be (R963). */
export interface StaffAction<F extends Fields = Fields> extends ActionDeclaration<F> {
  name: string
  schema: z.ZodMiniObject<Record<string, z.ZodMiniType>>
  /**
   * The least role that may do it; for one that `sparesGoods` the role for money is checked once its look has found
   * some.
   */
  role: StaffRole
}

/** Adds name, schema and role. Names are stored in the audit and part of URLs. */
export function nameActions<A extends Record<string, ActionDeclaration>>(
  declared: A,
): { [N in keyof A]: StaffAction<A[N]['fields']> } {
  return Object.fromEntries(
    Object.entries(declared).map(([name, action]) => {
      const { effect, sparesGoods = false, fields } = action
      const shape = Object.fromEntries(Object.entries(fields).map(([field, { schema }]) => [field, schema]))
      const { role } = staffEffects[sparesGoods ? 'none' : effect]
      return [name, { ...action, name, schema: z.object(shape), role }]
    }),
  ) as { [N in keyof A]: StaffAction<A[N]['fields']> }
}
