import { orErrorPage, signedIn } from '../../ui/attempt.ts'
import { pageVisit } from '../../ui/context.ts'
import { myData } from '../settings-contract.ts'
import type { Route } from './+types/download'

/** Everything that is kept about the signed-in person, as a file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  signedIn(visit, request)
  const told = await orErrorPage(visit.call(myData, {}))
  return new Response(JSON.stringify(told, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
      'cache-control': 'no-store',
    },
  })
}
