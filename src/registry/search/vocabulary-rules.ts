import { phoneticKeys } from '../../base/greek/phonetic-keys.ts'
import type { Language } from '../../base/language.ts'

/** Months as a list names them; Intl alone says «Ιουνίου», as in a date. */
export const monthNames: Record<Language, string[]> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  el: 'Ιανουάριος Φεβρουάριος Μάρτιος Απρίλιος Μάιος Ιούνιος Ιούλιος Αύγουστος Σεπτέμβριος Οκτώβριος Νοέμβριος Δεκέμβριος'.split(
    ' ',
  ),
}

const alsoMonths: [string, number][] = [
  ['Γενάρης', 1],
  ['Φλεβάρης', 2],
  ['Μάρτης', 3],
  ['Απρίλης', 4],
  ['Μάης', 5],
  ['Ιούνης', 6],
  ['Ιούλης', 7],
]

/** Months by the sound of their names. */
export const monthsByPhoneticKey = bySound([
  ...Object.values(monthNames).flatMap(names => names.map((name, at): [string, number] => [name, at + 1])),
  ...alsoMonths,
])

/** Event types by the sound of what people call them. */
export const eventTypesByPhoneticKey = bySound(
  Object.entries({
    wedding: 'wedding marriage γάμος γάμοι',
    baptism: 'baptism christening βάπτιση βάφτιση βαπτίσεως βαφτίσια βάφτισης',
    'baby-shower': 'baby shower',
    birthday: 'birthday γενέθλια γενεθλίων',
    'student-life': 'student φοιτητική φοιτητικά φοιτητής φοιτήτρια',
    'group-activity': 'group ομαδική ομάδα',
  }).flatMap(([type, words]) => words.split(' ').map((word): [string, string] => [word, type])),
)

function bySound<T>(entries: [string, T][]): Map<string, T> {
  return new Map(
    entries.flatMap(([word, meaning]) => phoneticKeys(word).map((sound): [string, T] => [sound, meaning])),
  )
}
