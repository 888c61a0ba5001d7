import { data, Form } from 'react-router'
import { LinkOverPage } from '../../../account/link/pages/link-over-page.tsx'
import { createLinkCookie } from '../../../account/one-time-code/pages/link-cookie.ts'
import { formatMoment } from '../../../base/dates.ts'
import { formatEuro } from '../../../base/money.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { staffMeta } from '../../session/pages/staff-page.ts'
import { showRequestToStop, stopMoneyRequest } from '../contract.ts'
import type { Route } from './+types/staff-stop-page'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_stop_title(), matches)

const linkCookie = createLinkCookie<{ code: string }>('staff-stop')
/** Opening the link changes nothing; the button does (R905). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const code = linkCookie.open(ctx, request, paths.staffStop)?.code ?? 'none'
  const { done, refused } = await tryCall(() => ctx.call(showRequestToStop, { code }))
  if (refused && refused.status >= 500) throw data(refused, { status: refused.status })
  return done && { ...done, title: ctx.text(`staff_act_${done.action}`) }
}

export async function action({ context }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const code = linkCookie.read(ctx)?.code ?? 'none'
  const { refused } = await tryCall(() => ctx.call(stopMoneyRequest, { code }))
  if (refused) return data({ isStopped: false }, { status: refused.status })
  linkCookie.clear(ctx)
  return { isStopped: true }
}

export default function StaffStopPage({ loaderData, actionData }: Route.ComponentProps) {
  const language = useLanguage()
  if (actionData?.isStopped)
    return (
      <Page title={m.staff_stop_title()} width="form">
        <Notice tone="done" title={m.staff_stop_done()} />
      </Page>
    )
  if (!loaderData) return <LinkOverPage title={m.staff_stop_late()} />
  const { title, cents, at } = loaderData
  return (
    <Page title={m.staff_stop_title()} width="form">
      <p>
        {m.staff_stop_lead({
          what: title,
          amount: formatEuro(cents, language),
          moment: formatMoment(new Date(at), language),
        })}
      </p>
      <Form method="post" aria-label={m.staff_stop_action()} className="mt-6">
        <Button type="submit" kind="danger">
          {m.staff_stop_action()}
        </Button>
      </Form>
    </Page>
  )
}
