import { redirect } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { pageVisit } from '../../ui/context.ts'
import type { Route } from './+types/my-gift-link'
import { keepMyGift } from './my-gift-cookie.ts'

/** The link of the letter: its token leaves the address at once, so that no history, referrer or count carries it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  keepMyGift(visit, params.token)
  throw redirect(inLanguage(paths.myGift, visit.language))
}
