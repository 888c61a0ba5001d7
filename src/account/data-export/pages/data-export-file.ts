import { pageContext } from '../../../ui/page/page-context.ts'
import { requireCustomer } from '../../../ui/page/require-customer.ts'
import { exportPersonalData } from '../contract.ts'
import type { Route } from './+types/data-export-file'

/** Everything that is stored about the signed-in person, as a file (R123). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  const personalData = await ctx.call(exportPersonalData, {})
  return new Response(JSON.stringify(personalData, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    },
  })
}
