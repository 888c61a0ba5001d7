/** Whose names the forms of an event type ask for (R215). */
export const hostKinds = ['couple', 'parents', 'person', 'organisers', 'hosts'] as const
export type HostKind = (typeof hostKinds)[number]
