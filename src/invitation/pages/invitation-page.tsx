import { data, redirect } from 'react-router'
import { getAccount } from '../../account/settings.contract.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { hostPageMeta, loadHostedRegistry } from '../../registry/pages/host-page-frame.tsx'
import { readFormValues, submitForm } from '../../ui/form/submit-form.ts'
import { pageContext } from '../../ui/page/page-context.ts'
import { saveInvitationContent, showInvitationContent } from '../content.contract.ts'
import type { Route } from './+types/invitation-page'
import { InvitationEditor } from './invitation-editor.tsx'
import { InvitationFrame } from './invitation-frame.tsx'

const page = 'invitation-settings'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const [{ confirmed }, content] = await Promise.all([
    ctx.call(getAccount, {}),
    ctx.call(showInvitationContent, { registry: registry.id }),
  ])
  return { registry, content, confirmed, language: ctx.language, site: ctx.site }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const form = await request.formData()
  const { intent, ...values } = readFormValues(form)
  const file = form.get('background_image')
  const entered = { ...values, ...(file instanceof Blob && { background_image: file }) }
  const { refused } = await submitForm(ctx, saveInvitationContent, entered, { registry_id: id })
  if (refused) return data({ values, refused }, { status: refused.status })
  const next = intent === 'continue' ? paths.sendInvitations(id) : paths.editRegistry(id, page)
  throw redirect(withLanguage(`${next}?done=save`, ctx.language))
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return hostPageMeta(m.invitation_title(), loaderData, params.id, page)
}

/** What the invitation says and how it looks (R701). */
export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { registry, content, confirmed, language } = loaderData
  return (
    <InvitationFrame id={registry.id} done={{ save: m.invitation_saved }}>
      <InvitationEditor
        key={registry.id}
        {...{ registry, content, confirmed, language }}
        answer={actionData}
      />
    </InvitationFrame>
  )
}
