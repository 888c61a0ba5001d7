import { data, Form, redirect, useNavigation } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { attempt, orErrorPage } from '../../ui/attempt.ts'
import { Button } from '../../ui/button.tsx'
import { useCheckedForm } from '../../ui/checked-form.ts'
import { pageVisit } from '../../ui/context.ts'
import { TextField } from '../../ui/text-field.tsx'
import { coHostInvitee, inviteCoHost, registryHosts, removeCoHost } from '../co-host-contract.ts'
import type { Route } from './+types/edit-co-host-page'
import { valuesOf } from './draft.ts'
import { EditSheet, editMeta } from './edit-sheet.tsx'
import { hostRegistry } from './own-registry.ts'
import { fieldWords } from './words.ts'

const page = 'co-host'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const { id } = await hostRegistry(visit, request, params.id)
  const hosts = await orErrorPage(visit.call(registryHosts, { id }))
  return { id, hosts, language: visit.language, site: visit.site }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  const { id, is_owner } = await hostRegistry(visit, request, params.id)
  const { intent, email = '' } = valuesOf(await request.formData())
  const { refused } = await attempt(() =>
    intent === 'remove' ? visit.call(removeCoHost, { id }) : visit.call(inviteCoHost, { id, email }),
  )
  if (refused) return data({ email, ...refused }, { status: refused.status })
  const leaves = intent === 'remove' && !is_owner
  const done = intent === 'remove' ? 'removed' : 'asked'
  const next = leaves ? paths.myRegistries : `${paths.editRegistry(id, page)}?done=${done}`
  throw redirect(inLanguage(next, visit.language))
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return editMeta(m.hosting_co_host_title(), loaderData, params.id, page)
}

/** Who runs the registry beside its owner: asked by letter, there, or leaving. */
export default function EditCoHostPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, hosts } = loaderData
  const { co_host, invited, is_owner } = hosts
  return (
    <EditSheet
      title={m.hosting_co_host_title()}
      lead={m.hosting_co_host_lead()}
      refused={actionData}
      done={{ asked: m.hosting_co_host_asked, removed: m.hosting_co_host_removed }}
    >
      <dl className="divide-y divide-line border-y border-line">
        <Host label={m.hosting_owner()} name={hosts.owner} />
        {co_host && <Host label={m.hosting_co_host()} name={co_host.name} more={co_host.email} />}
        {invited && !co_host && (
          <Host
            label={m.hosting_co_host_waits()}
            name={invited.email}
            more={m.hosting_co_host_waits_help()}
          />
        )}
      </dl>
      {is_owner && !co_host && (
        <Invitation
          key={`${id} ${invited?.email}`}
          id={id}
          again={invited !== null}
          email={actionData?.email}
          refused={actionData?.fields}
        />
      )}
      {(co_host || (is_owner && invited)) && (
        <Form method="post" className="flex flex-col gap-3">
          <input type="hidden" name="intent" value="remove" />
          <p className="text-soft">{removal(is_owner, co_host !== null).help}</p>
          <Button type="submit" kind="danger" className="self-start">
            {removal(is_owner, co_host !== null).words}
          </Button>
        </Form>
      )}
    </EditSheet>
  )
}

function removal(isOwner: boolean, isThere: boolean) {
  if (!isOwner) return { words: m.hosting_co_host_leave(), help: m.hosting_co_host_leave_help() }
  return isThere
    ? { words: m.hosting_co_host_remove(), help: m.hosting_co_host_remove_help() }
    : { words: m.hosting_co_host_withdraw(), help: m.hosting_co_host_withdraw_help() }
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

function Invitation(props: {
  id: string
  again: boolean
  email: string | undefined
  refused: Record<string, string> | undefined
}) {
  const checked = useCheckedForm({ schema: coHostInvitee, words: fieldWords, refused: props.refused })
  const busy = useNavigation().state === 'submitting'
  return (
    <Form method="post" {...checked.props} className="flex flex-col gap-4">
      <input type="hidden" name="id" value={props.id} />
      <TextField
        label={m.hosting_co_host_email()}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        defaultValue={props.email ?? ''}
        help={m.hosting_co_host_email_help()}
        error={checked.error('email')}
      />
      <Button type="submit" size="large" busy={busy} className="self-start">
        {props.again ? m.hosting_co_host_ask_again() : m.hosting_co_host_ask()}
      </Button>
    </Form>
  )
}
