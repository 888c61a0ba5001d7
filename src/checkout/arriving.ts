import type { ReplyOf } from '../base/endpoint.ts'
import type { Visit } from '../server/visit.ts'
import type { createCart } from './contract.ts'
import { handOver } from './handoff.ts'

/** Hands the cart over; a buyer who has a customer of the shop arrives at its checkout signed in (product.md 22). */
export async function handOverBuyer(
  input: Parameters<typeof handOver>[0],
  visit: Visit,
): Promise<ReplyOf<typeof createCart>> {
  const { reference, redirects } = await handOver(input, visit)
  const customerId = visit.customer?.shopCustomerId
  if (!customerId) return { reference, redirects }
  const language = input.lang ?? visit.language
  const redirectTo = redirects.checkout_url
  const checkout_url = visit.shop.loginAddress({ customerId, language, redirectTo, now: visit.now })
  return { reference, redirects: { ...redirects, checkout_url: checkout_url ?? redirectTo } }
}
