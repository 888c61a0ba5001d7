/** The background colours of tiles; an event type has one of them. */
export const tileTones = ['sand', 'rose', 'sky', 'leaf', 'lilac', 'honey'] as const
export type TileTone = (typeof tileTones)[number]

/** Whose names the forms of an event type ask for, and what messages call its hosts (R215). */
export const hostKinds = ['couple', 'parents', 'person', 'organisers', 'hosts'] as const
export type HostKind = (typeof hostKinds)[number]
