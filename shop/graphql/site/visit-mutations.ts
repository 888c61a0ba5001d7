import { catalogue } from '../../catalogue/index.ts'
import { keepLetter } from '../../letters.ts'
import { errorNode, type QueryContext } from '../common-nodes.ts'

interface CommonInput {
  consent?: { analytics: boolean } | null
}

/** Visits and looks at products, counted where the visitor agrees or was not asked. */
export const visitMutations = (ctx: QueryContext) => ({
  visitStartedEvent: ({ input }: { input: { commonInput: CommonInput } }) =>
    count(ctx, input.commonInput, 'visits'),
  productViewedEvent: ({
    input: { commonInput, productInput },
  }: {
    input: {
      commonInput: CommonInput
      productInput: { productEntityId: number; searchKeyword?: string | null }
    }
  }) => {
    const { productEntityId, searchKeyword } = productInput
    if (!ctx.catalogue.products.has(productEntityId)) return { executed: false }
    return count(ctx, commonInput, searchKeyword ? `found:${productEntityId}` : `viewed:${productEntityId}`)
  },
})

async function count(ctx: QueryContext, { consent }: CommonInput, key: string) {
  if (consent?.analytics === false) return { executed: false }
  await ctx.store.db.query(
    `insert into shop.setting as setting values ($1, '1')
     on conflict (key) do update set value = (setting.value::int + 1)::text`,
    [key],
  )
  return { executed: true }
}

interface ContactInput {
  pageEntityId: number
  data: Record<'email' | 'comments', string> & Record<string, string | null | undefined>
}

const contactFields = [
  'fullName',
  'email',
  'phoneNumber',
  'orderNumber',
  'companyName',
  'rmaNumber',
  'comments',
]

/** Keeps what a visitor writes on a page for the staff. */
export async function submitContactUs(ctx: QueryContext, { pageEntityId, data }: ContactInput) {
  const wrong = [
    ...(catalogue.pages.some(({ id }) => id === pageEntityId) ? [] : ['pageEntityId']),
    ...(/^[^\s@]+@[^\s@]+$/.test(data.email.trim()) ? [] : ['email']),
    ...(data.comments.trim() ? [] : ['comments']),
  ]
  if (wrong.length === 0)
    await keepLetter(ctx.store, ctx.store.db, {
      to: 'staff',
      subject: 'Contact form',
      text: contactFields.flatMap(field => (data[field] ? [`${field}: ${data[field]}`] : [])).join('\n'),
    })
  return {
    errors: wrong.map(field => ({
      ...errorNode('ValidationError', `${field} is not valid.`),
      path: ['input', field],
    })),
  }
}
