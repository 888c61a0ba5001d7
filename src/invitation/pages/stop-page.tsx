import { data, Form, useNavigation } from 'react-router'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { attempt } from '../../ui/attempt.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { pageVisit } from '../../ui/context.ts'
import { pageMeta } from '../../ui/meta.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { stopInvitations } from '../reply-contract.ts'
import type { Route } from './+types/stop-page'

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta({
    ...matches[0].loaderData,
    title: m.stop_title(),
    path: paths.stopInvitations(params.token),
    hidden: true,
  })

/** Pressed here, or sent by a mail program in one click (RFC 8058); a mere look changes nothing. */
export async function action({ params, context }: Route.ActionArgs) {
  const { call } = context.get(pageVisit)
  const { refused } = await attempt(() => call(stopInvitations, { token: params.token }))
  return data({ refused }, { status: refused?.status ?? 200 })
}

export default function StopPage({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === 'submitting'
  if (actionData && !actionData.refused)
    return (
      <Page width="text" title={m.stop_done()} lead={m.stop_done_text()}>
        <ButtonLink to={paths.home} kind="outline">
          {m.stop_home()}
        </ButtonLink>
      </Page>
    )
  if (actionData?.refused?.status === 404)
    return (
      <Page width="text" title={m.stop_title()}>
        <Notice tone="alert" title={m.stop_wrong()} />
      </Page>
    )
  return (
    <Page width="text" title={m.stop_title()} lead={m.stop_text()}>
      {actionData?.refused && <Notice tone="alert" title={m.refused_often()} className="mb-6" />}
      <Form method="post">
        <Button type="submit" size="large" busy={busy}>
          {m.stop_yes()}
        </Button>
      </Form>
    </Page>
  )
}
