import { m } from '../../../paraglide/messages.js'

/** The errors of the forms that add or change a gift. */
export const giftErrorMessages: Record<string, () => string> = {
  field_characters: m.field_characters,
  field_required: m.field_required,
  gift_group_held: m.gift_group_held,
  gift_group_locked: m.gift_group_locked,
  gift_not_available: m.gift_not_available,
  gift_options_required: m.gift_options_required,
  gift_place_wrong: m.gift_place_wrong,
  gift_quantity_covered: m.gift_quantity_covered,
  gift_quantity_most: m.gift_quantity_most,
  gift_secret_locked: m.gift_secret_locked,
  note_long: m.note_long,
  quantity_wrong: m.quantity_wrong,
}
