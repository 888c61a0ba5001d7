import { inTransaction, type Queryable } from '../../database.ts'
import { findRecords, type StoredRecord } from '../../records.ts'
import { customerAddresses } from '../../rest/resources/customer-addresses.ts'
import { insert, remove, update } from '../../rest/resources/resource.ts'
import { errorNode, type QueryContext } from '../common-nodes.ts'
import { countries } from '../site/geography.ts'

interface CustomerAddress {
  id: number
  first_name: string
  last_name: string
  company: string
  address1: string
  address2: string
  city: string
  state_or_province: string
  country_code: string
  postal_code: string
  phone: string
}

/** An address as a shopper enters it. */
export interface AddressInput {
  firstName?: string | null
  lastName?: string | null
  company?: string | null
  address1?: string | null
  address2?: string | null
  city?: string | null
  stateOrProvince?: string | null
  countryCode?: string | null
  postalCode?: string | null
  phone?: string | null
}

/** The column of each field; what is empty is refused where it is required. */
const columns: Record<keyof AddressInput, { column: keyof CustomerAddress; isRequired?: true }> = {
  firstName: { column: 'first_name', isRequired: true },
  lastName: { column: 'last_name', isRequired: true },
  company: { column: 'company' },
  address1: { column: 'address1', isRequired: true },
  address2: { column: 'address2' },
  city: { column: 'city', isRequired: true },
  stateOrProvince: { column: 'state_or_province' },
  countryCode: { column: 'country_code', isRequired: true },
  postalCode: { column: 'postal_code' },
  phone: { column: 'phone' },
}
const fieldNames = Object.keys(columns) as (keyof AddressInput)[]

export const findAddresses = (db: Queryable, customerId: number): Promise<StoredRecord<CustomerAddress>[]> =>
  findRecords<CustomerAddress>(db, customerAddresses.kind, customerId)

export function addressNode(ctx: QueryContext, address: CustomerAddress) {
  const country = countries(ctx, { code: address.country_code })[0]
  return {
    entityId: address.id,
    firstName: address.first_name,
    lastName: address.last_name,
    company: address.company,
    address1: address.address1,
    address2: address.address2,
    addressType: 'RESIDENTIAL',
    city: address.city,
    country: country?.name ?? null,
    countryId: country?.entityId ?? null,
    countryCode: address.country_code,
    stateOrProvince: address.state_or_province,
    stateId: null,
    phone: address.phone,
    postalCode: address.postal_code,
    formFields: [],
  }
}

/** The mistakes of an address: required fields that are empty, and a country that the shop does not deliver to. */
function wrongFields(ctx: QueryContext, input: AddressInput, isWhole: boolean): (keyof AddressInput)[] {
  const empty = fieldNames.filter(
    field =>
      columns[field].isRequired && (isWhole || input[field] != null) && (input[field] ?? '').trim() === '',
  )
  const isKnown = !input.countryCode || countries(ctx, { code: input.countryCode }).length > 0
  return isKnown ? empty : [...empty, 'countryCode']
}

const validationErrors = (fields: (keyof AddressInput)[]) =>
  fields.map(field => ({
    ...errorNode('ValidationError', `${field} is not valid.`),
    path: ['input', field],
  }))

const notSignedIn = { errors: [errorNode('CustomerNotLoggedInError', 'No customer is signed in.')] }

export async function addAddress(ctx: QueryContext, input: AddressInput) {
  const { customer } = ctx.caller
  if (!customer) return { address: null, ...notSignedIn }
  const wrong = wrongFields(ctx, input, true)
  if (wrong.length > 0) return { address: null, errors: validationErrors(wrong) }
  const address = await inTransaction(ctx.store.db, tx =>
    insert({ store: ctx.store, tx, parentId: undefined }, customerAddresses, {
      customer_id: customer.id,
      ...toColumns(input),
    }),
  )
  return { address: addressNode(ctx, address as unknown as CustomerAddress), errors: [] }
}

/** What is given, by the names of the columns. */
const toColumns = (input: AddressInput): Record<string, string> =>
  Object.fromEntries(
    fieldNames.flatMap(field => {
      const value = input[field]
      return value == null ? [] : [[columns[field].column, value.trim()]]
    }),
  )

const findOwn = async (ctx: QueryContext, customerId: number, id: number) =>
  (await findAddresses(ctx.store.db, customerId)).find(address => address.id === id)

export async function updateAddress(ctx: QueryContext, id: number, input: AddressInput) {
  const { customer } = ctx.caller
  if (!customer) return { address: null, ...notSignedIn }
  const wrong = wrongFields(ctx, input, false)
  if (wrong.length > 0) return { address: null, errors: validationErrors(wrong) }
  if (!(await findOwn(ctx, customer.id, id)))
    return { address: null, errors: [errorNode('AddressDoesNotExistError', 'The address was not found.')] }
  const address = await inTransaction(ctx.store.db, tx =>
    update({ store: ctx.store, tx, parentId: customer.id }, customerAddresses, id, toColumns(input)),
  )
  return { address: addressNode(ctx, address as unknown as CustomerAddress), errors: [] }
}

export async function deleteAddress(ctx: QueryContext, id: number) {
  const { customer } = ctx.caller
  if (!customer) return notSignedIn
  const own = await findOwn(ctx, customer.id, id)
  if (!own) return { errors: [errorNode('CustomerAddressDeletionError', 'The address was not found.')] }
  await remove(ctx.store, customerAddresses, [{ ...own }])
  return { errors: [] }
}
