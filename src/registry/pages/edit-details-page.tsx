import { data, Form, redirect, useNavigation } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { attempt, orErrorPage } from '../../ui/attempt.ts'
import { Button } from '../../ui/button.tsx'
import { useCheckedForm } from '../../ui/checked-form.ts'
import { pageVisit } from '../../ui/context.ts'
import { DateField } from '../../ui/date-field.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { greetingMax, messageMax } from '../contract.ts'
import { registryChange, registrySettings, updateRegistry } from '../settings-contract.ts'
import type { Route } from './+types/edit-details-page'
import { type Values, valuesOf } from './draft.ts'
import { EditSheet, editMeta } from './edit-sheet.tsx'
import { LabelledSummary } from './labelled-summary.tsx'
import { hostRegistry } from './own-registry.ts'
import { ShareBlock } from './share-block.tsx'
import { fieldWords } from './words.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const { id } = await hostRegistry(visit, request, params.id)
  const settings = await orErrorPage(visit.call(registrySettings, { id }))
  return { settings, language: visit.language, site: visit.site }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  const registry = await hostRegistry(visit, request, params.id)
  const values = valuesOf(await request.formData())
  const { refused } = await attempt(() => visit.call(updateRegistry, { ...values, id: registry.id } as never))
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
    <EditSheet title={m.registry_edit_title()} refused={actionData}>
      <Details
        key={settings.id}
        id={settings.id}
        values={
          actionData?.values ?? {
            registry_name: settings.registry_name,
            message: settings.message ?? '',
            greeting: settings.greeting ?? '',
            event_place: settings.event_place ?? '',
            registry_date: settings.registry_date ?? '',
            end_date: settings.end_date ?? '',
          }
        }
        refused={actionData?.fields}
      />
      <ShareBlock id={settings.id} />
    </EditSheet>
  )
}

function Details({
  id,
  values,
  refused,
}: {
  id: string
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
      <TextField
        label={m.registry_place_label()}
        optional
        help={m.registry_place_help()}
        {...field('event_place')}
      />
      <Button type="submit" size="large" busy={busy} className="self-start">
        {m.registry_edit_save()}
      </Button>
    </Form>
  )
}
