import { redirect } from 'react-router'
import { paths, withLanguage } from '../../base/paths.ts'
import { pageContext } from '../../ui/page/page-context.ts'
import { showGuestInvitation } from '../reply.contract.ts'
import type { Route } from './+types/gifts-redirect'

/** Leads from an invitation to the registry; like every GET it changes nothing, so that it doesn't count as opened (R704). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { call, language } = context.get(pageContext)
  const { registry } = await call(showGuestInvitation, { token: params.token })
  throw redirect(
    withLanguage(registry.shown ? paths.registry(registry.id) : paths.reply(params.token), language),
  )
}
