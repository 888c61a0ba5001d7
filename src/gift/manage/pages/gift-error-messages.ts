import { m } from '../../../paraglide/messages.js'
import { modifierErrorMessages } from '../../gift/pages/modifier-messages.ts'

/** The errors of the forms that add or change a gift. */
export const giftErrorMessages: Record<string, () => string> = {
  field_malformed: m.field_malformed,
  field_required: m.field_required,
  gift_answers_locked: m.gift_answers_locked,
  gift_group_held: m.gift_group_held,
  gift_group_locked: m.gift_group_locked,
  gift_group_minimum: m.gift_group_minimum,
  gift_needs_file: m.gift_needs_file,
  gift_not_available: m.gift_not_available,
  gift_options_required: m.gift_options_required,
  gift_other_answers: m.gift_other_answers,
  gift_place_wrong: m.gift_place_wrong,
  gift_quantity_covered: m.gift_quantity_covered,
  gift_quantity_least: m.gift_quantity_least,
  gift_quantity_most: m.gift_quantity_most,
  gift_secret_locked: m.gift_secret_locked,
  ...modifierErrorMessages,
  note_long: m.note_long,
  quantity_wrong: m.quantity_wrong,
}
