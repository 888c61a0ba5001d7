import { type Customer, findCustomerByPassword } from './customers.ts'
import type { Store } from './store.ts'
import { tryOnce } from './wrong-tries.ts'

/** The customer of an e-mail and a password that a shopper typed; throws 429 after too many wrong ones. */
export function signInByPassword(
  store: Store,
  email: string,
  password: string,
): Promise<Customer | undefined> {
  return tryOnce(store, `sign-in ${email.toLowerCase()}`, () =>
    findCustomerByPassword(store.db, email, password),
  )
}
