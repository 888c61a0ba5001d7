import { normalizeText } from '../../base/text.ts'

/** One key for each mailbox: case and compatible letter forms do not make another account (R105). */
export function emailKey(email: string): string {
  return normalizeText(email, 'NFKC').toLowerCase()
}
