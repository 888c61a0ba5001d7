import { brands } from './brands.ts'
import { currencies } from './currencies.ts'
import { customerAddresses } from './customer-addresses.ts'
import { customerAttributes } from './customer-attributes.ts'
import { customerGroups } from './customer-groups.ts'
import { priceListAssignments, priceLists } from './price-lists.ts'
import type { Resource } from './resource.ts'
import { shipments } from './shipments.ts'
import { taxRates, taxZones } from './taxes.ts'

/** All resources that are declared by their fields. A path with a fixed part comes before one with an id there. */
export const resources: Resource[] = [
  ...[brands, currencies, customerAddresses, customerAttributes, customerGroups],
  ...[priceListAssignments, priceLists, shipments, taxRates, taxZones],
]
