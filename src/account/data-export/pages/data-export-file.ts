import { pageContext } from '../../../ui/page/page-context.ts'
import { orErrorPage, requireCustomer } from '../../../ui/page/page-errors.ts'
import { exportPersonalData } from '../../settings/contract.ts'
import type { Route } from './+types/data-export-file'

/** Everything that is kept about the signed-in person, as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  requireCustomer(ctx, request)
  const told = await orErrorPage(ctx.call(exportPersonalData, {}))
  return new Response(JSON.stringify(told, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    },
  })
}
