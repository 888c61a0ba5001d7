import { createSignedCookie } from '../../../ui/page/cookies.ts'

/** The hand-off that this visitor went to the shop with, for a day: whoever closes the shop's page finds it again. */
export const openHandoffCookie = createSignedCookie('handoff', 86_400)
