import { useEffect, useState } from 'react'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { useAnsweredError } from '../../../ui/form/answered-error.ts'
import { Button } from '../../../ui/form/button.tsx'
import { Checkbox } from '../../../ui/form/choice-field.tsx'
import { controlClasses, Field, useFormDraftTick, useFormDraftValue } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { formAction } from '../../../ui/form/form-action.ts'
import { useFieldSentence } from '../../../ui/form/load-field-sentences.ts'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { Chip } from '../../../ui/list/list-parts.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { useSite } from '../../../ui/page/site-data.ts'
import { listEventTypes } from '../../event-type.contract.ts'
import { checkSlug, showRegistrySettings, updateRegistry } from '../../settings.contract.ts'
import { findSlugError, maxSlugLength, minSlugLength } from '../../slug.rules.ts'
import { HostPageFrame, hostPageMeta, loadHostedRegistry } from '../host-page-frame.tsx'
import type { Route } from './+types/edit-url-page'

const page = 'registry-url'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const { slug, slug_base, registry_status } = await ctx.call(showRegistrySettings, { id })
  const { offers } = await ctx.call(checkSlug, { id })
  const types = await ctx.call(listEventTypes, { lang: ctx.language })
  const chosenOffer = new URL(request.url).searchParams.get('slug')
  const eventTypes = types.map(type => type.slug)
  const isHidden = registry_status !== 'public'
  const known = { id, slug, slug_base, isHidden, chosenOffer, offers, eventTypes }
  return { ...known, language: ctx.language, site: ctx.site }
}

export const action = formAction(updateRegistry, {
  known: async (ctx, { request, params }: Route.ActionArgs) => ({
    id: (await loadHostedRegistry(ctx, request, params.id)).id,
  }),
  entered: ({ slug = '', plain_slug }) => ({ slug, plain_slug: plain_slug || '0' }),
  to: (_, { known }) => `${paths.editRegistry(known.id, page)}?done=saved`,
})

export function meta({ loaderData, params }: Route.MetaArgs) {
  return hostPageMeta(m.common_registry_address(), loaderData, params.id, page)
}

export default function EditUrlPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, slug, slug_base, isHidden, chosenOffer, offers, eventTypes } = loaderData
  const refused = actionData?.refused
  const here = paths.editRegistry(id, page)
  return (
    <HostPageFrame title={m.common_registry_address()} lead={m.hosting_url_lead()} refused={refused}>
      <SlugForm
        key={`${id} ${chosenOffer} ${slug}`}
        id={id}
        current={slug}
        base={slug_base}
        isHidden={isHidden}
        initial={actionData?.values.slug ?? chosenOffer ?? slug_base ?? slug ?? ''}
        startsPlain={actionData ? Boolean(actionData.values.plain_slug) : slug !== null && slug_base === null}
        refused={refused?.fields.slug ? refused : null}
        eventTypes={eventTypes}
      />
      {offers.length > 0 && (
        <div className="flex flex-col gap-2">
          <p className="font-semibold">{m.hosting_slug_offers()}</p>
          <ul className="flex flex-wrap gap-2">
            {offers.map(offer => (
              <li key={offer}>
                <Chip to={`${here}?slug=${offer}`} wraps>
                  {offer}
                </Chip>
              </li>
            ))}
          </ul>
        </div>
      )}
      {slug && (
        <Form role="presentation" method="post">
          <input type="hidden" name="slug" value="" />
          <p className="mb-3 text-soft">{m.hosting_slug_drop_help()}</p>
          <Button type="submit" kind="outline">
            {m.hosting_slug_drop()}
          </Button>
        </Form>
      )}
    </HostPageFrame>
  )
}

interface SlugFormProps {
  id: string
  current: string | null
  /** The part before the random ending (R1206); null without an ending. */
  base: string | null
  /** Whether the registry is not public, so that its address gets an ending. */
  isHidden: boolean
  initial: string
  startsPlain: boolean
  /** The answer to the last form, where it is about the address. */
  refused: Pick<PageError, 'fields'> | null
  eventTypes: string[]
}

function SlugForm(props: SlugFormProps) {
  const { id, current, base, isHidden, initial, startsPlain, refused, eventTypes } = props
  const draft = useFormDraftValue('slug')
  const plainDraft = useFormDraftTick('plain_slug')
  const [typed, setTyped] = useState(draft ?? initial)
  const [answered, setAnswered] = useAnsweredError('slug', refused)
  const [isPlain, setIsPlain] = useState(plainDraft ?? startsPlain)
  const slug = typed.trim().toLowerCase()
  const hasEnding = isHidden && !isPlain && slug !== ''
  // With a random ending the slug can't be taken, so it is not checked.
  const availability = useSlugAvailability(id, slug, hasEnding ? slug : current, eventTypes)
  const isBusy = useIsSubmitting()
  const site = useSite()
  const reason = useFieldSentence(availability.reason)
  const isSame = slug === current || slug === base
  const address = hasEnding ? (isSame && base !== null && current) || `${slug}-••••` : slug || id
  const url = `${site?.url ?? ''}${paths.registry(address)}`
  return (
    <Form aria-label={m.common_save()} method="post" className="flex flex-col gap-5">
      <Field
        label={m.hosting_slug_label()}
        name="slug"
        help={[m.hosting_slug_help({ most: maxSlugLength }), isHidden && m.hosting_slug_ending()]
          .filter(Boolean)
          .join(' ')}
        error={answered?.fields.slug ?? reason}
      >
        {control => (
          <input
            {...control}
            name="slug"
            value={typed}
            onChange={event => {
              setTyped(event.target.value)
              setAnswered(null)
            }}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            className={controlClasses}
          />
        )}
      </Field>
      <p className="text-soft wrap-anywhere">
        {url.slice(0, -address.length)}
        <wbr />
        {address}
      </p>
      {isHidden && (
        <Checkbox
          label={m.hosting_slug_plain()}
          help={m.hosting_slug_plain_help()}
          name="plain_slug"
          checked={isPlain}
          onChange={event => setIsPlain(event.target.checked)}
        />
      )}
      <p role="status" className="font-semibold text-olive empty:hidden">
        {availability.available ? m.hosting_slug_free() : ''}
      </p>
      <Button type="submit" size="large" busy={isBusy} className="self-start">
        {m.common_save()}
      </Button>
    </Form>
  )
}

const pauseMs = 300

/** Asks the server when the typing pauses whether the slug is available; not for the registry's current one. */
function useSlugAvailability(id: string, slug: string, current: string | null, eventTypes: string[]) {
  const [answer, setAnswer] = useState<{ slug: string; available: boolean; reason: string | null } | null>(
    null,
  )
  const error = slug === '' ? null : findSlugError(slug, eventTypes)
  const mustAsk = slug !== '' && slug !== current && error === null
  useEffect(() => {
    if (!mustAsk) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      fetch(`/api/registry/slug/check?${new URLSearchParams({ id, slug })}`, { signal: abort.signal })
        .then(response => response.json())
        .then(({ data: reply }) => {
          setAnswer({ slug, available: reply.available === 1, reason: reply.reason })
        })
        // If the check fails, saving the form checks the slug.
        .catch(() => {})
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [mustAsk, id, slug])
  const isUnfinished = slug.length < minSlugLength || slug.endsWith('-')
  if (error && !isUnfinished) return { available: false, reason: error }
  return mustAsk && answer?.slug === slug ? answer : { available: false, reason: null }
}
