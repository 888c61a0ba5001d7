import { dayInAthens } from '../../base/dates.ts'
import type { ParsedOf } from '../../base/endpoint.ts'
import { toPageMeta } from '../../base/fields.ts'
import { type Handler, handle } from '../../server/context/handler.ts'
import type { StaffContext } from '../../server/context/request-context.ts'
import { findRow } from '../../server/postgres/rows.ts'
import * as contract from './contract.ts'
import * as data from './data.ts'
import { sortDemandMonths, unitsToOrder } from './rules.ts'

export const calls: Handler[] = [
  handle(contract.listDemand, listDemand),
  handle(contract.exportDemand, exportDemand),
  handle(contract.listEmptySearches, listEmptySearches),
]

const linesPerPage = 50
/** As many pages as can be opened. */
const maxListed = 100 * linesPerPage
const maxSearches = 200
/** Brands and categories to choose from: those of which most is open. */
const maxChoices = 300
/** Twenty years. */
const maxMonths = 240

async function listDemand(
  { sort: chosen, page, ...filter }: ParsedOf<typeof contract.listDemand>,
  { db, language, now }: StaffContext,
) {
  const sort = data.sortFor(filter, chosen)
  const { total, most } = await data.summarizeDemand(db, filter, sort, maxListed)
  const isOfProducts = filter.by === 'product'
  const part = { sort, offset: (page - 1) * linesPerPage, limit: linesPerPage }
  const build = await findRow(db, 'demand_build', {})
  return {
    lines: (await data.findDemandLines(db, filter, part, language)).map(withOrder),
    counted_at: build?.finished_at?.toISOString() ?? null,
    meta: toPageMeta(page, linesPerPage, total),
    most,
    brands: isOfProducts ? await data.findDemandBrands(db, filter, maxChoices) : [],
    categories: isOfProducts ? await data.findDemandCategories(db, filter, maxChoices, language) : [],
    months: sortDemandMonths(await data.findDemandMonths(db, maxMonths), dayInAthens(now).slice(0, 7)),
  }
}

/** What of all months together is to be ordered is what is needed within 90 days (R973); that of one month is counted. */
function withOrder(line: contract.DemandLine): contract.DemandLine {
  return line.month === null ? { ...line, to_order: unitsToOrder(line) } : line
}

async function exportDemand(
  { sort, ...filter }: ParsedOf<typeof contract.exportDemand>,
  { db, language }: StaffContext,
) {
  const part = { sort: data.sortFor(filter, sort), offset: 0, limit: maxListed }
  const lines = (await data.findDemandLines(db, filter, part, language)).map(withOrder)
  const build = await findRow(db, 'demand_build', {})
  return { lines, counted_at: build?.finished_at?.toISOString() ?? null }
}

async function listEmptySearches(_: object, { db }: StaffContext) {
  const products = await data.findEmptyProductSearches(db, maxSearches)
  const registries = await data.findEmptyRegistrySearches(db, maxSearches)
  return {
    products: products.map(({ last_at, ...search }) => ({ ...search, last_at: last_at.toISOString() })),
    registries: registries.map(({ last_at, ...search }) => ({ ...search, last_at: last_at.toISOString() })),
  }
}
