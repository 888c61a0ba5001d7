import { isbot } from 'isbot'
import { redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { pageContext } from '../../../ui/page/page-context.ts'
import { recordInvitationOpened, showGuestInvitation } from '../contract.ts'
import type { Route } from './+types/gifts-redirect'

/** Leads from an invitation to the registry; counts as opening the invitation (R704). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { call, language } = context.get(pageContext)
  const { registry } = await call(showGuestInvitation, { token: params.token })
  if (!isbot(request.headers.get('user-agent'))) await call(recordInvitationOpened, { token: params.token })
  throw redirect(
    withLanguage(registry.shown ? paths.registry(registry.id) : paths.reply(params.token), language),
  )
}
