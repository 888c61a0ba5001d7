/** Characters of a giver's name and of a message to the hosts. */
export const maxGiverNameLength = 60
export const maxGiftMessageLength = 500

/** How a giver may appear to the hosts. */
export const giverVisibilities = ['full', 'initials', 'anonymous'] as const
