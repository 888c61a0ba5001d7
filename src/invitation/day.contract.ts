import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { emptyObject, text, wordsForOthers } from '../base/fields.ts'

const maxDetailLength = 160
export const maxMoreLength = 500

const hour = text().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'day_hour_wrong'))
const detail = wordsForOthers({ max: maxDetailLength, long: 'day_detail_long' })

/** Of the day, what the invited have to know; an hour is `HH:MM` on the clock of the place. */
const detailFields = {
  start_hour: z.optional(hour),
  venue: z.optional(detail),
  party_hour: z.optional(hour),
  party_venue: z.optional(detail),
  dress: z.optional(detail),
  transport: z.optional(detail),
  more: z.optional(wordsForOthers({ max: maxMoreLength, long: 'day_more_long' })),
}

export const eventDetails = z.object({
  start_hour: z.nullable(z.string()),
  venue: z.nullable(z.string()),
  party_hour: z.nullable(z.string()),
  party_venue: z.nullable(z.string()),
  dress: z.nullable(z.string()),
  transport: z.nullable(z.string()),
  more: z.nullable(z.string()),
})
export type EventDetails = z.output<typeof eventDetails>

export const showEventDetails = endpoint({
  method: 'GET',
  path: '/me/registry/day/:registry',
  who: 'customer',
  summary: 'What the invited are told of the day, and the registry’s link for them.',
  input: z.object({ registry: text() }),
  reply: z.object({ details: eventDetails, token: z.string() }),
})

export const saveEventDetails = endpoint({
  method: 'POST',
  path: '/me/registry/day',
  who: 'customer',
  summary: 'Saves what the invited are told of the day; what is missing is told no more.',
  input: z.object({ registry_id: text(), ...detailFields }),
  reply: emptyObject,
})

export const renewInvitedLink = endpoint({
  method: 'POST',
  path: '/me/registry/day/renew-link',
  who: 'customer',
  summary: 'Ends the registry’s link for the invited and makes another one.',
  input: z.object({ registry_id: text() }),
  reply: z.object({ token: z.string() }),
})
