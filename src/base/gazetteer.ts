import regions from '../data/places.json' with { type: 'json' }
import { splitWords, stripAccents } from './greek/fold.ts'
import { transliterateGreek } from './greek/letters.ts'
import { phoneticKeys } from './greek/phonetic-keys.ts'
import type { Language } from './language.ts'

/**
 * The places of Greece and Cyprus (R238). Written by hand from public facts: the regions, regional units and
 * municipalities of law 3852/2010 with the seven divided by law 4600/2019, their seats and well-known towns and islands;
 * the districts and the municipalities of Cyprus since 2024. Some hundred kilobytes when read: for the server alone.
 *
 * In src/data/places.json a municipality stands in the genitive, its seat first among its towns; towns without one belong
 * to their regional unit alone. A place is `name|English name|other name`; without an English name it is transliterated.
 */
export interface GazetteerPlace {
  /** The path of names from the region on, in Latin letters: “peloponnisos/argolida/nafplio”. */
  id: string
  level: 'region' | 'area' | 'unit' | 'municipality' | 'town'
  names: Record<Language, string>
  /** All names, in both alphabets. */
  allNames: string[]
  /** The areas that it lies in, the smallest first. */
  areas: GazetteerPlace[]
}

interface Unit {
  unit: string
  area?: string
  places: { municipality?: string; towns: string[] }[]
}

const toId = (name: string) => transliterateGreek(name).replace(/[^a-z0-9]+/g, '-')

function placeOf(written: string, level: GazetteerPlace['level'], areas: GazetteerPlace[]): GazetteerPlace {
  const [el = '', ...others] = written.split('|').map(name => name.trim())
  const en = others.find(name => /[a-z]/i.test(name)) ?? titleInLatin(el)
  const path = [...areas].reverse().filter(area => area.level === 'region' || area.level === 'unit')
  const own = level === 'municipality' ? `dimos-${toId(el)}` : toId(el)
  return {
    id: [...path.slice(-1).map(({ id }) => id), own].join('/'),
    level,
    names: level === 'municipality' ? { el: `Δήμος ${el}`, en: `Municipality of ${en}` } : { el, en },
    allNames: [...new Set([el, en, ...others])],
    areas,
  }
}

/** In Latin letters with capitals: “Nea Smyrni”. */
function titleInLatin(name: string): string {
  return name
    .split(/(?<=[ -])/)
    .map(word => {
      const latin = transliterateGreek(word)
      return /^\p{Lu}/u.test(word) ? latin.charAt(0).toUpperCase() + latin.slice(1) : latin
    })
    .join('')
}

/** Every place, towns after the areas that they lie in. */
export const gazetteer: GazetteerPlace[] = []
const widerAreas = new Map<string, GazetteerPlace>()
for (const { region, units } of regions) {
  const outer = addPlace(region, 'region', [])
  for (const { unit, area, places } of units as Unit[]) {
    const areas = [outer, ...(area ? [widerArea(area)] : [])]
    const own = [addPlace(unit, 'unit', areas), ...areas]
    for (const { municipality, towns } of places) {
      const around = municipality ? [addPlace(municipality, 'municipality', own), ...own] : own
      for (const town of towns) addPlace(town, 'town', around)
    }
  }
}

function addPlace(...of: Parameters<typeof placeOf>): GazetteerPlace {
  const place = placeOf(...of)
  gazetteer.push(place)
  return place
}

/** An area that reaches over several regions, such as Macedonia; added when it is named first. */
function widerArea(written: string): GazetteerPlace {
  const key = written.split('|')[0] ?? ''
  const area = widerAreas.get(key) ?? addPlace(written, 'area', [])
  widerAreas.set(key, area)
  return area
}

/** The longest text that the field of a place takes, in characters. */
export const maxPlaceLength = 42

const placeById = new Map(gazetteer.map(place => [place.id, place]))
const maxWaysToSound = 32

/** All ways in which the words of a name may sound, each as one text. */
function soundsOf(words: string[]): string[] {
  return words.reduce<string[]>(
    (before, word) => {
      const sounds = phoneticKeys(word)
      return before.flatMap(start => sounds.map(sound => `${start} ${sound}`)).slice(0, maxWaysToSound)
    },
    [''],
  )
}

const placesBySound = new Map<string, GazetteerPlace[]>()
const maxWords = 6
for (const place of gazetteer) {
  const fullNames = place.level === 'municipality' ? Object.values(place.names) : []
  for (const sound of new Set([...place.allNames, ...fullNames].flatMap(name => soundsOf(splitWords(name)))))
    placesBySound.set(sound, [...(placesBySound.get(sound) ?? []), place])
}

/** The places that these words name together, in either alphabet. */
export function placesNamed(words: string[]): GazetteerPlace[] {
  if (words.length === 0 || words.length > maxWords) return []
  return [...new Set(soundsOf(words).flatMap(sound => placesBySound.get(sound) ?? []))]
}

export function findPlaceById(id: string | null): GazetteerPlace | null {
  return (id !== null && placeById.get(id)) || null
}

const levels = ['town', 'unit', 'region', 'area', 'municipality'] as const

/**
 * The place that a text means: the whole text, or one part between commas, which its other parts tell from places of the
 * same name («Νίκαια, Λάρισα»). Null for any other text.
 */
export function findPlace(text: string): GazetteerPlace | null {
  const [whole] = sortByLevel(placesNamed(splitWords(text)))
  if (whole) return whole
  const parts = text.split(/[,()]/).map(splitWords)
  const named = parts.map(placesNamed)
  const most = named.flatMap(own =>
    own.map(place => ({
      place,
      fits: named.filter(others => others !== own && others.some(other => place.areas.includes(other)))
        .length,
    })),
  )
  const best = Math.max(...most.map(({ fits }) => fits))
  return sortByLevel(most.filter(({ fits }) => fits === best).map(({ place }) => place))[0] ?? null
}

/** Towns first: they lie in the areas of their name. Among equals the order of the gazetteer stays. */
function sortByLevel(places: GazetteerPlace[]): GazetteerPlace[] {
  return places.toSorted((one, other) => levels.indexOf(one.level) - levels.indexOf(other.level))
}

/** The text that stands for a place: its name, with its regional unit where `findPlace` would take another for it. */
export function placeText(place: GazetteerPlace, language: Language): string {
  const name = place.names[language]
  if (findPlace(name) === place) return name
  const unit = place.areas.find(({ level }) => level === 'unit')
  return unit ? `${name}, ${unit.names[language]}` : name
}

interface PlaceSuggestion {
  text: string
  /** The areas that it lies in, for telling it from others. */
  within: string
}

/** Places whose name begins as typed, in either alphabet: towns and areas, then municipalities. */
export function findPlacesBeginning(typed: string, language: Language, max: number): PlaceSuggestion[] {
  const words = splitWords(typed).slice(0, maxWords)
  const begins = [` ${words.map(stripAccents).join(' ')}`, ...soundsOf(words)]
  if (words.length === 0) return []
  const startsWith = (name: string) =>
    [` ${splitWords(name).map(stripAccents).join(' ')}`, ...soundsOf(splitWords(name))].some(sound =>
      begins.some(begin => sound.startsWith(begin)),
    )
  const found = gazetteer.filter(place => place.allNames.some(startsWith))
  const suggestions = sortByLevel(found).map(place => ({
    text: placeText(place, language),
    within: place.areas
      .filter(({ level }) => level === 'unit' || level === 'region')
      .map(({ names }) => names[language])
      .join(', '),
  }))
  const texts = suggestions.map(({ text }) => text)
  return suggestions
    .filter(({ text }, index) => text.length <= maxPlaceLength && texts.indexOf(text) === index)
    .slice(0, max)
}
