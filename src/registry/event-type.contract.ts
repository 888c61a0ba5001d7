import * as z from 'zod/mini'
import { endpoint, type ReplyOf } from '../base/endpoint.ts'
import { flag, text } from '../base/fields.ts'
import { hostKinds, tileTones } from '../base/kinds.ts'
import { languages } from '../base/language.ts'

/** How pages show an event type: the name of its picture, and the colour behind it. */
export const eventTypeLook = { illustration: z.string(), tone: z.enum(tileTones) }

export const listEventTypes = endpoint({
  method: 'POST',
  path: '/registry/types',
  who: 'anyone',
  reads: true,
  summary: 'The event types that are offered, each with its name in the reader’s language.',
  input: z.object({
    lang: z.optional(z.enum(languages)),
    /** A slug that is included even if it isn't offered any more, such as that of an existing registry. */
    with: z.optional(text()),
  }),
  reply: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      picture: z.string(),
      ...eventTypeLook,
      /** Pages sort event types by it (R215). */
      position: z.optional(z.int()),
      /** Whether search results of it show neither day nor place (R217). */
      hides_day_and_place: flag,
      /** Whose names forms ask for; hosts in general without it. */
      host_kind: z.optional(z.enum(hostKinds)),
    }),
  ),
})
export type EventTypeView = ReplyOf<typeof listEventTypes>[number]

export const showEventType = endpoint({
  method: 'POST',
  path: '/registry/type',
  who: 'anyone',
  reads: true,
  summary: 'One event type with the texts of its page, in the reader’s language.',
  input: z.object({ slug: text(), lang: z.optional(z.enum(languages)) }),
  reply: z.object({
    slug: z.string(),
    name: z.string(),
    ...eventTypeLook,
    landing_title: z.string(),
    landing_lead: z.string(),
    landing_text: z.string(),
  }),
})
