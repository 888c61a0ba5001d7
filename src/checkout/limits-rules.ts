/** Characters of a giver's name and of a message to the hosts. */
export const giverNameMax = 60
export const giftMessageMax = 500

/** How a giver may appear to the hosts. */
export const visibilities = ['full', 'initials', 'anonymous'] as const
