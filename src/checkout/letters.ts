import type { Language } from '../base/language.ts'
import { m } from '../paraglide/messages.js'

/** The name of a contribution or gift card in the shop's cart and in e-mails; a gift card keeps the product's name. */
export function moneyLineName(name: string, kind: 'contribution' | 'gift_card', language: Language): string {
  return kind === 'gift_card' ? name : m.checkout_group_line({ name }, { locale: language })
}
