/** The kinds of events that have a cover, by the name of their picture (tools/pictures/covers.py). */
const covers = ['backpack', 'bottle', 'cake', 'cap', 'church', 'dove', 'popper']

/** What fills the arch of an event without a photograph; a present for what has no cover of its own. */
export const coverOf = (name: string): string => `/covers/${covers.includes(name) ? name : 'gift'}.jpg`
