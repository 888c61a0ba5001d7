import { GraphQLError } from 'graphql'
import { addLine } from '../../carts/cart-lines.ts'
import { type Cart, changeCart, deleteCart, findCart, setCartCustomer } from '../../carts/carts.ts'
import { type Customer, findCustomerById } from '../../customers.ts'
import { useLoginToken } from '../../login-links.ts'
import { signInByPassword } from '../../sign-in.ts'
import { cartNode, findCallersCart, findCustomersCart, mayUseCart } from '../cart/cart-node.ts'
import { errorNode, type QueryContext } from '../common-nodes.ts'
import { createAccessToken, deleteAccessToken } from './access-tokens.ts'
import { customerNode } from './customer-node.ts'

interface LoginArgs {
  email: string
  password: string
  guestCartEntityId?: string | null
}

export const loginMutations = (ctx: QueryContext) => ({
  login: async ({ email, password, guestCartEntityId }: LoginArgs) => {
    const customer = await signInByPassword(ctx.store, email, password, ctx.channelId)
    if (!customer) throw new GraphQLError('Invalid login')
    return { result: 'success', ...(await signIn(ctx, customer, guestCartEntityId)) }
  },
  loginWithCustomerLoginJwt: async (args: { jwt: string; guestCartEntityId?: string | null }) => {
    const claims = await useLoginToken(ctx.store, args.jwt, [ctx.channelId])
    const customer = claims && (await findCustomerById(ctx.store.db, Number(claims.customer_id)))
    if (!customer) throw new GraphQLError('Invalid login')
    const redirectTo = typeof claims.redirect_to === 'string' ? claims.redirect_to : '/'
    return { redirectTo, ...(await signIn(ctx, customer, args.guestCartEntityId)) }
  },
  logout: async ({ cartEntityId }: { cartEntityId?: string | null }) => {
    const { customer } = ctx.caller
    if (!customer) {
      throw new GraphQLError('No customer is signed in.', {
        extensions: { code: 'MISSING_CUSTOMER_ACCESS_TOKEN' },
      })
    }
    const cartUnassignResult = await unassignCart(ctx, cartEntityId)
    await deleteAccessToken(ctx.store, customer.id)
    return { result: 'success', cartUnassignResult }
  },
})

async function signIn(ctx: QueryContext, customer: Customer, guestCartId: string | null | undefined) {
  const asCustomer: QueryContext = { ...ctx, caller: { ...ctx.caller, customer } }
  const cart = await takeOverCart(asCustomer, customer, guestCartId)
  return {
    customer: customerNode(asCustomer, customer),
    customerAccessToken: await createAccessToken(ctx.store, customer.id),
    cart: cart ? cartNode(asCustomer, cart) : null,
  }
}

/** The guest's cart becomes the customer's; where the customer has one already, the guest's lines go into it. */
async function takeOverCart(
  ctx: QueryContext,
  customer: Customer,
  guestCartId: string | null | undefined,
): Promise<Cart | undefined> {
  const own = await findCustomersCart(ctx)
  const guests = guestCartId ? await findCart(ctx.store, ctx.store.db, guestCartId) : undefined
  if (!guests || !mayUseCart(ctx, guests) || guests.id === own?.id) return own
  if (!own) return setCartCustomer(ctx.store, guests, customer.id)
  const merged = await changeCart(ctx.store, own.id, ({ lines }) => guests.lines.reduce(addLine, lines))
  await deleteCart(ctx.store, ctx.store.db, guests.id)
  return merged
}

/** The cart stays with whoever signs out, as a guest's. */
async function unassignCart(ctx: QueryContext, cartId: string | null | undefined) {
  if (!cartId) return { cart: null, errors: [] }
  const cart = await findCallersCart(ctx, cartId)
  const guests = cart && (await setCartCustomer(ctx.store, cart, 0))
  return guests
    ? { cart: cartNode(ctx, guests), errors: [] }
    : { cart: null, errors: [errorNode('CartUnassignInaccessibleError', 'The cart was not found.')] }
}
