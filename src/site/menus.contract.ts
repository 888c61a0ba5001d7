import * as z from 'zod/mini'
import { endpoint } from '../base/endpoint.ts'
import { languages } from '../base/language.ts'

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
