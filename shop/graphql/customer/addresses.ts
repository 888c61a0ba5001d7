import type { Queryable } from '../../database.ts'
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
  state: string
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
  stateOrProvince: { column: 'state' },
  countryCode: { column: 'country_code', isRequired: true },
  postalCode: { column: 'postal_code' },
  phone: { column: 'phone' },
}
const fieldNames = Object.keys(columns) as (keyof AddressInput)[]

export async function findAddresses(db: Queryable, customerId: number): Promise<CustomerAddress[]> {
  const { rows } = await db.query<CustomerAddress>(
    'select * from shop.customer_address where customer_id = $1 order by id',
    [customerId],
  )
  return rows
}

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
    stateOrProvince: address.state,
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
  const names = fieldNames.map(field => columns[field].column)
  const { rows } = await ctx.store.db.query<CustomerAddress>(
    `insert into shop.customer_address (customer_id, ${names.join(', ')})
     values ($1, ${names.map((_, i) => `$${i + 2}`).join(', ')}) returning *`,
    [customer.id, ...fieldNames.map(field => (input[field] ?? '').trim())],
  )
  return { address: rows[0] ? addressNode(ctx, rows[0]) : null, errors: [] }
}

export async function updateAddress(ctx: QueryContext, id: number, input: AddressInput) {
  const { customer } = ctx.caller
  if (!customer) return { address: null, ...notSignedIn }
  const wrong = wrongFields(ctx, input, false)
  if (wrong.length > 0) return { address: null, errors: validationErrors(wrong) }
  const { rows } = await ctx.store.db.query<CustomerAddress>(
    `update shop.customer_address set
       ${fieldNames.map((field, i) => `${columns[field].column} = coalesce($${i + 3}, ${columns[field].column})`).join(', ')}
     where id = $1 and customer_id = $2 returning *`,
    [id, customer.id, ...fieldNames.map(field => input[field]?.trim() ?? null)],
  )
  return rows[0]
    ? { address: addressNode(ctx, rows[0]), errors: [] }
    : { address: null, errors: [errorNode('AddressDoesNotExistError', 'The address was not found.')] }
}

export async function deleteAddress(ctx: QueryContext, id: number) {
  const { customer } = ctx.caller
  if (!customer) return notSignedIn
  const { rowCount } = await ctx.store.db.query(
    'delete from shop.customer_address where id = $1 and customer_id = $2',
    [id, customer.id],
  )
  return {
    errors: rowCount === 1 ? [] : [errorNode('CustomerAddressDeletionError', 'The address was not found.')],
  }
}
