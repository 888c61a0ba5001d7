import { data, Form, redirect, useNavigation } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { attempt, orErrorPage } from '../../ui/attempt.ts'
import { Button } from '../../ui/button.tsx'
import { useCheckedForm } from '../../ui/checked-form.ts'
import { pageVisit } from '../../ui/context.ts'
import { DateField } from '../../ui/date-field.tsx'
import { pageMeta } from '../../ui/meta.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { greetingMax, messageMax, myRegistries, registryChange, updateRegistry } from '../contract.ts'
import type { Route } from './+types/edit-registry-page'
import { useDone } from './done-toast.ts'
import { type Values, valuesOf } from './draft.ts'
import { EventHeader } from './event-header.tsx'
import { LabelledSummary } from './labelled-summary.tsx'
import { daysUntil, ownRegistry } from './own-registry.ts'
import { PrivacyCards } from './privacy-cards.tsx'
import { ShareBlock } from './share-block.tsx'
import { fieldWords, refusalWords } from './words.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const registry = await ownRegistry(visit, request, params.id)
  const { data: mine } = await orErrorPage(visit.call(myRegistries, {}))
  const others = mine.filter(other => other.id !== registry.id)
  return {
    registry,
    others: others.map(({ id, registry_name }) => ({ id, registry_name })),
    daysToGo: daysUntil(registry.registry_date),
    language: visit.language,
    site: visit.site,
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  const registry = await ownRegistry(visit, request, params.id)
  const values = valuesOf(await request.formData())
  const { refused } = await attempt(() => visit.call(updateRegistry, { ...values, id: registry.id } as never))
  if (refused) return data({ values, ...refused }, { status: refused.status })
  throw redirect(inLanguage(`${paths.editRegistry(registry.id)}?done=saved`, visit.language))
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  if (!loaderData) return []
  const { language, site } = loaderData
  return pageMeta({
    title: m.registry_edit_title(),
    path: paths.editRegistry(params.id),
    language,
    site,
    hidden: true,
  })
}

/** The event's details; its other settings follow. */
export default function EditRegistryPage({ loaderData, actionData }: Route.ComponentProps) {
  const { registry, others, daysToGo } = loaderData
  const done = useDone({ saved: m.registry_updated })
  const failed = actionData && Object.keys(actionData.fields).length === 0 ? actionData.code : null
  return (
    <Page title={m.registry_edit_title()}>
      <EventHeader registry={registry} daysToGo={daysToGo} others={others} />
      <div className="grid gap-12 lg:grid-cols-[1fr_22rem]">
        <div className="max-w-2xl">
          {done && (
            <div className="mb-6 js:hidden">
              <Notice tone="done" title={done} />
            </div>
          )}
          {failed && (
            <div className="mb-6">
              <Notice tone="alert" title={m.registry_update_failed()}>
                {refusalWords(failed)}
              </Notice>
            </div>
          )}
          <Details
            key={registry.id}
            id={registry.id}
            values={
              actionData?.values ?? {
                registry_name: registry.registry_name,
                message: registry.message ?? '',
                greeting: registry.greeting ?? '',
                event_place: registry.event_place ?? '',
                registry_date: registry.registry_date ?? '',
                end_date: registry.end_date ?? '',
                registry_status: registry.registry_status,
              }
            }
            refused={actionData?.fields}
          />
        </div>
        <aside>
          <ShareBlock id={registry.id} />
        </aside>
      </div>
    </Page>
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
      <PrivacyCards chosen={values.registry_status ?? 'public'} error={checked.error('registry_status')} />
      <Button type="submit" size="large" busy={busy} className="self-start">
        {m.registry_edit_save()}
      </Button>
    </Form>
  )
}
