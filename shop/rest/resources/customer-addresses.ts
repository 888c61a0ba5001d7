import { findCustomerById } from '../../customers.ts'
import { ShopError } from '../../store.ts'
import { emitEvent } from '../../webhooks.ts'
import { oneOf, required, text, whole } from './fields.ts'
import type { Resource } from './resource.ts'

/** v3 addresses of customers; the storefront's are the same. */
export const customerAddresses: Resource = {
  path: '/v3/customers/addresses',
  kind: 'customer_address',
  isBatch: true,
  parentField: 'customer_id',
  filters: ['id:in', 'customer_id:in', 'company:in'],
  fields: {
    customer_id: required(whole()),
    first_name: required(text()),
    last_name: required(text()),
    company: text(''),
    address1: required(text()),
    address2: text(''),
    city: required(text()),
    state_or_province: text(''),
    postal_code: text(''),
    country_code: required(text()),
    phone: text(''),
    address_type: oneOf(['residential', 'commercial'], 'residential'),
  },
  fixed: ['customer_id'],
  show: ({ country_code }) => ({
    country: new Intl.DisplayNames('en', { type: 'region' }).of(String(country_code)),
  }),
  check: async ({ tx }, { customer_id: id, country_code: code }) => {
    if (id !== undefined && !(await findCustomerById(tx, Number(id))))
      throw new ShopError(422, 'The customer does not exist.', { customer_id: String(id) })
    if (code !== undefined && !/^[A-Z]{2}$/.test(String(code)))
      throw new ShopError(422, 'country_code is invalid.', { country_code: String(code) })
    return undefined
  },
  changed: ({ store, tx }, event, { id, parent_id }) =>
    emitEvent(store, tx, `store/customer/address/${event}`, {
      type: 'customer',
      id,
      address: { customer_id: parent_id },
    }),
}
