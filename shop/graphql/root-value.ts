import { requireScope } from './access.ts'
import { cartMutations } from './cart/cart-mutations.ts'
import { checkoutMutations } from './cart/checkout-mutations.ts'
import { addProductReview } from './catalogue/review-nodes.ts'
import type { QueryContext } from './common-nodes.ts'
import { accountMutations } from './customer/account-mutations.ts'
import { customerNode } from './customer/customer-node.ts'
import { loginMutations } from './customer/login-mutations.ts'
import { newsletterMutations } from './customer/newsletter-mutations.ts'
import { wishlistMutations } from './customer/wishlist-mutations.ts'
import { geographyNode } from './site/geography.ts'
import { findNode } from './site/global-node.ts'
import { submitContactUs, visitMutations } from './site/visit-mutations.ts'
import { siteNode } from './site-node.ts'

/** A field that only tokens of a scope may ask for. */
function withScope<A, T>(
  ctx: QueryContext,
  scope: Parameters<typeof requireScope>[1],
  resolve: (args: A) => T,
): (args: A) => T {
  return args => {
    requireScope(ctx.caller, scope)
    return resolve(args)
  }
}

export function createQueryRoot(ctx: QueryContext) {
  const { customer } = ctx.caller
  return {
    site: withScope(ctx, 'Unauthenticated', () => siteNode(ctx)),
    channel: withScope(ctx, 'Unauthenticated', () => ({ entityId: ctx.channelId })),
    store: withScope(ctx, 'Unauthenticated', () => ({ entityId: 1025646 })),
    geography: withScope(ctx, 'Unauthenticated', () => geographyNode(ctx)),
    node: withScope(ctx, 'Unauthenticated', ({ id }: { id: string }) => findNode(ctx, id)),
    customer: withScope(ctx, 'Customer', () => (customer ? customerNode(ctx, customer) : null)),
  }
}

export function createMutationRoot(ctx: QueryContext) {
  const { login, loginWithCustomerLoginJwt, logout } = loginMutations(ctx)
  return {
    cart: withScope(ctx, 'Unauthenticated', () => cartMutations(ctx)),
    checkout: withScope(ctx, 'Unauthenticated', () => checkoutMutations(ctx)),
    catalog: withScope(ctx, 'Unauthenticated', () => ({
      addProductReview: ({ input }: { input: Parameters<typeof addProductReview>[1] }) =>
        addProductReview(ctx, input),
    })),
    submitContactUs: withScope(
      ctx,
      'Unauthenticated',
      ({ input }: { input: Parameters<typeof submitContactUs>[1] }) => submitContactUs(ctx, input),
    ),
    analytics: withScope(ctx, 'Unauthenticated', () => visitMutations(ctx)),
    newsletter: withScope(ctx, 'Unauthenticated', () => newsletterMutations(ctx)),
    customer: withScope(ctx, 'Customer', () => accountMutations(ctx)),
    wishlist: withScope(ctx, 'Customer', () => wishlistMutations(ctx)),
    login: withScope(ctx, 'Customer', login),
    loginWithCustomerLoginJwt: withScope(ctx, 'Customer', loginWithCustomerLoginJwt),
    logout: withScope(ctx, 'Customer', logout),
  }
}
