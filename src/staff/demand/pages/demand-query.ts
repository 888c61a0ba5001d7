import { paths } from '../../../base/paths.ts'
import { type DemandDimension, type DemandSort, demandDimensions, demandSorts } from '../rules.ts'

/** What the address of the demand asks for; it is kept by links and files. */
export interface DemandQuery extends Record<string, string> {
  by: DemandDimension
  sort: DemandSort
}

/** What is none of the columns, groups or numbers counts as missing. */
export function readDemandQuery({ url }: Pick<Request, 'url'>): DemandQuery {
  const { searchParams } = new URL(url)
  const by = demandDimensions.find(one => one === searchParams.get('by')) ?? 'product'
  const sort = demandSorts.find(one => one === searchParams.get('sort')) ?? 'open'
  const brand = searchParams.get('brand')?.slice(0, 200)
  const category = searchParams.get('category') ?? ''
  return {
    by,
    sort,
    ...(brand && { brand }),
    ...(/^[1-9]\d{0,8}$/.test(category) && { category }),
  }
}

export function demandPath(query: DemandQuery): string {
  return `${paths.staffDemand}?${new URLSearchParams(query)}`
}
