import { data } from 'react-router'
import { createCodeLink } from '../../account/pages/link-cookie.ts'
import { LinkOverPage } from '../../account/pages/link-over-page.tsx'
import { formatMoment } from '../../base/dates.ts'
import { formatEuro } from '../../base/money.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Page } from '../../ui/page/page.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { tryCall } from '../../ui/page/page-errors.ts'
import { useLanguage } from '../../ui/page/site-data.ts'
import { Notice } from '../../ui/text/facts.tsx'
import type { Route } from './+types/staff-stop-page'
import { callOpenly } from './frame/console-call.ts'
import { staffMeta } from './session/staff-page.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_stop_title(), matches)

const link = createCodeLink('staff-stop', paths.staffStop)

/** Opening the link changes nothing; the button does (R905). */
export async function loader(args: Route.LoaderArgs) {
  const ctx = args.context.get(pageContext)
  const code = link.open(ctx, args.request)
  const { done, refused } = await tryCall(() => callOpenly(args, 'requestToStop', code))
  if (refused && refused.status >= 500) throw data(refused, { status: refused.status })
  return done && { ...done, title: ctx.text(`staff_act_${done.action}`) }
}

export async function action(args: Route.ActionArgs) {
  const ctx = args.context.get(pageContext)
  const { refused } = await tryCall(() => callOpenly(args, 'stopMoneyRequest', link.codeOf(ctx)))
  if (refused) return data({ isStopped: false }, { status: refused.status })
  link.clear(ctx)
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
          moment: formatMoment(at, language),
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
