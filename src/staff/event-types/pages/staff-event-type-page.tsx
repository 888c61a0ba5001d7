import { data, Form } from 'react-router'
import { orNotFound } from '../../../base/app-error.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { readFormValues } from '../../../ui/form/submit-form.ts'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import { type ConsoleAnswer, callConsole, goOnTo, tryConsole } from '../../frame/pages/console-call.ts'
import { StaffPage } from '../../frame/pages/staff-frame.tsx'
import { staffMeta } from '../../session/pages/staff-page.ts'
import type { Route } from './+types/staff-event-type-page'
import { EventTypeFields } from './event-type-fields.tsx'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_types_title(), matches)

export async function loader(args: Route.LoaderArgs) {
  const types = await callConsole(args, 'eventTypes', {})
  const { slug } = args.params
  if (slug === 'new') return { type: null, nextPosition: (types.at(-1)?.position ?? 0) + 1 }
  return { type: orNotFound(types.find(type => type.slug === slug)), nextPosition: 0 }
}

export async function action(args: Route.ActionArgs) {
  const { request, params } = args
  const values = readFormValues(await request.formData())
  const input = params.slug === 'new' ? values : { ...values, slug: params.slug }
  const { refused } = await tryConsole(args, 'saveEventType', input as never)
  if (refused) return data({ refused, values }, { status: refused.status })
  throw goOnTo(args, paths.staffEventTypes, m.staff_type_saved())
}

export default function StaffEventTypePage({ loaderData, actionData }: Route.ComponentProps) {
  const { type, nextPosition } = loaderData
  const refused = actionData?.refused
  const isBusy = useIsSubmitting()
  const language = useLanguage()
  const values =
    actionData?.values ?? (type ? valuesOf(type) : { ...emptyType, position: String(nextPosition) })
  return (
    <StaffPage
      title={type?.[language].name ?? m.staff_type_add()}
      lead={m.staff_type_lead()}
      back={{ to: paths.staffEventTypes, label: m.staff_types_title() }}
    >
      <Form
        method="post"
        aria-label={m.staff_type_save()}
        className="flex max-w-3xl flex-col gap-4"
        noValidate
      >
        {refused?.code === 'staff_changed' && (
          <Notice tone="alert" title={m.staff_changed()}>
            {m.staff_changed_do()}
          </Notice>
        )}
        {type && <input type="hidden" name="version" value={values.version ?? type.version} />}
        <EventTypeFields values={values} errors={refused?.fields ?? {}} isNew={type === null} />
        <Button type="submit" busy={isBusy} className="self-start">
          {m.staff_type_save()}
        </Button>
      </Form>
    </StaffPage>
  )
}

const emptyType: Record<string, string> = {
  tone: 'sand',
  illustration: 'sparkles',
  host_kind: 'hosts',
  is_active: 'on',
}

/** What the form shows of a type. */
function valuesOf(type: ConsoleAnswer<'eventTypes'>[number]): Record<string, string> {
  const { slug, position, illustration, tone, host_kind, is_active, en, el, version } = type
  const both = Object.entries({ en, el }).flatMap(([language, texts]) =>
    Object.entries(texts).map(([name, text]) => [`${name}_${language}`, text]),
  )
  return {
    ...{ slug, position: String(position), illustration, tone, host_kind, version },
    ...(is_active && { is_active: 'on' }),
    ...Object.fromEntries(both),
  }
}
