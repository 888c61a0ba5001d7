import { listCategories } from '../../../catalogue/products/contract.ts'
import { searchProducts } from '../../../catalogue/search/contract.ts'
import { loadHostedRegistry } from '../../../registry/registry/pages/hosted-registry.ts'
import { submitForm } from '../../../ui/form/submit-form.ts'
import type { PageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { showGiftStatistics, showGifts } from '../../gift/contract.ts'
import { calculateGiftStatistics } from '../../gift/rules.ts'
import { parseProductQuery } from './product-query.ts'

/** Shown when they can't be read: the page works without them (R313). */
const noStatistics = calculateGiftStatistics([])

/** The products that the address asks for, and the registry with its gifts; for its hosts alone. */
export async function loadAddGiftsData(ctx: PageContext, request: Request, registryId: string) {
  const { call, language, site } = ctx
  const registry = await loadHostedRegistry(ctx, request, registryId)
  const query = parseProductQuery(new URL(request.url).searchParams)
  const [categories, gifts, statistics] = await Promise.all([
    call(listCategories, { lang: language }),
    call(showGifts, { registry_id: registry.id, lang: language }),
    tryCall(() => call(showGiftStatistics, { registry_id: registry.id })),
  ])
  const search = await submitForm(ctx, searchProducts, query, { lang: language })
  return {
    registry,
    query,
    categories,
    search,
    gifts: gifts.data,
    statistics: statistics.done ?? noStatistics,
    language,
    site,
  }
}

export type AddGiftsData = Awaited<ReturnType<typeof loadAddGiftsData>>
