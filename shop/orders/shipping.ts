import type { Consignment } from '../carts/carts.ts'
import { hostsOptionId } from '../carts/shipping-options.ts'
import { toDecimalString } from '../money.ts'
import { spreadCents } from './discounts.ts'
import { emptyAddress, type NewLine, type ShippingAddress } from './orders.ts'

/** Where an address of a checkout lies, as orders have it. */
export const toPlace = (address: Consignment['address']) => ({
  ...emptyAddress,
  street_1: address.address1 ?? '',
  street_2: address.address2 ?? '',
  city: address.city ?? '',
  state: address.state_or_province ?? '',
  zip: address.postal_code ?? '',
  country_iso2: address.country_code || emptyAddress.country_iso2,
  phone: address.phone ?? '',
  company: address.company ?? '',
})

/** The address that goods of a checkout are sent to, as orders have it. */
export const toShippingAddress = ({ address, optionId }: Consignment): ShippingAddress => ({
  ...toPlace(address),
  first_name: address.first_name ?? '',
  last_name: address.last_name ?? '',
  email: address.email ?? '',
  delivery: optionId === hostsOptionId ? 'hosts' : 'courier',
})

/** The lines by where they go; one whose units go to several places is a line for each. */
export const sendLines = <T extends NewLine & { id: string }>(
  lines: T[],
  consignments: Consignment[],
): NewLine[] =>
  lines.flatMap(line => {
    const places = consignments
      .map(({ lineIds, quantities }, addressNumber) => ({
        addressNumber,
        units: lineIds.includes(line.id) ? (quantities?.[line.id] ?? line.quantity) : 0,
      }))
      .filter(({ units }) => units > 0)
    return places.length < 2
      ? [{ ...line, addressNumber: places[0]?.addressNumber ?? 0 }]
      : splitLine(line, places)
  })

function splitLine<T extends NewLine>(line: T, places: { addressNumber: number; units: number }[]): T[] {
  const units = places.map(place => place.units)
  // Units that were sent nowhere go to the first place.
  units[0]! += line.quantity - units.reduce((sum, each) => sum + each, 0)
  const discounts = (line.appliedDiscounts ?? []).map(discount => ({
    discount,
    shares: spreadCents(Math.round(Number(discount.amount) * 100), units),
  }))
  return places.map(({ addressNumber }, index) => ({
    ...line,
    addressNumber,
    quantity: units[index]!,
    discountCents: discounts.reduce((sum, { shares }) => sum + shares[index]!, 0),
    appliedDiscounts: discounts.map(({ discount, shares }) => ({
      ...discount,
      amount: toDecimalString(shares[index]!),
    })),
  }))
}
