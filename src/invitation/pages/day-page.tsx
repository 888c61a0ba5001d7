import { data, redirect } from 'react-router'
import { canonicalAddress, paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { HostPageFrame, hostPageMeta, loadHostedRegistry } from '../../registry/pages/host-page-frame.tsx'
import { CopyLinkField } from '../../registry/pages/share-link.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useIsSubmitting } from '../../ui/form/submission.ts'
import { readFormValues, submitForm } from '../../ui/form/submit-form.ts'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { Link } from '../../ui/page/link.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { maxMoreLength, renewInvitedLink, saveEventDetails, showEventDetails } from '../day.contract.ts'
import type { Route } from './+types/day-page'

const page = 'day'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const { details, token } = await ctx.call(showEventDetails, { registry: id })
  const { language, site } = ctx
  return { id, details, url: site.url + canonicalAddress(paths.invited(token), language), language, site }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const { intent, ...values } = readFormValues(await request.formData())
  const known = { registry_id: id }
  const { refused } =
    intent === 'renew'
      ? await submitForm(ctx, renewInvitedLink, {}, known)
      : await submitForm(ctx, saveEventDetails, values, known)
  if (refused) return data({ values, refused }, { status: refused.status })
  const done = intent === 'renew' ? 'renewed' : 'saved'
  throw redirect(withLanguage(`${paths.editRegistry(id, page)}?done=${done}`, ctx.language))
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return hostPageMeta(m.day_title(), loaderData, params.id, page)
}

/** What the invited are told of the day, and the link by which they see it (R721). */
export default function DayPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, url } = loaderData
  return (
    <HostPageFrame
      title={m.day_title()}
      lead={m.day_lead()}
      refused={actionData?.refused}
      done={{ renewed: m.day_link_renewed }}
    >
      <DetailsForm {...loaderData} answer={actionData} />
      <section aria-labelledby="invited-link" className="border-t border-line pt-8">
        <h2 id="invited-link" className="text-2xl">
          {m.day_link_title()}
        </h2>
        <p className="mt-2 text-soft">{m.day_link_lead()}</p>
        <div className="mt-5 flex flex-col gap-5">
          <CopyLinkField url={url} label={m.day_link_label()} quiet />
          <Form role="presentation" method="post" className="flex flex-col gap-3">
            <input type="hidden" name="intent" value="renew" />
            <p className="text-soft">{m.day_link_renew_help()}</p>
            <Button type="submit" kind="outline" className="self-start">
              {m.day_link_renew()}
            </Button>
          </Form>
          <p>
            <Link to={paths.registryCards(id)} variant="strong">
              {m.common_cards_to_print()}
            </Link>
          </p>
        </div>
      </section>
    </HostPageFrame>
  )
}

function DetailsForm({
  details,
  answer,
}: Pick<Route.ComponentProps['loaderData'], 'details'> & { answer: Route.ComponentProps['actionData'] }) {
  const isBusy = useIsSubmitting()
  const errors = answer?.refused.fields ?? {}
  const field = (name: keyof typeof details, label: string) => ({
    name,
    label,
    defaultValue: answer?.values[name] ?? details[name] ?? '',
    error: errors[name] ?? null,
  })
  return (
    <Form aria-label={m.day_title()} method="post" noValidate className="flex flex-col gap-6">
      <div className="grid gap-x-5 gap-y-6 sm:grid-cols-[9rem_1fr]">
        <TextField {...field('start_hour', m.day_start_hour())} type="time" />
        <TextField {...field('venue', m.day_venue())} help={m.day_venue_help()} />
        <TextField {...field('party_hour', m.day_party_hour())} type="time" />
        <TextField {...field('party_venue', m.day_party_venue())} />
      </div>
      <TextField {...field('dress', m.day_dress())} />
      <TextField {...field('transport', m.day_transport())} help={m.day_transport_help()} />
      <TextArea {...field('more', m.day_more())} maxCharacters={maxMoreLength} rows={3} />
      <Button type="submit" size="large" busy={isBusy} className="self-start">
        {m.common_save()}
      </Button>
    </Form>
  )
}
