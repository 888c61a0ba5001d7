import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { boundedText } from '../base/fields.ts'
import { languages } from '../base/language.ts'

/** As long as the place of an event may be. */
const maxTypedLength = 42

export const suggestPlaces = endpoint({
  method: 'GET',
  path: '/places/suggest',
  who: 'anyone',
  reads: true,
  summary: 'Places of Greece and Cyprus whose name begins as typed, in either alphabet.',
  input: z.object({
    q: boundedText({ max: maxTypedLength, long: 'city_long' }),
    lang: z.optional(z.enum(languages)),
  }),
  reply: z.array(
    z.object({
      /** What the field takes when it is chosen. */
      text: z.string(),
      /** The areas that it lies in, for telling it from others. */
      within: z.string(),
    }),
  ),
})
