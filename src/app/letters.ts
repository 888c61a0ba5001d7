import { letters as account } from '../account/letters.ts'
import { letters as staff } from '../console/letters.ts'
import { letters as invitation } from '../invitation/letters.ts'
import { letters as giftcard } from '../money/letters.ts'
import { letters as checkout } from '../orders/letters.ts'
import { letters as registry } from '../registry/letters.ts'
import { letters as site } from '../site/letters.ts'
import type { Letter } from '../ui/email/letter.ts'

/** Every letter that this site can send, by the name that the outbox stores. */
export const lettersByFeature = { account, registry, checkout, invitation, site, giftcard, staff }

export const allLetters: Record<string, Letter> = Object.assign({}, ...Object.values(lettersByFeature))
