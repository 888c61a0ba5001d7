import { type NewShopCustomer, type Shop, type ShopCustomer, ShopFailure } from '../port.ts'
import type { ShopConnection } from './connection.ts'
import { getJson, type RestClient } from './rest-client.ts'
import * as wire from './wire.ts'

const maxNameLength = 100
const maxPhoneLength = 50

/** Customers v3. Passwords are checked by `passwordRest`, whose circuit is independent of `rest`. */
export function customerOperations(
  { channels }: Pick<ShopConnection, 'channels'>,
  rest: RestClient,
  passwordRest: RestClient,
) {
  return {
    findCustomerByEmail: email => findByEmail(rest, email),
    async createCustomer(person) {
      const { data } = await rest(wire.customersSchema, {
        method: 'POST',
        path: '/v3/customers',
        body: [customerBody(person, channels)],
        repeatable: false,
      })
      const [customer] = data
      if (customer === undefined) throw new ShopFailure('shape', '/v3/customers.data: empty')
      return customer
    },
    async checkCustomerPassword(email, password, language) {
      const { is_valid, customer_id } = await passwordRest(wire.credentialsCheckSchema, {
        method: 'POST',
        path: '/v3/customers/validate-credentials',
        body: { email, password, channel_id: channels[language] },
        repeatable: false,
      })
      return is_valid ? (customer_id ?? null) : null
    },
    async setCustomerPassword(id, password) {
      const body = [{ id, authentication: { force_password_reset: false, new_password: password } }]
      await rest(wire.customersSchema, { method: 'PUT', path: '/v3/customers', body, repeatable: true })
    },
    async setCustomerEmail(id, email) {
      const body = [{ id, email }]
      await rest(wire.customersSchema, { method: 'PUT', path: '/v3/customers', body, repeatable: true })
    },
  } satisfies Partial<Shop>
}

function customerBody(person: NewShopCustomer, channels: ShopConnection['channels']) {
  return {
    email: person.email,
    first_name: person.name.slice(0, maxNameLength),
    last_name: person.surname.slice(0, maxNameLength),
    ...(person.phone !== null && { phone: person.phone.slice(0, maxPhoneLength) }),
    origin_channel_id: channels[person.language],
    // Without this the customer could sign in on the channel of one language only.
    channel_ids: [...new Set(Object.values(channels))],
  }
}

async function findByEmail(rest: RestClient, email: string): Promise<ShopCustomer | null> {
  const path = `/v3/customers?email:in=${encodeURIComponent(email)}`
  const { data } = await getJson(rest, wire.customersSchema, path)
  return data.find(customer => isSameEmail(customer.email, email)) ?? null
}

const isSameEmail = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
