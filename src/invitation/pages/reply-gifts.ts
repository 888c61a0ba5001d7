import { isbot } from 'isbot'
import { redirect } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { orErrorPage } from '../../ui/attempt.ts'
import { pageVisit } from '../../ui/context.ts'
import { openInvitation, showReply } from '../reply-contract.ts'
import type { Route } from './+types/reply-gifts'

/** The way from an invitation to the list of gifts: the link counts as opened. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { call, language } = context.get(pageVisit)
  const { registry } = await orErrorPage(call(showReply, { token: params.token }))
  if (!isbot(request.headers.get('user-agent')))
    await orErrorPage(call(openInvitation, { token: params.token }))
  throw redirect(
    inLanguage(registry.shown ? paths.registry(registry.id) : paths.reply(params.token), language),
  )
}
