import { data } from 'react-router'
import { createCodeLink } from '../../../account/pages/link-cookie.ts'
import { LinkOverPage } from '../../../account/pages/link-over-page.tsx'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button, ButtonLink } from '../../../ui/form/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { formAction } from '../../../ui/form/form-action.ts'
import { Page } from '../../../ui/page/page.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { errorText, tryCall } from '../../../ui/page/page-errors.ts'
import { buildPageMeta } from '../../../ui/page/page-meta.ts'
import { Notice } from '../../../ui/text/facts.tsx'
import { acceptCoHost, showCoHostInvitation } from '../../co-host.contract.ts'
import { listEventTypes } from '../../event-type.contract.ts'
import { EventPhoto } from '../photo/event-photo.tsx'
import type { Route } from './+types/accept-co-host-page'

const link = createCodeLink('co-host', paths.coHost)

/** A GET changes nothing (R905), as e-mail scanners open links too. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { call, language, site, customer } = ctx
  const code = link.open(ctx, request)
  const { done, refused } = await tryCall(() => call(showCoHostInvitation, code))
  const types = await call(listEventTypes, { lang: language, ...(done?.type && { with: done.type }) })
  const type = types.find(({ slug }) => slug === done?.type)
  const answer = {
    invitation: done && type && { ...done, type },
    isSignedIn: customer !== null,
    language,
    site,
  }
  return data(answer, { status: refused?.status ?? 200 })
}

export const action = formAction(acceptCoHost, {
  isForCustomers: true,
  known: link.codeOf,
  done: (_, ctx) => {
    link.clear(ctx)
    return null
  },
  to: (_, { reply }) => `${paths.editRegistry(reply.id)}?done=joined`,
})

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { language, site } = loaderData
  return buildPageMeta({ title: m.hosting_join_title(), path: paths.coHost, language, site, noindex: true })
}

export default function CoHostPage({ loaderData, actionData }: Route.ComponentProps) {
  const { invitation } = loaderData
  const refused = actionData?.refused
  // `refused_missing`: somebody else may have accepted it meanwhile.
  if (!invitation || refused?.code === 'refused_missing')
    return (
      <LinkOverPage
        title={m.hosting_join_gone()}
        lead={m.hosting_join_gone_text()}
        next={{ to: paths.myRegistries, label: m.common_my_registries() }}
      />
    )
  return (
    <Page title={m.hosting_join_title()} width="text">
      <div className="flex flex-wrap gap-7">
        <EventPhoto type={invitation.type} />
        <div className="flex min-w-0 flex-1 basis-72 flex-col gap-5">
          <p className="text-lg">
            {m.hosting_join_text({ host: invitation.host, name: invitation.registry_name })}
          </p>
          <p className="text-soft">
            {m.hosting_co_host_lead({ hosts: invitation.type.host_kind ?? 'hosts' })}
          </p>
          {refused && !invitation.own_id && <Notice tone="alert">{errorText(refused)}</Notice>}
          {invitation.own_id ? (
            // The owner has nothing to accept.
            <>
              <Notice>{m.hosting_co_host_own()}</Notice>
              <p>
                <ButtonLink to={paths.editRegistry(invitation.own_id)} size="large">
                  {m.hosting_join_own_action()}
                </ButtonLink>
              </p>
            </>
          ) : loaderData.isSignedIn ? (
            <Form role="presentation" method="post">
              <Button type="submit" size="large">
                {m.hosting_join_accept()}
              </Button>
            </Form>
          ) : (
            <div className="flex flex-wrap gap-3">
              <ButtonLink to={`${paths.login}?redirect=${paths.coHost}`} size="large">
                {m.hosting_join_sign_in()}
              </ButtonLink>
              <ButtonLink to={`${paths.register}?redirect=${paths.coHost}`} size="large" kind="outline">
                {m.hosting_join_sign_up()}
              </ButtonLink>
            </div>
          )}
        </div>
      </div>
    </Page>
  )
}
