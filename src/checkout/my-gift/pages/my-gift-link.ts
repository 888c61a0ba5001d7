import { redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { pageContext } from '../../../ui/page/page-context.ts'
import type { Route } from './+types/my-gift-link'
import { saveMyGiftToken } from './my-gift-cookie.ts'

/** The link of the letter: its token leaves the address at once, so that no history, referrer or count carries it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  saveMyGiftToken(ctx, params.token)
  throw redirect(withLanguage(paths.myGift, ctx.language))
}
