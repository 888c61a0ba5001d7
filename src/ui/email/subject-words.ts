import { normalizeText } from '../../base/text.ts'

/** The props that hold what people wrote, and that subjects may name. */
const personalProps = /^(registry|registry_name|name|hosts?|guest|subject)$/
const maxLength = 60
const minPhoneDigits = 9

/** The props of an e-mail as its subject may name them (R720): what people wrote in them is shortened and masked. */
export function propsForSubject(props: unknown): unknown {
  if (Array.isArray(props)) return props.map(propsForSubject)
  if (typeof props !== 'object' || props === null) return props
  return Object.fromEntries(
    Object.entries(props).map(([key, value]) => [
      key,
      typeof value === 'string' && personalProps.test(key) ? maskSubjectWords(value) : propsForSubject(value),
    ]),
  )
}

/** One short line without addresses, telephone numbers and invisible characters. */
export function maskSubjectWords(text: string): string {
  const visible = normalizeText(text.slice(0, 500), 'NFKC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
  const words = visible.split(/\s+/).map(word => (isAddress(word) ? '…' : word))
  const line = words
    .join(' ')
    .replace(/[\d\s()./+-]+/g, run => (run.replace(/\D/g, '').length < minPhoneDigits ? run : ' … '))
    .trim()
  const letters = [...line]
  return letters.length <= maxLength ? line : `${letters.slice(0, maxLength - 1).join('')}…`
}

function isAddress(word: string): boolean {
  // A name with its initial, as in A.Smith, is no address; a.smith may be one.
  return (
    /:\/\/|@/.test(word) || /[\p{L}\d][.。][a-z]{2}/u.test(word) || /[\p{L}\d]{2}[.。][a-z]{2}/iu.test(word)
  )
}
