import { stripAccents } from '../../base/greek/fold.ts'

/** No longer ones are kept: they are no names of products. */
const maxLength = 60
/** Words that may be a telephone or card number are not kept. */
const maxDigits = 5

/** A search as it is counted among those that found nothing (R973); null for what may be personal. */
export function emptySearchWords(typed: string): string | null {
  const words = stripAccents(typed).toLowerCase().split(/\s+/).filter(Boolean).join(' ')
  const digits = [...words].filter(character => character >= '0' && character <= '9').length
  const isKept = words !== '' && words.length <= maxLength && digits <= maxDigits && !words.includes('@')
  return isKept ? words : null
}
