/**
 * The form of a counted word, by CLDR's names. Greek and English have one form for one, and one for all else; a phone
 * that asks `Intl` first has to learn how every language counts.
 */
export function pluralForm(count: number): 'one' | 'other' {
  return count === 1 ? 'one' : 'other'
}
