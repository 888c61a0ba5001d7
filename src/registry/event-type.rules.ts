/** The event types in their order, whatever order the API answers; one without a position comes last (R215). */
export function sortEventTypes<T extends { position?: number | undefined }>(types: T[]): T[] {
  const place = ({ position }: T) => position ?? Number.MAX_SAFE_INTEGER
  return types.toSorted((one, other) => place(one) - place(other))
}

/** An unknown event type as a message key by field; nothing when the type is known or missing. */
export function findEventTypeErrors(
  type: string | undefined,
  types: { slug: string }[],
): Record<string, string> {
  return type === undefined || types.some(({ slug }) => slug === type) ? {} : { type: 'type_required' }
}

/** The types that new registries may be of, and the one that a registry has (R984). */
export function offeredTypes<T extends { slug: string; is_active: boolean }>(types: T[], own?: string): T[] {
  return types.filter(({ slug, is_active }) => is_active || slug === own)
}

const usualGuestCounts: Record<string, number> = {
  wedding: 150,
  baptism: 80,
  'baby-shower': 25,
  birthday: 30,
  'student-life': 25,
  'lets-event': 40,
  'group-activity': 25,
}

/** How many guests such an event usually has, as the form that creates a registry starts with it (R201). */
export function usualGuestCount(type: string | undefined): string {
  return String(usualGuestCounts[type ?? ''] ?? 50)
}
