import type { ReplyOf } from '../../base/endpoint.ts'
import type { RequestContext } from '../../server/context/request-context.ts'
import type { createCart } from './contract.ts'
import { handOffCart } from './service.ts'

/** Hands the cart over; a buyer who has a customer of the shop arrives at its checkout signed in (product.md 22). */
export async function handOffSignedIn(
  input: Parameters<typeof handOffCart>[0],
  ctx: RequestContext,
): Promise<ReplyOf<typeof createCart>> {
  const { reference, redirects } = await handOffCart(input, ctx)
  const customerId = ctx.customer?.shopCustomerId
  if (!customerId) return { reference, redirects }
  const language = input.lang ?? ctx.language
  const redirectTo = redirects.checkout_url
  const checkout_url = ctx.shop.createLoginUrl({ customerId, language, redirectTo, now: ctx.now })
  return { reference, redirects: { ...redirects, checkout_url: checkout_url ?? redirectTo } }
}
