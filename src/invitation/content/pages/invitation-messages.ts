import { m } from '../../../paraglide/messages.js'

/** What can be wrong with the looks and words of an invitation. */
export const contentFieldMessages: Record<string, () => string> = {
  field_characters: m.field_characters,
  look_align_wrong: m.look_align_wrong,
  look_color_wrong: m.look_color_wrong,
  look_font_wrong: m.look_font_wrong,
  look_message_long: m.look_message_long,
  look_message_required: m.look_message_required,
  look_picture_broken: m.look_picture_broken,
  look_picture_kind: m.look_picture_kind,
  look_picture_large: m.look_picture_large,
  look_size_wrong: m.look_size_wrong,
  look_subject_long: m.look_subject_long,
  look_subject_required: m.look_subject_required,
}

/** Why somebody was not written to, and why a letter did not arrive. */
export const notSentReasonMessages: Record<string, () => string> = {
  invitation_already: m.invitation_already,
  invitation_often: m.invitation_often,
  invitation_refused: m.invitation_refused,
  invitation_stopped: m.invitation_stopped,
  invitation_undelivered: m.invitation_undelivered,
}
