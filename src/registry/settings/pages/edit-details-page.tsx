import { useRef } from 'react'
import { data, redirect } from 'react-router'
import { isProofMissing, proveByForm } from '../../../account/proof/pages/proof-form.ts'
import { getAccount } from '../../../account/settings/contract.ts'
import { orNotFound } from '../../../base/app-error.ts'
import { stripEmptyStrings } from '../../../base/endpoint.ts'
import { parseNestedForm } from '../../../base/nested-form.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { type FormValues, readFormValues, submitForm } from '../../../ui/form/submit-form.ts'
import { pageContext } from '../../../ui/page/page-context.ts'
import { tryCall } from '../../../ui/page/page-errors.ts'
import { showRegistryHosts } from '../../co-host/contract.ts'
import { ChangeHistory } from '../../history/pages/change-history.tsx'
import { addTimes } from '../../history/pages/change-times.ts'
import { type ChosenPhoto, PhotoForm } from '../../photo/pages/photo-form.tsx'
import { listEventTypes } from '../../registry/event-type-contract.ts'
import { HostPageFrame, hostPageMeta } from '../../registry/pages/host-page-frame.tsx'
import { loadHostedRegistry } from '../../registry/pages/hosted-registry.ts'
import { ShareLink } from '../../registry/pages/share-link.tsx'
import { type RegistrySettings, showRegistrySettings, updateRegistry } from '../contract.ts'
import type { Route } from './+types/edit-details-page'
import { DetailsForm } from './details-form.tsx'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const settings = await ctx.call(showRegistrySettings, { id })
  const types = await ctx.call(listEventTypes, { lang: ctx.language, with: settings.type })
  const { confirmed } = await ctx.call(getAccount, {})
  const hosts = await ctx.call(showRegistryHosts, { id })
  const changes = addTimes(hosts.changes, ctx.language)
  const type = orNotFound(types.find(({ slug }) => slug === settings.type))
  const host_kind = type.host_kind ?? 'hosts'
  return { settings, types, type, host_kind, confirmed, changes, language: ctx.language, site: ctx.site }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const form = await request.formData()
  const { proof: _, proof_code: __, ...values } = readFormValues(form)
  const isPhoto = values.intent === 'picture'
  const details = { we_connect: '0', ...values }
  const withPhoto = form.has('picture') ? { ...details, ...readPhotoChange(form) } : details
  const change = isPhoto ? readPhotoChange(form) : withPhoto
  const { refused: unproved } = await tryCall(() => proveByForm(form, ctx))
  const refused = unproved ?? (await submitForm(ctx, updateRegistry, change, { id: registry.id })).refused
  if (refused && isPhoto) return data({ values: null, ...refused }, { status: refused.status })
  if (refused) return data({ values, ...refused }, { status: refused.status })
  throw redirect(withLanguage(`${paths.editRegistry(registry.id)}?done=saved`, ctx.language))
}

/** The change that the photo's form asks for: the file and its square, or the removal. */
function readPhotoChange(form: FormData): Record<string, unknown> {
  if (form.get('remove_picture')) return { remove_picture: '1' }
  const { picture, crop } = stripEmptyStrings(parseNestedForm(form)) as Record<string, unknown>
  // Without a chosen file the form sends an empty one, which is refused beside its field.
  return { picture: picture ?? new Blob(), crop }
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return hostPageMeta(m.common_event_details(), loaderData, params.id)
}

/** The photo and the details of the event: the index of a registry's settings (R228). */
export default function EditDetailsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, type } = loaderData
  const photo = useRef<ChosenPhoto>({ file: null, crop: null })
  return (
    <HostPageFrame
      title={m.common_event_details()}
      refused={isProofMissing(actionData) ? null : actionData}
      done={{ joined: () => m.hosting_join_done({ hosts: loaderData.host_kind }) }}
    >
      <PhotoForm
        key={`${settings.id} ${settings.picture}`}
        photo={settings.picture}
        type={type}
        confirmed={loaderData.confirmed}
        error={actionData?.fields.picture}
        chosen={photo}
      />
      <DetailsForm
        key={settings.id}
        id={settings.id}
        types={loaderData.types}
        values={actionData?.values ?? toFormValues(settings)}
        refused={actionData?.values ? actionData : undefined}
        photo={photo}
      />
      <ShareLink id={settings.id} />
      <ChangeHistory changes={loaderData.changes} />
    </HostPageFrame>
  )
}

/** The settings as form values. */
function toFormValues(settings: RegistrySettings): FormValues {
  return {
    type: settings.type,
    name: settings.name,
    surname: settings.surname,
    partner_name: settings.partner_name ?? '',
    partner_surname: settings.partner_surname ?? '',
    registry_name: settings.registry_name,
    message: settings.message ?? '',
    greeting: settings.greeting ?? '',
    event_place: settings.event_place ?? '',
    registry_date: settings.registry_date ?? '',
    end_date: settings.end_date ?? '',
    guest_count: String(settings.guest_count),
    we_connect: settings.we_connect ? 'on' : '',
  }
}
