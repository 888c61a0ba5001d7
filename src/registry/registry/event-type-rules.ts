/** How event types stand in a row, whatever order the API has (product.md 7). */
export const eventTypeOrder = [
  'wedding',
  'baptism',
  'baby-shower',
  'birthday',
  'student-life',
  'lets-event',
  'group-activity',
  'other',
] as const

/** The event types in their order of display; one that we do not know yet stands last. */
export function sortEventTypes<T extends { slug: string }>(types: T[]): T[] {
  const order: readonly string[] = eventTypeOrder
  const place = ({ slug }: T) => (order.indexOf(slug) + order.length + 1) % (order.length + 1)
  return types.toSorted((one, other) => place(one) - place(other))
}
