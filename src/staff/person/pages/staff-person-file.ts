import { AppError } from '../../../base/app-error.ts'
import { pageContext } from '../../../ui/page/page-context.ts'
import { callAsStaff } from '../../session/pages/staff-page.ts'
import { exportPersonData } from '../contract.ts'
import type { Route } from './+types/staff-person-file'

/** By the form of the page of people alone: nobody's address stands in an address. */
export function loader(_: Route.LoaderArgs): never {
  throw new AppError('refused_unreadable', 405)
}

/** What is kept of a person who asks for it. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  ctx.keepFromSearch()
  const email = String((await request.formData()).get('email') ?? '')
  const answer = await callAsStaff(ctx, request, () => ctx.call(exportPersonData, { email }))
  return new Response(JSON.stringify(answer.data, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="person.json"',
      'cache-control': 'no-store',
    },
  })
}
