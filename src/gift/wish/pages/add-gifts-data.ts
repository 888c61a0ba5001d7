import { listCategories } from '../../../catalogue/products/contract.ts'
import { searchProducts } from '../../../catalogue/search/contract.ts'
import { loadHostedRegistry } from '../../../registry/registry/pages/hosted-registry.ts'
import { submitForm } from '../../../ui/form/submit-form.ts'
import type { PageContext } from '../../../ui/page/page-context.ts'
import { showGiftStatistics, showGifts } from '../../gift/contract.ts'
import { parseProductQuery } from './product-query.ts'

/** The products that the address asks for, and the registry with its gifts; for its hosts alone. */
export async function loadAddGiftsData(ctx: PageContext, request: Request, registryId: string) {
  const { call, language, site } = ctx
  const registry = await loadHostedRegistry(ctx, request, registryId)
  const query = parseProductQuery(new URL(request.url).searchParams)
  const [categories, gifts, statistics] = await Promise.all([
    call(listCategories, { lang: language }),
    call(showGifts, { registry_id: registry.id, lang: language }),
    call(showGiftStatistics, { registry_id: registry.id }),
  ])
  const search = await submitForm(ctx, searchProducts, query, { lang: language })
  return { registry, query, categories, search, gifts: gifts.data, statistics, language, site }
}

export type AddGiftsData = Awaited<ReturnType<typeof loadAddGiftsData>>
