import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { text } from '../../base/fields.ts'
import { languages } from '../../base/language.ts'

const place = z.object({ code: z.string(), name: z.string() })

export const listPlaces = endpoint({
  method: 'GET',
  path: '/places',
  who: 'anyone',
  summary: 'Countries by ISO 3166 code, and the regions of one of them (none listed: free text).',
  input: z.object({ country: z.optional(text()), lang: z.optional(z.enum(languages)) }),
  reply: z.object({ countries: z.array(place), regions: z.array(place) }),
})
