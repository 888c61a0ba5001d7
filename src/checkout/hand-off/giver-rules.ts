/** Characters of a giver's name and of a message to the hosts (R414). */
export const maxGiverNameLength = 60
export const maxGiftMessageLength = 500

/** How a giver may appear to the hosts. */
export const giverVisibilities = ['full', 'initials', 'anonymous'] as const

const dayMs = 86_400_000
const unpaidDays = 30

/** Names and messages of guests who did not pay, or whose order came to nothing, are kept when they are from then or later. */
export const unpaidGiversSince = (now: Date): Date => new Date(now.getTime() - unpaidDays * dayMs)

/** Whether a giver wants to appear with name or initials and has left the name empty (R414). */
export function lacksGiverName(name: string, visibility: string): boolean {
  return visibility !== 'anonymous' && name.trim() === ''
}

/** The giver's name as they wish to appear: “Άννα Δοκιμή”, “Ά. Δ.”, or empty. */
export function formatGiverName(name: string | null, visibility: (typeof giverVisibilities)[number]): string {
  if (visibility === 'anonymous' || !name) return ''
  if (visibility === 'full') return name
  const graphemes = new Intl.Segmenter('el')
  return name
    .split(/\s+/)
    .filter(word => /\p{L}/u.test(word))
    .map(word => `${[...graphemes.segment(word)][0]?.segment.toLocaleUpperCase('en')}.`)
    .join(' ')
}
