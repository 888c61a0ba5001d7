/**
 * The plural form of a word for a count, by CLDR's names. Greek and English have one form for 1 and another for all other
 * counts. Without `Intl`, which phones load slowly.
 */
export function pluralForm(count: number): 'one' | 'other' {
  return count === 1 ? 'one' : 'other'
}
