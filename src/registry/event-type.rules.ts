/** By position (R215); types without one come last. */
export function sortEventTypes<T extends { position?: number | undefined }>(types: T[]): T[] {
  const place = ({ position }: T) => position ?? Number.MAX_SAFE_INTEGER
  return types.toSorted((one, other) => place(one) - place(other))
}

/** Field → message key for an unknown event type; empty when the type is known or undefined. */
export function findEventTypeErrors(
  type: string | undefined,
  types: { slug: string }[],
): Record<string, string> {
  return type === undefined || types.some(({ slug }) => slug === type) ? {} : { type: 'type_required' }
}

/** The active types, which new registries may have (R984), and `own`, the type of an existing registry. */
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

/** The number of guests with which the form that creates a registry starts (R201). */
export function usualGuestCount(type: string | undefined): string {
  return String(usualGuestCounts[type ?? ''] ?? 50)
}
