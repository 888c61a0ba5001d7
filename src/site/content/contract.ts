import * as z from 'zod/mini'
import { endpoint } from '../../base/endpoint.ts'
import { email, nothing, personName, textOf } from '../../base/fields.ts'
import { languages } from '../../base/language.ts'

export const getShopPage = endpoint({
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
    /** The address of its picture, which its text no longer holds. */
    picture: z.nullable(z.string()),
    /** The day of a post of the blog, `YYYY-MM-DD`. */
    published: z.nullable(z.string()),
    /** The pages below it, in the shop's order. */
    children: z.array(
      z.object({
        title: z.string(),
        path: z.string(),
        summary: z.string(),
        picture: z.nullable(z.string()),
        published: z.nullable(z.string()),
      }),
    ),
  }),
})

export const getNavigation = endpoint({
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

export const getAnnouncement = endpoint({
  method: 'GET',
  path: '/notification/ad',
  who: 'anyone',
  summary: 'The line on top of every page; null while there is nothing to announce.',
  input: z.object({ lang: z.optional(z.enum(languages)) }),
  reply: z.nullable(
    z.object({
      /** Changes with the words, so that who has put one away sees the next. */
      id: z.string(),
      text: z.string(),
      /** Where it leads, on this site. */
      path: z.nullable(z.string()),
    }),
  ),
})

export const contactMessageMinLength = 10
export const contactMessageMaxLength = 2000

/** What a visitor writes to the people behind the site. */
export const contactMessageSchema = z.object({
  name: personName,
  email,
  message: textOf({
    min: contactMessageMinLength,
    max: contactMessageMaxLength,
    short: 'contact_message_short',
    long: 'contact_message_long',
    required: 'contact_message_required',
  }),
})

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/contact',
  who: 'anyone',
  summary: 'Mails a visitor’s message to the support address; the same message of a day is mailed once.',
  input: contactMessageSchema,
  reply: nothing,
})
