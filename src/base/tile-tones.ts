/** The background colours of tiles; an event type has one of them. */
export const tileTones = ['sand', 'rose', 'sky', 'leaf', 'lilac', 'honey'] as const
export type TileTone = (typeof tileTones)[number]
