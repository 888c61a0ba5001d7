import type { Language } from '../channels.ts'
import { type Address, emptyAddress } from './orders.ts'

/** A way of delivery, by its name on each language's channel. */
export const deliveryNames: Record<'courier' | 'hosts', Record<Language, string>> = {
  courier: { en: 'Courier', el: 'Κούριερ' },
  hosts: { en: 'Deliver to the hosts', el: 'Αποστολή στους οικοδεσπότες' },
}

/**
 * The shop's own address. It stands on orders to be delivered to the hosts, because an order needs one: the hosts' is
 * known to the staff alone.
 */
export const shopAddress: Address = {
  ...emptyAddress,
  street_1: 'Ερμού 1',
  city: 'Αθήνα',
  state: 'Αττική',
  zip: '10563',
  phone: '+302100000000',
  company: 'Doron Shop',
}

export const shopAddressLine = `${shopAddress.company}, ${shopAddress.street_1}, ${shopAddress.zip} ${shopAddress.city}`
