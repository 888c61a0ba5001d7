import { data, Form, redirect, useLocation } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { attempt, signedIn } from '../../ui/attempt.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { pageVisit } from '../../ui/context.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { pageMeta } from '../../ui/meta.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { acceptCoHost, coHostInvitation } from '../co-host-contract.ts'
import type { Route } from './+types/co-host-page'
import { EventPortrait } from './event-portrait.tsx'
import { refusalWords } from './words.ts'

/** What the link of the letter is about; opening it changes nothing, so that mail scanners may look. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { call, language, site, person } = context.get(pageVisit)
  const { done, refused } = await attempt(() => call(coHostInvitation, { token: params.token }))
  const answer = { invitation: done, signedIn: person !== null, language, site }
  return data(answer, { status: refused?.status ?? 200 })
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  signedIn(visit, request)
  const { done, refused } = await attempt(() => visit.call(acceptCoHost, { token: params.token }))
  if (refused) return data({ code: refused.code }, { status: refused.status })
  throw redirect(inLanguage(`${paths.editRegistry(done.id)}?done=joined`, visit.language))
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { language, site } = loaderData
  return pageMeta({ title: m.hosting_join_title(), path: '/co-host', language, site, hidden: true })
}

/** Its owner looks at what the co-host got: there is nothing to accept, and the registry itself is a press away. */
function Own({ id }: { id: string }) {
  return (
    <>
      <Notice>{m.hosting_co_host_own()}</Notice>
      <p>
        <ButtonLink to={paths.editRegistry(id)} size="large">
          {m.hosting_join_own_action()}
        </ButtonLink>
      </p>
    </>
  )
}

/** To run a registry beside its owner: read, sign in with an account of one's own, accept. */
export default function CoHostPage({ loaderData, actionData }: Route.ComponentProps) {
  const { invitation } = loaderData
  const back = encodeURIComponent(useLocation().pathname)
  // Somebody else may have accepted while it was read.
  if (!invitation || actionData?.code === 'refused_missing')
    return (
      <Page title={m.hosting_join_title()} width="text">
        <EmptyState
          title={m.hosting_join_gone()}
          tone="rose"
          picture="letter"
          action={<ButtonLink to={paths.myRegistries}>{m.hosting_join_gone_action()}</ButtonLink>}
        >
          {m.hosting_join_gone_text()}
        </EmptyState>
      </Page>
    )
  return (
    <Page title={m.hosting_join_title()} width="text">
      <div className="flex flex-wrap gap-7">
        <EventPortrait type={invitation.type} />
        <div className="flex min-w-0 flex-1 basis-72 flex-col gap-5">
          <p className="text-lg">
            {m.hosting_join_text({ host: invitation.host, name: invitation.registry_name })}
          </p>
          <p className="text-soft">{m.hosting_co_host_lead()}</p>
          {actionData && !invitation.own_id && <Notice tone="alert">{refusalWords(actionData.code)}</Notice>}
          {invitation.own_id ? (
            <Own id={invitation.own_id} />
          ) : loaderData.signedIn ? (
            <Form method="post">
              <Button type="submit" size="large">
                {m.hosting_join_accept()}
              </Button>
            </Form>
          ) : (
            <div className="flex flex-wrap gap-3">
              <ButtonLink to={`${paths.login}?redirect=${back}`} size="large">
                {m.hosting_join_sign_in()}
              </ButtonLink>
              <ButtonLink to={`${paths.register}?redirect=${back}`} size="large" kind="outline">
                {m.hosting_join_sign_up()}
              </ButtonLink>
            </div>
          )}
        </div>
      </div>
    </Page>
  )
}
