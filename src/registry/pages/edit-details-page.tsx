import { data, Form, redirect, useNavigation } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { attempt, orErrorPage } from '../../ui/attempt.ts'
import { Button } from '../../ui/button.tsx'
import { useCheckedForm } from '../../ui/checked-form.ts'
import { Checkbox } from '../../ui/choice-field.tsx'
import { pageVisit } from '../../ui/context.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Select, TextArea, TextField } from '../../ui/text-field.tsx'
import { registryHosts } from '../co-host-contract.ts'
import { greetingMax, messageMax, registryTypes } from '../contract.ts'
import {
  type RegistrySettings,
  registryChange,
  registrySettings,
  updateRegistry,
} from '../settings-contract.ts'
import type { Route } from './+types/edit-details-page'
import { ChangeHistory } from './change-history.tsx'
import { type Values, valuesOf } from './draft.ts'
import { EditSheet, editMeta } from './edit-sheet.tsx'
import { LabelledSummary } from './labelled-summary.tsx'
import { hostRegistry } from './own-registry.ts'
import { pictureChange } from './picture-change.ts'
import { PictureForm } from './picture-form.tsx'
import { ShareBlock } from './share-block.tsx'
import { fieldWords } from './words.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const { id } = await hostRegistry(visit, request, params.id)
  const settings = await orErrorPage(visit.call(registrySettings, { id }))
  const types = await orErrorPage(visit.call(registryTypes, { lang: visit.language }))
  const { changes } = await orErrorPage(visit.call(registryHosts, { id }))
  return { settings, types, changes, language: visit.language, site: visit.site }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  const registry = await hostRegistry(visit, request, params.id)
  const form = await request.formData()
  const values = valuesOf(form)
  const isPicture = values.intent === 'picture'
  const change = isPicture ? pictureChange(form) : { we_connect: '0', ...values }
  const { refused } = await attempt(() => visit.call(updateRegistry, { ...change, id: registry.id } as never))
  if (refused && isPicture) return data({ values: null, ...refused }, { status: refused.status })
  if (refused) return data({ values, ...refused }, { status: refused.status })
  throw redirect(inLanguage(`${paths.editRegistry(registry.id)}?done=saved`, visit.language))
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return editMeta(m.registry_edit_title(), loaderData, params.id)
}

/** The event's details: the index of a registry's settings. */
export default function EditDetailsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { settings } = loaderData
  return (
    <EditSheet title={m.registry_edit_title()} refused={actionData} done={{ joined: m.hosting_join_done }}>
      <PictureForm
        key={`${settings.id} ${settings.picture}`}
        picture={settings.picture}
        type={settings.type}
        refused={actionData?.values === null ? actionData.fields.picture : undefined}
      />
      <Details
        key={settings.id}
        id={settings.id}
        types={loaderData.types}
        values={actionData?.values ?? textsOf(settings)}
        refused={actionData?.values ? actionData.fields : undefined}
      />
      <ShareBlock id={settings.id} />
      <ChangeHistory changes={loaderData.changes} />
    </EditSheet>
  )
}

/** The settings as a form holds them. */
function textsOf(settings: RegistrySettings): Values {
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
  refused,
}: {
  id: string
  types: { slug: string; name: string }[]
  values: Values
  refused: Record<string, string> | undefined
}) {
  const checked = useCheckedForm({ schema: registryChange, words: fieldWords, refused })
  const busy = useNavigation().state === 'submitting'
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '', error: checked.error(name) })
  return (
    <Form method="post" {...checked.props} className="flex flex-col gap-7">
      <LabelledSummary checked={checked} />
      <input type="hidden" name="id" value={id} />
      <TextField
        label={m.registry_title_label()}
        help={m.registry_title_help()}
        {...field('registry_name')}
      />
      <TextField
        label={m.registry_message_label()}
        optional
        help={m.registry_message_help({ most: messageMax })}
        {...field('message')}
      />
      <TextArea label={m.registry_greeting_label()} optional most={greetingMax} {...field('greeting')} />
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
          choices={types.map(({ slug, name }) => ({ value: slug, label: name }))}
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
