import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { boundedText } from '../base/fields.ts'
import { languages } from '../base/language.ts'

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
      /** The field's value when the suggestion is chosen. */
      text: z.string(),
      /** The areas that it lies in, to tell places of the same name apart. */
      within: z.string(),
    }),
  ),
})
