import { pageContext } from '../../../ui/page/page-context.ts'
import { callAsStaff } from '../../session/pages/staff-page.ts'
import { exportHostData } from '../contract.ts'
import type { Route } from './+types/staff-host-file'

/** What a host can download themselves, for one who asks on the telephone or by letter. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  ctx.keepFromSearch()
  const answer = await callAsStaff(ctx, request, () =>
    ctx.call(exportHostData, { id: params.id as unknown as number }),
  )
  return new Response(JSON.stringify(answer.data, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="host-${Number(params.id)}.json"`,
      'cache-control': 'no-store',
    },
  })
}
