/** After how many days of waiting the owner is reminded (R129). */
export const reminderDays = [1, 7, 30]

/** After how many days staff are told. */
export const staffDays = 31

const dayMs = 86_400_000

/**
 * What is due of the letters about money that waits since that moment, when so many went out; after a pause of the job
 * only the newest.
 */
export function dueLetter(
  since: Date,
  letters: number,
  now: Date,
): { to: 'owner' | 'staff'; number: number } | null {
  const days = (now.getTime() - since.getTime()) / dayMs
  const number = [...reminderDays, staffDays].filter(one => one <= days).length
  if (number <= letters) return null
  return { to: number > reminderDays.length ? 'staff' : 'owner', number }
}
