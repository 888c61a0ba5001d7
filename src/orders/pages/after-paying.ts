import { redirect } from 'react-router'
import { paths, withLanguage } from '../../base/paths.ts'
import { getHandoffStatus } from '../../checkout/hand-off.contract.ts'
import { openHandoffCookie } from '../../checkout/pages/hand-off-cookie.ts'
import { type PageContext, pageContext } from '../../ui/page/page-context.ts'
import { tryCall } from '../../ui/page/page-errors.ts'
import type { Route } from './+types/after-paying'

/**
 * Where the script on the shop's order page leads (R427, straight back after paying). Only this browser's own cookie
 * tells which hand-off was paid; 204 keeps anybody else on the shop's page.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const reference = await findPaidReference(ctx)
  if (reference) throw redirect(withLanguage(paths.thanks(reference), ctx.language))
  // Somebody typed the address.
  if (request.headers.get('sec-fetch-site') === 'none') throw redirect(withLanguage(paths.home, ctx.language))
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
}

/** A hand-off that is paid or still open, as the shop may tell us of the order later than its buyer arrives. */
async function findPaidReference(ctx: PageContext): Promise<string | null> {
  const reference = openHandoffCookie.read(ctx)?.reference
  if (!reference) return null
  const { done } = await tryCall(() => ctx.call(getHandoffStatus, { reference }))
  return done && ['open', 'pending', 'paid'].includes(done.state) ? reference : null
}
