import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { languages } from '../base/language.ts'

export const getAnnouncement = endpoint({
  method: 'GET',
  path: '/notification/ad',
  who: 'anyone',
  summary: 'The line on top of every page; null while there is nothing to announce.',
  input: z.object({ lang: z.optional(z.enum(languages)) }),
  reply: z.nullable(
    z.object({
      /** Changes with the text, so that a visitor who closed one announcement sees the next. */
      id: z.string(),
      text: z.string(),
      path: z.nullable(z.string()),
    }),
  ),
})
