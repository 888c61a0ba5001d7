import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { boundedText, checkbox, emptyObject, wholeNumber } from '../../base/fields.ts'
import { hostKinds } from '../../base/host-kinds.ts'
import { tileTones } from '../../base/tile-tones.ts'

const asManager = { method: 'POST', who: 'staff', role: 'manager', inside: true } as const

const written = (max: number) => boundedText({ min: 1, max, required: 'field_required', long: 'field_long' })

/** The texts of one language; their names end in it in the form. */
const texts = {
  name: z.string(),
  search_words: z.string(),
  landing_title: z.string(),
  landing_lead: z.string(),
  landing_text: z.string(),
}

const eventType = z.object({
  slug: z.string(),
  position: z.int(),
  illustration: z.string(),
  tone: z.enum(tileTones),
  host_kind: z.enum(hostKinds),
  is_active: z.boolean(),
  en: z.object(texts),
  el: z.object(texts),
  /** Of what is stored: a form that was opened before a change is refused. */
  version: z.string(),
})
export type StaffEventType = z.output<typeof eventType>

export const listStaffEventTypes = endpoint({
  ...asManager,
  reads: true,
  path: '/staff/event-types',
  summary: 'Every event type in both languages, in the order of the pages.',
  input: emptyObject,
  reply: z.object({ types: z.array(eventType) }),
})

/** How long each text may be. */
export const eventTypeTextLengths = {
  name: 40,
  search_words: 300,
  landing_title: 80,
  landing_lead: 200,
  landing_text: 600,
} as const

const { name, search_words, landing_title, landing_lead, landing_text } = eventTypeTextLengths
const words = z.optional(boundedText({ max: search_words, long: 'field_long' }))
const position = wholeNumber('field_malformed', 'field_required')

export const saveStaffEventType = endpoint({
  ...asManager,
  path: '/staff/event-types/save',
  summary: 'Adds an event type, or changes one; all pages show it at once.',
  input: z.object({
    slug: written(40),
    /** Of the one that is changed; a new one has none. */
    version: z.optional(boundedText({ max: 100 })),
    position: position.check(z.gte(1, 'field_malformed'), z.lte(999, 'field_malformed')),
    illustration: written(40),
    tone: z.enum(tileTones, 'field_required'),
    host_kind: z.enum(hostKinds, 'field_required'),
    is_active: checkbox,
    name_en: written(name),
    name_el: written(name),
    search_words_en: words,
    search_words_el: words,
    landing_title_en: written(landing_title),
    landing_title_el: written(landing_title),
    landing_lead_en: written(landing_lead),
    landing_lead_el: written(landing_lead),
    landing_text_en: written(landing_text),
    landing_text_el: written(landing_text),
  }),
  reply: emptyObject,
})
