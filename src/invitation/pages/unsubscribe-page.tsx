import { data } from 'react-router'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { Button, ButtonLink } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useIsSubmitting } from '../../ui/form/submission.ts'
import { Page } from '../../ui/page/page.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { tryCall, wholeErrorText } from '../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../ui/page/page-meta.ts'
import { Notice } from '../../ui/text/facts.tsx'
import { unsubscribeFromInvitations } from '../reply.contract.ts'
import type { Route } from './+types/unsubscribe-page'

export const meta: Route.MetaFunction = ({ matches, params }) =>
  buildPageMeta({
    ...matches[0].loaderData,
    title: m.unsubscribe_title(),
    path: paths.stopInvitations(params.token),
    noindex: true,
  })

/** Posted by the button, or by a mail program in one click (RFC 8058). */
export async function action({ params, context }: Route.ActionArgs) {
  const { call } = context.get(pageContext)
  const { refused } = await tryCall(() => call(unsubscribeFromInvitations, { token: params.token }))
  return data({ refused }, { status: refused?.status ?? 200 })
}

/** Confirms that no more invitations are wanted (R707); opening the page changes nothing. */
export default function UnsubscribePage({ actionData }: Route.ComponentProps) {
  const isSubmitting = useIsSubmitting()
  if (actionData && !actionData.refused)
    return (
      <Page width="text" title={m.unsubscribe_done()} lead={m.unsubscribe_done_text()}>
        <ButtonLink to={paths.home} kind="outline">
          {m.unsubscribe_home()}
        </ButtonLink>
      </Page>
    )
  if (actionData?.refused?.status === 404)
    return (
      <Page width="text" title={m.unsubscribe_title()}>
        <Notice tone="alert" title={m.unsubscribe_invalid_link()} />
      </Page>
    )
  const errorMessage = wholeErrorText(actionData?.refused)
  return (
    <Page width="text" title={m.unsubscribe_title()} lead={m.unsubscribe_text()}>
      {errorMessage && <Notice tone="alert" title={errorMessage} className="mb-6" />}
      <Form role="presentation" method="post">
        <Button type="submit" size="large" busy={isSubmitting}>
          {m.unsubscribe_confirm()}
        </Button>
      </Form>
    </Page>
  )
}
