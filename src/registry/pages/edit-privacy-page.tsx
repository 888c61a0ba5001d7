import { data, Form, redirect, useNavigation } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { attempt, orErrorPage } from '../../ui/attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice-field.tsx'
import { pageVisit } from '../../ui/context.ts'
import { changeSearchable, registrySettings, updateRegistry } from '../settings-contract.ts'
import type { Route } from './+types/edit-privacy-page'
import { valuesOf } from './draft.ts'
import { EditSheet, editMeta } from './edit-sheet.tsx'
import { hostRegistry } from './own-registry.ts'
import { PrivacyCards } from './privacy-cards.tsx'

const page = 'privacy-settings'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const { id } = await hostRegistry(visit, request, params.id)
  const { registry_status, searchable } = await orErrorPage(visit.call(registrySettings, { id }))
  return { id, registry_status, searchable, language: visit.language, site: visit.site }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  const { id } = await hostRegistry(visit, request, params.id)
  const values = valuesOf(await request.formData())
  const { refused } = await attempt(async () => {
    await visit.call(updateRegistry, { id, registry_status: values.registry_status as never })
    await visit.call(changeSearchable, { id, searchable: values.searchable ?? '0' })
  })
  if (refused) return data({ values, ...refused }, { status: refused.status })
  throw redirect(inLanguage(`${paths.editRegistry(id, page)}?done=saved`, visit.language))
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return editMeta(m.hosting_privacy_title(), loaderData, params.id, page)
}

/** Who may see the registry, and whether find shows it (product.md 5). */
export default function EditPrivacyPage({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === 'submitting'
  const { id, registry_status, searchable } = loaderData
  return (
    <EditSheet title={m.hosting_privacy_title()} lead={m.hosting_privacy_lead()} refused={actionData}>
      <Form key={id} method="post" className="flex flex-col gap-7">
        <PrivacyCards chosen={actionData?.values.registry_status ?? registry_status} error={null} />
        <Checkbox
          label={m.hosting_searchable_label()}
          help={m.hosting_searchable_help()}
          name="searchable"
          defaultChecked={searchable}
        />
        <Button type="submit" size="large" busy={busy} className="self-start">
          {m.registry_edit_save()}
        </Button>
      </Form>
    </EditSheet>
  )
}
