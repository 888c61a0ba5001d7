import * as z from 'zod/mini'
import { emailKey } from '../../account/customer/rules.ts'
import { email } from '../../base/fields.ts'

export interface ParsedEmailAddresses {
  /** Each one once, in the order they came. */
  valid: string[]
  /** What stands between two signs and is no address. */
  invalid: string[]
}

/**
 * Addresses as they are typed or pasted: between semicolons, commas, spaces or new lines, with names around them or
 * not ("Άννα <anna@example.com>"); the same mailbox twice is one.
 */
export function parseEmailAddresses(typed: string): ParsedEmailAddresses {
  // In angles stands the address; what is before them is a name, which may hold spaces and commas in quotes.
  const bare = typed.replace(/"[^"]*"|[^<>,;\r\n]*(?=<)/g, ' ').replace(/[<>]/g, ' ')
  const read: ParsedEmailAddresses = { valid: [], invalid: [] }
  const seen = new Set<string>()
  for (const part of bare.split(/[\s;,]+/).filter(Boolean)) {
    const parsed = z.safeParse(email, part)
    const key = emailKey(part)
    if (seen.has(key)) continue
    seen.add(key)
    if (parsed.success) read.valid.push(parsed.data)
    else read.invalid.push(part)
  }
  return read
}
