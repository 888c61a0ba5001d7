import { createSignedCookie } from '../../../ui/page/cookies.ts'

/** The token of the giver's private link, for a day. */
export const myGiftCookie = createSignedCookie('my_gift', 86_400)
