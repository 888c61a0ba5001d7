import { redirect } from 'react-router'
import { paths, withLanguage } from '../../base/paths.ts'
import { createSignedCookie } from '../../ui/page/cookies.ts'
import { pageContext } from '../../ui/page/page-context.ts'
import type { Route } from './+types/my-gift-link'

/** The link in the e-mail: its token is moved to a cookie at once, so that no history or referrer has it (R516). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  myGiftCookie.save(ctx, params.token)
  throw redirect(withLanguage(paths.myGift, ctx.language))
}

/** Kept for a day. */
export const myGiftCookie = createSignedCookie('my_gift', 86_400)
