import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { boundedText } from '../base/fields.ts'
import { languages } from '../base/language.ts'

const preview = {
  /** The beginning of the text without markup, for search engines and share previews. */
  summary: z.string(),
  /** The address of its picture, which is taken out of the text. */
  picture: z.nullable(z.string()),
  /** The day a blog post was published, `YYYY-MM-DD`. */
  published: z.nullable(z.string()),
}

export const getShopPage = endpoint({
  method: 'GET',
  path: '/shop/page',
  who: 'anyone',
  summary: 'A page of the shop’s own text, sanitised, for the addresses that the site shows.',
  input: z.object({
    path: boundedText({ max: 200 }),
    lang: z.optional(z.enum(languages)),
  }),
  reply: z.object({
    path: z.string(),
    title: z.string(),
    /** Sanitised, semantic tags only; its links carry the language. */
    html: z.string(),
    ...preview,
    /** The pages below it, in the shop's order. */
    children: z.array(z.object({ title: z.string(), path: z.string(), ...preview })),
  }),
})
