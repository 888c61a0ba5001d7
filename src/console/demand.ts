import * as z from 'zod/mini'
import { dayInAthens } from '../base/dates.ts'
import { hourMs } from '../base/durations.ts'
import { boundedText, programNumber, shopEntityId, toPageMeta } from '../base/fields.ts'
import type { JobContext, StaffContext } from '../server/context/request-context.ts'
import { staffRead } from '../server/context/staff-call.ts'
import { findRow } from '../server/postgres/rows.ts'
import {
  demandDimensions,
  demandPriceBands,
  demandSorts,
  isDemandMonth,
  maxDemandQueryLength,
  sortDemandMonths,
} from './console.rules.ts'
import * as data from './demand.sql.ts'

const filter = {
  by: z._default(z.enum(demandDimensions, 'field_malformed'), 'product'),
  sort: z._default(z.enum(demandSorts, 'field_malformed'), 'open'),
  /** Filters for lines of products; all that are given apply together. */
  words: z.optional(boundedText({ max: maxDemandQueryLength })),
  brand: z.optional(boundedText({ max: 200 })),
  category: z.optional(shopEntityId),
  /** The lower end of the band in cents. */
  price: z.optional(z.enum(demandPriceBands.map(String), 'field_malformed')),
  /** Month of the event (`isDemandMonth`); not used for demand by month itself. */
  month: z.optional(z.string('field_malformed').check(z.refine(isDemandMonth, 'field_malformed'))),
}
type Filter = z.output<z.ZodMiniObject<typeof filter>>
const page = programNumber.check(z.gte(1, 'field_malformed'), z.lte(100, 'field_malformed'))

export const calls = {
  demand: staffRead('support', { ...filter, page: z._default(page, 1) }, listDemand),
  exportDemand: staffRead('support', filter, exportDemand),
  /** What was searched for and not found: by hosts for products, and how often by guests for registries. */
  emptySearches: staffRead('support', {}, async (_, { db }) => ({
    products: await data.findEmptyProductSearches(db, maxSearches),
    registries: await data.findEmptyRegistrySearches(db, maxSearches),
  })),
}

const linesPerPage = 50
const maxListed = 100 * linesPerPage
const maxSearches = 200
/** Brands and categories to choose from: those of which most is open. */
const maxChoices = 300
/** Twenty years. */
const maxMonths = 240

/** What is wished for, open and given, by product or in larger groups; fifty lines a page. */
async function listDemand(
  { sort: chosen, page, ...filter }: Filter & { page: number },
  { db, language, now }: StaffContext,
) {
  const sort = data.sortFor(filter, chosen)
  const { total, most } = await data.summarizeDemand(db, filter, sort, maxListed)
  const isOfProducts = filter.by === 'product'
  const part = { sort, offset: (page - 1) * linesPerPage, limit: linesPerPage }
  const build = await findRow(db, 'demand_build', {}, ['finished_at'])
  return {
    lines: await data.findDemandLines(db, filter, part, language),
    counted_at: build?.finished_at ?? null,
    meta: toPageMeta(page, linesPerPage, total),
    most,
    brands: isOfProducts ? await data.findDemandBrands(db, filter, maxChoices) : [],
    categories: isOfProducts ? await data.findDemandCategories(db, filter, maxChoices, language) : [],
    months: sortDemandMonths(await data.findDemandMonths(db, maxMonths), dayInAthens(now).slice(0, 7)),
  }
}

/** The lines of all pages. */
function exportDemand({ sort, ...filter }: Filter, { db, language }: StaffContext) {
  const part = { sort: data.sortFor(filter, sort), offset: 0, limit: maxListed }
  return data.findDemandLines(db, filter, part, language)
}

/** Between the starts of two counts: about five a day. */
const pauseMs = 5 * hourMs
/** Registries in one slice, which takes some 100 ms. */
const sliceRegistries = 200
/** Slices of one run; 300,000 registries take an hour and a half. */
const slicesPerRun = 20

/**
 * Counts the demand (R973) in slices of one transaction each: the job may be killed between two slices, and the lock
 * lets one process count at a time.
 */
export async function countDemand({ db, now }: JobContext): Promise<void> {
  for (let slice = 0; slice < slicesPerRun; slice++) {
    const isMore = await db.transaction().execute(async tx => {
      const build = await data.lockDemandBuild(tx)
      if (!build) return false
      if (build.position === null) {
        if (build.started_at && now.getTime() - build.started_at.getTime() < pauseMs) return false
        await data.beginDemand(tx, dayInAthens(now), now)
      }
      const day = build.position === null || build.day === null ? dayInAthens(now) : build.day
      const next = await data.addDemandSlice(tx, build.position ?? 0, day, sliceRegistries)
      if (next === null) await data.showCountedDemand(tx, now)
      return next !== null
    })
    if (!isMore) return
  }
}
