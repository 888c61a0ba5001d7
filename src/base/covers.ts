/**
 * What fills the arch of a registry without a photograph (tools/pictures/covers.py): that of its kind of event, by the
 * name of the kind's picture, or the one that its hosts chose.
 */
export const covers = [
  'church',
  'table',
  'olive',
  'cups',
  'lantern',
  'dove',
  'bottle',
  'cake',
  'popper',
  'cap',
  'backpack',
  'gift',
] as const
export type Cover = (typeof covers)[number]

/** The cover of that name; a present where there is none. */
export const coverNamed = (name: string): Cover => covers.find(cover => cover === name) ?? 'gift'

export const coverOf = (name: string): string => `/covers/${coverNamed(name)}.jpg`
