import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { AppError, authorize, orNotFound } from '../../base/app-error.ts'
import type { CustomerContext, RequestContext } from '../../server/context/request-context.ts'
import type { AddressInput } from './contract.ts'
import * as data from './data.ts'
import * as places from './place-rules.ts'
import { canEdit, canOwn } from './rules.ts'

/** A registry that the caller hosts; anyone else's is missing to him (product.md 2). */
export async function registryForHost(
  typed: string,
  { db, customer }: CustomerContext,
): Promise<data.RegistryRow> {
  const registry = orNotFound(await data.findRegistryByCodeOrSlug(db, typed))
  authorize(canEdit(registry, customer))
  return registry
}

/** The same for its owner alone; a co-host learns that it is not his to do: `registry_owner_only` 403. */
export async function registryForOwner(typed: string, ctx: CustomerContext): Promise<data.RegistryRow> {
  const registry = await registryForHost(typed, ctx)
  authorize(canOwn(registry, ctx.customer), 'registry_owner_only', 403)
  return registry
}

/** Throws `refused_fields` 422 when there are any. */
export function rejectFieldErrors(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new AppError('refused_fields', 422, { fields })
}

interface Named {
  type?: string | undefined
  home_address?: AddressInput | undefined
  shipping_address?: AddressInput | undefined
}

/** An event type that there is not, as message keys by field. */
export async function findEventTypeErrors(
  { type }: Named,
  { db, language }: RequestContext,
): Promise<Record<string, string>> {
  if (type === undefined) return {}
  const types = await data.findEventTypes(db, language)
  return types.some(({ slug }) => slug === type) ? {} : { type: 'type_required' }
}

/** Countries and regions that there are not, as message keys by field. */
export function findAddressErrors(named: Named): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const name of ['home_address', 'shipping_address'] as const) {
    const address = named[name]
    if (!address) continue
    if (!places.isKnownCountry(address.country)) fields[`${name}.country`] = 'country_required'
    else if (!places.isValidRegion(address.country, address.region))
      fields[`${name}.region`] = 'region_required'
  }
  return fields
}

/** An address as it is kept: a phone that is one, in E.164; any other as the host wrote it. */
export function normalizeAddress(address: AddressInput): AddressInput {
  const country = address.country as Parameters<typeof parsePhoneNumberFromString>[1]
  const phone = parsePhoneNumberFromString(address.phone, country)
  return { ...address, phone: phone?.isValid() ? phone.number : address.phone }
}
