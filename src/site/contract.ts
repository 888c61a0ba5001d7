import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { textOf } from '../base/fields.ts'
import { languages } from '../base/language.ts'

export const shopPage = endpoint({
  method: 'GET',
  path: '/shop/page',
  who: 'anyone',
  summary: 'A page of the shop’s own text, sanitised, for the addresses that the site shows.',
  input: z.object({
    path: textOf({ max: 200 }),
    lang: z.optional(z.enum(languages)),
  }),
  reply: z.object({
    path: z.string(),
    title: z.string(),
    /** Semantic tags only; its links carry the language. */
    html: z.string(),
    /** The beginning of the text in plain words, for search engines and shares. */
    summary: z.string(),
    /** The pages below it, in the shop's order. */
    children: z.array(z.object({ title: z.string(), path: z.string() })),
  }),
})

export const navigation = endpoint({
  method: 'GET',
  path: '/shop/navigation',
  who: 'anyone',
  summary: 'The shop’s pages that its menus name, as a tree of two levels, in the shop’s order.',
  input: z.object({ lang: z.optional(z.enum(languages)) }),
  reply: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      path: z.string(),
      children: z.array(z.object({ id: z.int(), parent_id: z.int(), title: z.string(), path: z.string() })),
    }),
  ),
})
