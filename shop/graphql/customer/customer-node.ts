import type { Customer } from '../../customers.ts'
import { countAttributesOf } from '../../rest/resources/customer-attributes.ts'
import type { QueryContext } from '../common-nodes.ts'
import { type PageArgs, toConnection } from '../connection.ts'
import { addressNode, findAddresses } from './addresses.ts'
import { type OrdersArgs, orderConnection } from './order-nodes.ts'
import { type WishlistFilters, wishlistConnection } from './wishlist-nodes.ts'

export function customerNode(ctx: QueryContext, customer: Customer) {
  const addresses = () => findAddresses(ctx.store.db, customer.id)
  return {
    entityId: customer.id,
    company: customer.company,
    customerGroupId: customer.customer_group_id,
    customerGroupName: ctx.catalogue.pricing.groups.get(customer.customer_group_id)?.name ?? null,
    email: customer.email,
    firstName: customer.first_name,
    lastName: customer.last_name,
    phone: customer.phone,
    notes: customer.notes,
    taxExemptCategory: '',
    attributeCount: async () => (await countAttributesOf(ctx.store.db)).get(customer.id) ?? 0,
    storeCredit: [],
    formFields: [],
    addressCount: async () => (await addresses()).length,
    addresses: async (args: PageArgs) =>
      toConnection(await addresses(), args, address => addressNode(ctx, address)),
    orders: (args: OrdersArgs) => orderConnection(ctx, customer.id, args),
    wishlists: (args: PageArgs & { filters?: WishlistFilters | null }) =>
      wishlistConnection(ctx, customer.id, args),
    isSubscribedToNewsletter: async () => {
      const { rowCount } = await ctx.store.db.query(
        'select from shop.subscriber where lower(email) = lower($1) and channel_id = $2',
        [customer.email, ctx.channelId],
      )
      return rowCount === 1
    },
  }
}
