import { data, redirect } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { Checkbox } from '../../../ui/form/choice-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { readFormValues, submitForm } from '../../../ui/form/submit-form.ts'
import { pageContext } from '../../../ui/page/page-context.ts'
import { changeSearchable, showRegistrySettings, updateRegistry } from '../../settings.contract.ts'
import { changeSurprise } from '../../surprise.contract.ts'
import { HostPageFrame, hostPageMeta, loadHostedRegistry } from '../host-page-frame.tsx'
import { PrivacyChoice } from '../privacy-choice.tsx'
import { SurpriseForm } from '../surprise-form.tsx'
import type { Route } from './+types/edit-privacy-page'

const page = 'privacy-settings'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { id, secret, open } = await loadHostedRegistry(ctx, request, params.id)
  const { slug, slug_base, registry_status, searchable, search_engines } = await ctx.call(
    showRegistrySettings,
    { id },
  )
  const plainSlug = slug_base === null ? slug : null
  const known = { id, secret, open, plainSlug, registry_status, searchable, search_engines }
  return { ...known, language: ctx.language, site: ctx.site }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const values = readFormValues(await request.formData())
  if (values.intent === 'surprise') {
    const { refused } = await submitForm(
      ctx,
      changeSurprise,
      { reveal_day: values.reveal_day },
      { id, surprise: '1' },
    )
    if (refused) return data({ values, ...refused }, { status: refused.status })
    throw redirect(withLanguage(`${paths.registryGifts(id)}?done=surprise`, ctx.language))
  }
  const { registry_status, search_engines = '0', searchable = '0', keep_addresses = '0' } = values
  const change = { registry_status, search_engines, keep_addresses }
  const updated = await submitForm(ctx, updateRegistry, change, { id })
  const { refused } = updated.refused
    ? updated
    : await submitForm(ctx, changeSearchable, { searchable }, { id })
  if (refused) return data({ values, ...refused }, { status: refused.status })
  throw redirect(withLanguage(`${paths.editRegistry(id, page)}?done=saved`, ctx.language))
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return hostPageMeta(m.hosting_privacy_title(), loaderData, params.id, page)
}

/** Privacy (R208), whether the registry can be found (R210), and surprise mode (R221). */
export default function EditPrivacyPage({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useIsSubmitting()
  const { id, secret, open, plainSlug, registry_status, searchable, search_engines } = loaderData
  const isSurprise = actionData?.values.intent === 'surprise'
  const sent = isSurprise ? undefined : actionData?.values
  return (
    <HostPageFrame title={m.hosting_privacy_title()} lead={m.hosting_privacy_lead()} refused={actionData}>
      <Form aria-label={m.common_save()} key={id} method="post" className="flex flex-col gap-7">
        <PrivacyChoice
          chosen={sent?.registry_status ?? registry_status}
          searchEngines={sent ? sent.search_engines === 'on' : search_engines}
          error={null}
          whenHidden={
            plainSlug !== null && (
              <Checkbox
                label={m.hosting_slug_keep({ address: paths.registry(plainSlug) })}
                help={m.hosting_slug_keep_help()}
                name="keep_addresses"
                defaultChecked={sent?.keep_addresses === 'on'}
              />
            )
          }
        />
        <Checkbox
          label={m.hosting_searchable_label()}
          help={m.hosting_searchable_help()}
          name="searchable"
          defaultChecked={searchable}
        />
        <Button type="submit" size="large" busy={isBusy} className="self-start">
          {m.common_save()}
        </Button>
      </Form>
      {!secret && open && (
        <SurpriseForm
          id={id}
          fieldErrors={actionData?.fields}
          values={isSurprise ? actionData?.values : undefined}
        />
      )}
    </HostPageFrame>
  )
}
