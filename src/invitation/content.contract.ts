import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { checkbox, text, wholeNumber, wordsForOthers } from '../base/fields.ts'
import { isDesignColour, maxFontSize, minFontSize, textAlignments, typefaceKeys } from './content.rules.ts'

export const maxInvitationSubjectLength = 80
export const maxInvitationMessageLength = 1000

const colour = z.pipe(
  text('look_color_wrong').check(z.refine(isDesignColour, 'look_color_wrong')),
  z.transform((value: string) => value.toLowerCase()),
)

const designFields = {
  font_family: text('look_font_wrong').check(
    z.refine(value => typefaceKeys.includes(value), 'look_font_wrong'),
  ),
  text_color: colour,
  background_color: colour,
  font_size: wholeNumber('look_size_wrong').check(
    z.gte(minFontSize, 'look_size_wrong'),
    z.lte(maxFontSize, 'look_size_wrong'),
  ),
  text_align: z.enum(textAlignments, 'look_align_wrong'),
}

const textFields = {
  subject: wordsForOthers({
    min: 1,
    max: maxInvitationSubjectLength,
    long: 'look_subject_long',
    required: 'look_subject_required',
  }),
  message: wordsForOthers({
    min: 1,
    max: maxInvitationMessageLength,
    long: 'look_message_long',
    required: 'look_message_required',
  }),
}

/** Colours and type of an invitation, without its picture. */
export const invitationDesign = z.object({
  font_family: z.string(),
  text_color: z.string(),
  background_color: z.string(),
  font_size: z.int(),
  text_align: z.enum(textAlignments),
})

/** How an invitation looks and what it says (R701). */
export const invitationContent = z.object({
  ...invitationDesign.shape,
  background_image: z.nullable(z.string()),
  subject: z.string(),
  message: z.string(),
})
export type InvitationContent = z.output<typeof invitationContent>

export const showInvitationContent = endpoint({
  method: 'GET',
  path: '/v2/invitation-content/list/:registry',
  who: 'customer',
  summary: 'The saved invitation of a registry, else the default one.',
  input: z.object({ registry: text() }),
  reply: invitationContent,
})

export const saveInvitationContent = endpoint({
  method: 'POST',
  path: '/v2/invitation-content/save',
  who: 'customer',
  summary: 'Saves how the invitation looks and what it says; the background image travels as multipart.',
  input: z.object({
    registry_id: text(),
    ...designFields,
    ...textFields,
    background_image: z.optional(z.unknown()),
    remove_background: checkbox,
  }),
  reply: invitationContent,
})
