import * as z from 'zod/mini'
import { type Endpoint, endpoint } from '../../base/endpoint.ts'
import { boundedText, emptyObject, pageMeta, programNumber, shopEntityId } from '../../base/fields.ts'
import { demandDimensions, demandPriceBands, demandSorts, isDemandMonth, maxDemandWords } from './rules.ts'

const call = { method: 'POST', who: 'staff', reads: true, inside: true } as const satisfies Partial<Endpoint>

const filter = {
  by: z._default(z.enum(demandDimensions, 'field_malformed'), 'product'),
  sort: z._default(z.enum(demandSorts, 'field_malformed'), 'open'),
  /** Of products, all at once: those whose name has the words, of a brand, of a category, and of a price band. */
  words: z.optional(boundedText({ max: maxDemandWords })),
  brand: z.optional(boundedText({ max: 200 })),
  category: z.optional(shopEntityId),
  /** The lower end of the band in cents. */
  price: z.optional(z.enum(demandPriceBands.map(String), 'field_malformed')),
  /** Of events in `YYYY-MM`, of `none`, or of `each` month apart; not of months themselves. */
  month: z.optional(z.string('field_malformed').check(z.refine(isDemandMonth, 'field_malformed'))),
}

const demandLine = z.object({
  key: z.string(),
  /** `YYYY-MM`, empty while it is undecided; null for all months together. */
  month: z.nullable(z.string()),
  /** Of a product, category or brand; empty where the shop has none any more. */
  name: z.string(),
  wished: z.int(),
  open: z.int(),
  given: z.int(),
  swapped: z.int(),
  due_30: z.int(),
  due_60: z.int(),
  due_90: z.int(),
  /** Null where the shop does not count it. */
  stock: z.nullable(z.int()),
  /** Units needed beyond the stock, within 90 days or for the month; null where the stock is not counted. */
  to_order: z.nullable(z.int()),
})
export type DemandLine = z.output<typeof demandLine>

const counted = { lines: z.array(demandLine), counted_at: z.nullable(z.string()) }

export const listDemand = endpoint({
  ...call,
  path: '/staff/demand',
  summary: 'What is wished for, open and given, by product or in larger groups; fifty lines a page.',
  input: z.object({
    ...filter,
    page: z._default(programNumber.check(z.gte(1, 'field_malformed'), z.lte(100, 'field_malformed')), 1),
  }),
  reply: z.object({
    ...counted,
    meta: pageMeta,
    most: z.int(),
    /** By what products can be chosen: of those most wished for. */
    brands: z.array(z.string()),
    categories: z.array(z.object({ id: z.int(), name: z.string() })),
    months: z.array(z.string()),
  }),
})

export const exportDemand = endpoint({
  ...call,
  path: '/staff/demand/export',
  summary: 'The first 5,000 of the same lines, for a file.',
  input: z.object(filter),
  reply: z.object(counted),
})

export const listEmptySearches = endpoint({
  ...call,
  path: '/staff/demand/searches',
  summary:
    'What was searched for and not found: by hosts for products, and how often by guests for registries.',
  input: emptyObject,
  reply: z.object({
    products: z.array(z.object({ words: z.string(), count: z.int(), last_at: z.string() })),
    registries: z.array(z.object({ length: z.int(), count: z.int(), last_at: z.string() })),
  }),
})
export type EmptySearches = z.output<typeof listEmptySearches.reply>
