import { findCategory } from '../../catalogue/category-tree.ts'
import { markCatalogueChanged } from '../../catalogue/live-catalogue.ts'
import type { CategoryAccess, DiscountRule } from '../../catalogue/pricing-rules.ts'
import { ShopError } from '../../store.ts'
import { formatRfc2822 } from '../responses.ts'
import { flag, list, object, required, text } from './fields.ts'
import type { Resource } from './resource.ts'

const ruleFields = ['type', 'method', 'amount', 'price_list_id', 'category_id', 'product_id']

/** v2 customer groups: whose members pay less, or by a price list. */
export const customerGroups: Resource = {
  path: '/v2/customer_groups',
  kind: 'customer_group',
  createdStatus: 200,
  calls: ['count', 'list', 'create', 'read', 'update', 'delete'],
  filters: ['name', 'name:like', 'is_default', 'is_group_for_guests'],
  fields: {
    name: required(text()),
    is_default: flag(false),
    is_group_for_guests: flag(false),
    category_access: object(['type', 'categories'], { type: 'all' }),
    discount_rules: list(ruleFields),
  },
  show: ({ created, modified }) => ({
    date_created: formatRfc2822(created),
    date_modified: formatRfc2822(modified),
  }),
  check: (_, value) => {
    const rules = (value.discount_rules ?? []) as DiscountRule[]
    if (rules.length > 1 && rules.some(({ type }) => type === 'price_list'))
      throw new ShopError(400, 'A price list goes with no other discount rule.')
    for (const { type, amount } of rules)
      if (
        !['all', 'category', 'product', 'price_list'].includes(type) ||
        (amount !== undefined && !(Number(amount) >= 0))
      )
        throw new ShopError(400, 'The field discount_rules is invalid.')
    const { type, categories = [] } = (value.category_access ?? { type: 'all' }) as CategoryAccess
    if (!['all', 'specific', 'none'].includes(type) || !categories.every(findCategory))
      throw new ShopError(400, 'The field category_access is invalid.')
    return undefined
  },
  changed: async ({ tx }, event, { id, is_default }) => {
    if (event === 'deleted')
      await tx.query('update shop.customer set customer_group_id = 0 where customer_group_id = $1', [id])
    // There is one default at a time.
    if (is_default)
      await tx.query(
        `update shop.record set data = data || '{"is_default": false}' where kind = 'customer_group' and id <> $1`,
        [id],
      )
    await markCatalogueChanged(tx)
  },
}
