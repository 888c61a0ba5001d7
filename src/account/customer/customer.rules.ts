import { normalizeText } from '../../base/text.ts'

/** One key for each mailbox (R105): case, letter forms and the spelling of a domain don't make another account. */
export function emailKey(email: string): string {
  const key = normalizeText(email, 'NFKC').toLowerCase()
  const domain = key.slice(key.lastIndexOf('@') + 1)
  return /^[ -~]*$/.test(domain) ? key : key.slice(0, -domain.length) + toAsciiDomain(domain)
}

/** «παράδειγμα.gr» becomes xn--hxajbheg2az3al.gr. */
function toAsciiDomain(domain: string): string {
  const address = `http://${domain}`
  return URL.canParse(address) ? new URL(address).hostname : domain
}
