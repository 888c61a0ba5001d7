import * as z from 'zod/mini'

/** What the text of a cookie says; null without a text, and for one that another version of the product has written. */
export function parseCookieJson<T>(text: string | null, schema: z.ZodMiniType<T>): T | null {
  if (text === null) return null
  try {
    const parsed = z.safeParse(schema, JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
