import { m } from '../../../paraglide/messages.js'

const yesNoMessages = {
  searchable: [m.staff_searchable_yes, m.staff_searchable_no],
  we_connect: [m.staff_we_connect_yes, m.staff_we_connect_no],
  is_active: [m.staff_type_active_yes, m.staff_type_active_no],
  is_group: [m.staff_is_group_yes, m.staff_is_group_no],
  waits: [m.staff_waits_yes, m.staff_waits_no],
  counts: [m.staff_counts_yes, m.staff_counts_no],
  paid: [m.common_paid, m.common_not_paid],
  leaving: [m.staff_leaving_yes, m.staff_leaving_no],
} satisfies Record<string, [yes: () => string, no: () => string]>

export type YesNoFact = keyof typeof yesNoMessages

/** Whether a fact holds, in its own words: a bare yes or no doesn't say of what. */
export function yesNoText(fact: YesNoFact, holds: boolean): string {
  const [yes, no] = yesNoMessages[fact]
  return holds ? yes() : no()
}

export function isYesNoFact(name: string): name is YesNoFact {
  return Object.hasOwn(yesNoMessages, name)
}
