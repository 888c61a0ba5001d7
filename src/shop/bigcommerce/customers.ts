import type { NewShopCustomer, Shop, ShopCustomer } from '../port.ts'
import { ShopFailure } from '../port.ts'
import type { ShopConnection } from './connection.ts'
import { getJson, nullIfMissing, type RestClient } from './rest-client.ts'
import * as wire from './wire.ts'

type Customers = Pick<
  Shop,
  | 'findCustomerByEmail'
  | 'createCustomer'
  | 'checkCustomerPassword'
  | 'setCustomerPassword'
  | 'subscribeToNewsletter'
  | 'unsubscribeFromNewsletter'
>

const longestName = 100
const longestPhone = 50

/**
 * The people of the shop, over customers v3. Passwords are asked at a door of their own (`askPassword`): the
 * platform limits that one call strictly, and its refusals must not close the others.
 */
export function customerOperations(
  { channels }: ShopConnection,
  ask: RestClient,
  askPassword: RestClient,
): Customers {
  const newCustomer = (person: NewShopCustomer) => ({
    email: person.email,
    first_name: person.name.slice(0, longestName),
    last_name: person.surname.slice(0, longestName),
    ...(person.phone !== null && { phone: person.phone.slice(0, longestPhone) }),
    origin_channel_id: channels[person.language],
    // One person, both languages: without this the customer could sign in on the one channel only.
    channel_ids: [...new Set(Object.values(channels))],
  })
  return {
    findCustomerByEmail: email => customerByEmail(ask, email),
    async createCustomer(person) {
      const body = [newCustomer(person)]
      const answer = await ask(wire.customersSchema, {
        method: 'POST',
        path: '/v3/customers',
        body,
        repeatable: false,
      })
      return theOne(answer.data)
    },
    async checkCustomerPassword(email, password, language) {
      const { is_valid, customer_id } = await askPassword(wire.credentialsCheckSchema, {
        method: 'POST',
        path: '/v3/customers/validate-credentials',
        body: { email, password, channel_id: channels[language] },
        repeatable: false,
      })
      return is_valid ? (customer_id ?? null) : null
    },
    async setCustomerPassword(id, password) {
      const body = [{ id, authentication: { force_password_reset: false, new_password: password } }]
      await ask(wire.customersSchema, { method: 'PUT', path: '/v3/customers', body, repeatable: true })
    },
    async subscribeToNewsletter({ email, name, language }) {
      const [channel_id, first_name] = [channels[language], name.slice(0, longestName)]
      const body = { email, first_name, source: 'registry', channel_id }
      try {
        await ask(wire.ignoredReplySchema, {
          method: 'POST',
          path: '/v3/customers/subscribers',
          body,
          repeatable: true,
        })
      } catch (error) {
        if (!(await isSubscribed(ask, email, error))) throw error
      }
    },
    async unsubscribeFromNewsletter(email) {
      for (const { id } of await subscribersOf(ask, email)) {
        const path = `/v3/customers/subscribers/${id}`
        await nullIfMissing(() => ask(wire.ignoredReplySchema, { method: 'DELETE', path, repeatable: true }))
      }
    },
  }
}

async function customerByEmail(ask: RestClient, email: string): Promise<ShopCustomer | null> {
  const { data } = await getJson(
    ask,
    wire.customersSchema,
    `/v3/customers?email:in=${encodeURIComponent(email)}`,
  )
  return data.find(one => sameEmail(one.email, email)) ?? null
}

/** The platform refuses an address that is on the list already, in the words of a wrong one. */
async function isSubscribed(ask: RestClient, email: string, error: unknown): Promise<boolean> {
  if (!(error instanceof ShopFailure) || error.kind !== 'invalid') return false
  return (await subscribersOf(ask, email)).length > 0
}

async function subscribersOf(ask: RestClient, email: string) {
  const path = `/v3/customers/subscribers?email=${encodeURIComponent(email)}`
  const { data } = await getJson(ask, wire.subscribersSchema, path)
  return data.filter(one => sameEmail(one.email, email))
}

const sameEmail = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function theOne<T>(list: T[]): T {
  const [one] = list
  if (one === undefined) throw new ShopFailure('shape', '/v3/customers.data: empty')
  return one
}
