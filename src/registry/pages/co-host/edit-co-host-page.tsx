import { data, redirect } from 'react-router'
import { isProofMissing, ProofNeeded, proveByForm } from '../../../account/pages/proof-field.tsx'
import { UnconfirmedSender } from '../../../account/pages/unconfirmed-sender.tsx'
import { getAccount } from '../../../account/settings.contract.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { PostForm } from '../../../ui/form/post-form.tsx'
import { readFormValues } from '../../../ui/form/submit-form.ts'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { inviteCoHost, removeCoHost, showRegistryHosts } from '../../co-host.contract.ts'
import { HostPageFrame, hostPageMeta, loadHostedRegistry } from '../host-page-frame.tsx'
import { useHosts } from '../use-hosts.ts'
import type { Route } from './+types/edit-co-host-page'

const page = 'co-host'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { id, type_info } = await loadHostedRegistry(ctx, request, params.id)
  const [hosts, { confirmed }] = await Promise.all([
    ctx.call(showRegistryHosts, { id }),
    ctx.call(getAccount, {}),
  ])
  return {
    id,
    host_kind: type_info.host_kind ?? 'hosts',
    hosts,
    confirmed,
    language: ctx.language,
    site: ctx.site,
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const { id, is_owner } = await loadHostedRegistry(ctx, request, params.id)
  const form = await request.formData()
  const { intent, email = '' } = readFormValues(form)
  const { refused } = await tryCall(async () => {
    if (intent === 'remove') return ctx.call(removeCoHost, { id })
    await proveByForm(form, ctx)
    return ctx.call(inviteCoHost, { id, email })
  })
  if (refused) return data({ email, ...refused }, { status: refused.status })
  const leaves = intent === 'remove' && !is_owner
  const done = intent === 'remove' ? 'removed' : 'asked'
  const next = leaves ? paths.myRegistries : `${paths.editRegistry(id, page)}?done=${done}`
  throw redirect(withLanguage(next, ctx.language))
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return hostPageMeta(
    m.common_co_hosts({ hosts: loaderData?.host_kind ?? 'hosts' }),
    loaderData,
    params.id,
    page,
  )
}

export default function EditCoHostPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, hosts } = loaderData
  const named = useHosts()
  const { co_host, invited, is_owner } = hosts
  const asksForProof = isProofMissing(actionData)
  const removal = removalTexts(named, is_owner, co_host !== null)
  return (
    <HostPageFrame
      title={m.common_co_hosts(named)}
      lead={m.hosting_co_host_lead(named)}
      refused={asksForProof ? null : actionData}
      done={{ asked: m.hosting_co_host_asked, removed: () => m.hosting_co_host_removed(named) }}
    >
      <dl className="divide-y divide-line border-y border-line">
        <Host label={m.hosting_owner()} name={hosts.owner} />
        {co_host && <Host label={m.common_co_hosts(named)} name={co_host.name} more={co_host.email} />}
        {invited && !co_host && (
          <Host
            label={m.hosting_co_host_pending()}
            name={invited.email}
            more={m.hosting_co_host_pending_help()}
          />
        )}
      </dl>
      {is_owner && !co_host && !loaderData.confirmed && <UnconfirmedSender />}
      {is_owner && !co_host && loaderData.confirmed && (
        <PostForm
          key={`${id} ${invited?.email}`}
          call={inviteCoHost}
          refused={asksForProof ? null : actionData}
          notice={null}
          hidden={{ id }}
          fields={[
            {
              name: 'email',
              kind: 'email',
              label: m.hosting_co_host_email(named),
              help: m.hosting_co_host_email_help(),
              autoComplete: 'off',
              inputMode: 'email',
              value: actionData?.email,
            },
          ]}
          submit={invited ? m.hosting_co_host_ask_again() : m.hosting_co_host_ask()}
          className="gap-4"
        >
          {asksForProof && <ProofNeeded error={actionData} />}
        </PostForm>
      )}
      {(co_host || (is_owner && invited)) && (
        <Form role="presentation" method="post" className="flex flex-col gap-3">
          <input type="hidden" name="intent" value="remove" />
          <p className="text-soft">{removal.help}</p>
          <Button type="submit" kind="danger" className="self-start">
            {removal.button}
          </Button>
        </Form>
      )}
    </HostPageFrame>
  )
}

function removalTexts(named: ReturnType<typeof useHosts>, isOwner: boolean, hasAccepted: boolean) {
  if (!isOwner) return { button: m.hosting_co_host_leave(), help: m.hosting_co_host_leave_help() }
  return hasAccepted
    ? { button: m.hosting_co_host_remove(named), help: m.hosting_co_host_remove_help() }
    : { button: m.hosting_co_host_withdraw(), help: m.hosting_co_host_withdraw_help() }
}

function Host({ label, name, more }: { label: string; name: string; more?: string }) {
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-1 py-4">
      <dt className="w-44 text-soft">{label}</dt>
      <dd className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
        <span className="font-semibold">{name}</span>
        {more && <span className="block text-sm text-soft">{more}</span>}
      </dd>
    </div>
  )
}
