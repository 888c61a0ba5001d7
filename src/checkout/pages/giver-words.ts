import * as z from 'zod/mini'
import { createSignedCookie, maxCookieLength, parseCookieJson } from '../../ui/page/cookies.ts'
import type { PageContext } from '../../ui/page/page-context.ts'
import type { CheckoutFormValues } from './checkout-result.ts'

/** What a giver wrote in the sheet of a gift without scripts; lasts a day, like their choices. */
const wordsCookie = createSignedCookie('giver_words', 86_400)

const wordsSchema = z.object({
  registry: z.string(),
  giver_name: z.string(),
  visibility: z.string(),
  message: z.string(),
})

export function saveGiverWords(ctx: PageContext, registry: string, values: CheckoutFormValues): void {
  const { giver_name, visibility, message } = values
  wordsCookie.save(ctx, JSON.stringify({ registry, giver_name, visibility, message }), maxCookieLength)
}

/** With the registry it was written for, because other hosts must not get it. */
export interface GiverWords {
  registry: string
  values: CheckoutFormValues
}

export function readGiverWords(ctx: PageContext): GiverWords | null {
  const words = parseCookieJson(wordsCookie.read(ctx), wordsSchema)
  if (words === null) return null
  const { registry, ...values } = words
  return { registry, values: { ...values, messages: {} } }
}

export function clearGiverWords(ctx: PageContext): void {
  if (wordsCookie.read(ctx) !== null) wordsCookie.clear(ctx)
}
