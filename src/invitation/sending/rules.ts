import * as z from 'zod/mini'
import { emailKey } from '../../account/customer/rules.ts'
import { email } from '../../base/fields.ts'

interface ParsedEmailAddresses {
  /** Each mailbox once, in the order typed. */
  valid: string[]
  /** Parts between separators that are no address. */
  invalid: string[]
}

/**
 * Typed or pasted addresses (R703), separated by semicolons, commas, spaces or new lines, with or without names
 * (`Άννα <anna@example.com>`).
 */
export function parseEmailAddresses(typed: string): ParsedEmailAddresses {
  // Text before angle brackets is a name, which may contain spaces, and commas when quoted.
  const withoutNames = typed
    .replace(/"[^"]*"/g, ' ')
    .replace(/[^<>,;\r\n]*[<>,;\r\n]?/g, piece => (piece.endsWith('<') ? ' ' : piece.replace('>', ' ')))
  const addresses: ParsedEmailAddresses = { valid: [], invalid: [] }
  const seen = new Set<string>()
  for (const part of withoutNames.split(/[\s;,]+/).filter(Boolean)) {
    const parsed = z.safeParse(email, part)
    const key = emailKey(part)
    if (seen.has(key)) continue
    seen.add(key)
    if (parsed.success) addresses.valid.push(parsed.data)
    else addresses.invalid.push(part)
  }
  return addresses
}
