import { type Customer, findCustomerByPassword, isOfChannel } from './customers.ts'
import type { Store } from './store.ts'
import { tryOnce } from './wrong-tries.ts'

/**
 * The customer of an e-mail and a password that a shopper typed, if they may sign in on this channel; throws 429 after
 * too many wrong ones.
 */
export function signInByPassword(
  store: Store,
  email: string,
  password: string,
  channelId: number,
): Promise<Customer | undefined> {
  return tryOnce(store, `sign-in ${email.toLowerCase()}`, async () => {
    const customer = await findCustomerByPassword(store.db, email, password)
    const maySignIn = customer && !customer.must_reset_password && isOfChannel(customer, channelId)
    return maySignIn ? customer : undefined
  })
}
