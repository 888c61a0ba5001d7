import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { allow, found, Refusal } from '../base/refusal.ts'
import type { CustomerVisit, Visit } from '../server/visit.ts'
import type { AddressInput } from './contract.ts'
import * as data from './data.ts'
import * as places from './places.ts'
import { mayEdit, mayOwn } from './rules.ts'

/** A registry that the caller hosts; anyone else's is missing to him (product.md 2). */
export async function hostRegistry(
  typed: string,
  { db, customer }: CustomerVisit,
): Promise<data.RegistryRow> {
  const registry = found(await data.registryByAddress(db, typed))
  allow(mayEdit(registry, customer))
  return registry
}

/** The same for its owner alone; a co-host learns that it is not his to do: `registry_owner_only` 403. */
export async function ownRegistry(typed: string, visit: CustomerVisit): Promise<data.RegistryRow> {
  const registry = await hostRegistry(typed, visit)
  allow(mayOwn(registry, visit.customer), 'registry_owner_only', 403)
  return registry
}

/** Throws `refused_fields` 422 when there are any. */
export function refuseFields(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new Refusal('refused_fields', 422, { fields })
}

interface Named {
  type?: string | undefined
  home_address?: AddressInput | undefined
  shipping_address?: AddressInput | undefined
}

/** An event type that there is not, as message keys by field. */
export async function wrongType({ type }: Named, { db, language }: Visit): Promise<Record<string, string>> {
  if (type === undefined) return {}
  const types = await data.eventTypes(db, language)
  return types.some(({ slug }) => slug === type) ? {} : { type: 'type_required' }
}

/** Countries and regions that there are not, as message keys by field. */
export function wrongPlaces(named: Named): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const name of ['home_address', 'shipping_address'] as const) {
    const address = named[name]
    if (!address) continue
    if (!places.isCountry(address.country)) fields[`${name}.country`] = 'country_required'
    else if (!places.isRegion(address.country, address.region)) fields[`${name}.region`] = 'region_required'
  }
  return fields
}

/** An address as it is kept: a phone that is one, in E.164; any other as the host wrote it. */
export function keptAddress(address: AddressInput): AddressInput {
  const country = address.country as Parameters<typeof parsePhoneNumberFromString>[1]
  const phone = parsePhoneNumberFromString(address.phone, country)
  return { ...address, phone: phone?.isValid() ? phone.number : address.phone }
}
