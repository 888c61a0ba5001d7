import { splitWords, stripAccents } from '../base/greek/fold.ts'

/**
 * How words begin in the names of categories that suit an event type, the most fitting first. An event type without
 * any, such as one that staff added, gets the shop's best sellers.
 */
const categoryWords: Record<string, string[]> = {
  wedding: ['επιτραπεζ', 'tableware', 'dinner', 'κουζιν', 'kitchen', 'σπιτι', 'home'],
  baptism: ['βαπτισ', 'baptism', 'christening'],
  'baby-shower': ['βρεφ', 'nursery', 'μωρο', 'baby'],
  birthday: ['εμπειρι', 'experience', 'παιχνιδ', 'game'],
  'student-life': ['τεχνολογ', 'tech', 'υπολογιστ', 'computer', 'laptop'],
  'lets-event': ['κρασι', 'wine', 'γευσ', 'taste', 'παρτι', 'party'],
  'group-activity': ['φυση', 'nature', 'υπαιθρ', 'outdoor', 'camping'],
}

/** In the order in which they fit. */
export function categoriesForEvent<Category extends { name: string }>(
  type: string,
  categories: Category[],
): Category[] {
  const fitting = (categoryWords[type] ?? []).flatMap(beginning =>
    categories.filter(({ name }) => splitWords(name).some(word => stripAccents(word).startsWith(beginning))),
  )
  return [...new Set(fitting)]
}
