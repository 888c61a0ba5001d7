import { m } from '../../../paraglide/messages.js'

/** What can be wrong with an answer to what the shop asks (R322). */
export const modifierErrorMessages: Record<string, () => string> = {
  field_characters: m.field_characters,
  modifier_choice: m.modifier_choice,
  modifier_date: m.modifier_date,
  modifier_file: m.modifier_file,
  modifier_lines: m.modifier_lines,
  modifier_long: m.modifier_long,
  modifier_number: m.modifier_number,
  modifier_range: m.modifier_range,
  modifier_required: m.modifier_required,
  modifier_short: m.modifier_short,
  modifier_whole: m.modifier_whole,
}
