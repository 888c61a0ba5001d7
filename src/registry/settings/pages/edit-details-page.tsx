import { data, Form, redirect, useNavigation } from 'react-router'
import { orNotFound } from '../../../base/app-error.ts'
import { stripEmptyStrings } from '../../../base/endpoint.ts'
import { parseNestedForm } from '../../../base/nested-form.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { Checkbox } from '../../../ui/form/choice-field.tsx'
import { DateField } from '../../../ui/form/date-field.tsx'
import { type FormValues, readFormValues, submitForm } from '../../../ui/form/submit-form.ts'
import { Select, TextArea, TextField } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { pageContext } from '../../../ui/page/page-context.ts'
import { showRegistryHosts } from '../../co-host/contract.ts'
import { ChangeHistory } from '../../history/pages/change-history.tsx'
import { PhotoForm } from '../../photo/pages/photo-form.tsx'
import { listEventTypes, maxGreetingLength, maxRegistryMessageLength } from '../../registry/contract.ts'
import { registryFieldMessages } from '../../registry/pages/error-messages.ts'
import { HostPageFrame, hostPageMeta } from '../../registry/pages/host-page-frame.tsx'
import { loadHostedRegistry } from '../../registry/pages/hosted-registry.ts'
import { RegistryFormSummary } from '../../registry/pages/registry-form-summary.tsx'
import { ShareLink } from '../../registry/pages/share-link.tsx'
import { type RegistrySettings, showRegistrySettings, updateRegistry } from '../contract.ts'
import type { Route } from './+types/edit-details-page'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const settings = await ctx.call(showRegistrySettings, { id })
  const types = await ctx.call(listEventTypes, { lang: ctx.language })
  const { changes } = await ctx.call(showRegistryHosts, { id })
  const type = orNotFound(types.find(({ slug }) => slug === settings.type))
  return { settings, types, type, changes, language: ctx.language, site: ctx.site }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const form = await request.formData()
  const values = readFormValues(form)
  const isPhoto = values.intent === 'picture'
  const change = isPhoto ? readPhotoChange(form) : { we_connect: '0', ...values }
  const { refused } = await submitForm(ctx, updateRegistry, change, { id: registry.id })
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
  return hostPageMeta(m.registry_edit_title(), loaderData, params.id)
}

/** The photo and the details of the event: the index of a registry's settings (R228). */
export default function EditDetailsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, type } = loaderData
  return (
    <HostPageFrame
      title={m.registry_edit_title()}
      refused={actionData}
      done={{ joined: m.hosting_join_done }}
    >
      <PhotoForm
        key={`${settings.id} ${settings.picture}`}
        photo={settings.picture}
        type={type}
        error={actionData?.values === null ? actionData.fields.picture : undefined}
      />
      <Details
        key={settings.id}
        id={settings.id}
        types={loaderData.types}
        values={actionData?.values ?? toFormValues(settings)}
        fieldErrors={actionData?.values ? actionData.fields : undefined}
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

function Details({
  id,
  types,
  values,
  fieldErrors,
}: {
  id: string
  types: { slug: string; name: string }[]
  values: FormValues
  fieldErrors: Record<string, string> | undefined
}) {
  const checked = useValidatedForm({
    endpoint: updateRegistry,
    messages: registryFieldMessages,
    fieldErrors,
  })
  const busy = useNavigation().state === 'submitting'
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '', error: checked.error(name) })
  return (
    <Form method="post" {...checked.props} className="flex flex-col gap-7">
      <RegistryFormSummary form={checked} />
      <input type="hidden" name="id" value={id} />
      <TextField
        label={m.registry_title_label()}
        help={m.registry_title_help()}
        {...field('registry_name')}
      />
      <TextField
        label={m.registry_message_label()}
        optional
        help={m.registry_message_help({ most: maxRegistryMessageLength })}
        {...field('message')}
      />
      <TextArea
        label={m.registry_greeting_label()}
        optional
        maxCharacters={maxGreetingLength}
        {...field('greeting')}
      />
      <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
        <DateField
          label={m.registry_date_label()}
          optional
          help={m.registry_edit_date_help()}
          {...field('registry_date')}
        />
        <DateField
          label={m.registry_closing_label()}
          optional
          help={m.registry_closing_help()}
          {...field('end_date')}
        />
      </div>
      <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
        <TextField
          label={m.registry_place_label()}
          optional
          help={m.registry_place_help()}
          {...field('event_place')}
        />
        <TextField
          label={m.registry_guests_label()}
          inputMode="numeric"
          help={m.registry_guests_help()}
          {...field('guest_count')}
        />
        <Select
          label={m.registry_type_label()}
          options={types.map(({ slug, name }) => ({ value: slug, label: name }))}
          {...field('type')}
        />
      </div>
      <fieldset className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
        <legend className="mb-4 font-serif text-2xl">{m.hosting_names_title()}</legend>
        <TextField label={m.registry_name_label()} {...field('name')} />
        <TextField label={m.registry_surname_label()} {...field('surname')} />
        <TextField label={m.registry_partner_name_label()} optional {...field('partner_name')} />
        <TextField label={m.registry_partner_surname_label()} optional {...field('partner_surname')} />
      </fieldset>
      <Checkbox
        label={m.registry_connect_label()}
        help={m.registry_connect_help()}
        name="we_connect"
        defaultChecked={values.we_connect === 'on'}
      />
      <Button type="submit" size="large" busy={busy} className="self-start">
        {m.registry_edit_save()}
      </Button>
    </Form>
  )
}
