import { useEffect, useState } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { controlClasses, Field } from '../../../ui/form/field.tsx'
import { Chip } from '../../../ui/list/chip.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { orErrorPage, tryCall } from '../../../ui/page/page-errors.ts'
import { useSite } from '../../../ui/page/site-data.ts'
import { registryFieldMessages } from '../../registry/pages/error-messages.ts'
import { HostPageFrame, hostPageMeta } from '../../registry/pages/host-page-frame.tsx'
import { loadHostedRegistry } from '../../registry/pages/hosted-registry.ts'
import { readFormValues } from '../../registry/pages/registry-draft.ts'
import { checkSlug, showRegistrySettings, updateRegistry } from '../contract.ts'
import { findSlugError, maxSlugLength, minSlugLength } from '../slug-rules.ts'
import type { Route } from './+types/edit-url-page'

const page = 'registry-url'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const { slug } = await orErrorPage(ctx.call(showRegistrySettings, { id }))
  const { offers } = await orErrorPage(ctx.call(checkSlug, { id }))
  const offered = new URL(request.url).searchParams.get('slug')
  return { id, slug, offered, offers, language: ctx.language, site: ctx.site }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const { slug = '' } = readFormValues(await request.formData())
  const { refused } = await tryCall(() => ctx.call(updateRegistry, { id, slug }))
  if (refused) return data({ slug, ...refused }, { status: refused.status })
  throw redirect(withLanguage(`${paths.editRegistry(id, page)}?done=saved`, ctx.language))
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return hostPageMeta(m.hosting_url_title(), loaderData, params.id, page)
}

/** The registry's address in the host's words (product.md 4). */
export default function EditUrlPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, slug, offered, offers } = loaderData
  const here = paths.editRegistry(id, page)
  return (
    <HostPageFrame title={m.hosting_url_title()} lead={m.hosting_url_lead()} refused={actionData}>
      <SlugForm
        key={`${id} ${offered} ${slug}`}
        id={id}
        current={slug}
        first={actionData?.slug ?? offered ?? slug ?? ''}
        refused={actionData?.fields.slug}
      />
      {offers.length > 0 && (
        <div className="flex flex-col gap-2">
          <p className="font-semibold">{m.hosting_slug_offers()}</p>
          <ul className="flex flex-wrap gap-2">
            {offers.map(offer => (
              <li key={offer}>
                <Chip to={`${here}?slug=${offer}`}>{offer}</Chip>
              </li>
            ))}
          </ul>
        </div>
      )}
      {slug && (
        <Form method="post">
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
  first: string
  refused: string | undefined
}

function SlugForm({ id, current, first, refused }: SlugFormProps) {
  const [typed, setTyped] = useState(first)
  const [saidNo, setSaidNo] = useState(refused)
  const slug = typed.trim().toLowerCase()
  const known = useAvailability(id, slug, current)
  const busy = useNavigation().state === 'submitting'
  const site = useSite()
  const reason = saidNo ?? known.reason
  const whole = `${site?.url ?? ''}${paths.registry(slug || id)}`
  return (
    <Form method="post" className="flex flex-col gap-5">
      <Field
        label={m.hosting_slug_label()}
        name="slug"
        help={m.hosting_slug_help({ most: maxSlugLength })}
        error={reason ? (registryFieldMessages[reason]?.() ?? reason) : null}
      >
        {control => (
          <input
            {...control}
            name="slug"
            value={typed}
            onChange={event => {
              setTyped(event.target.value)
              setSaidNo(undefined)
            }}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            className={controlClasses}
          />
        )}
      </Field>
      <p className="text-soft [overflow-wrap:anywhere]">{whole}</p>
      <p role="status" className="font-semibold text-olive empty:hidden">
        {known.available ? m.hosting_slug_free() : ''}
      </p>
      <Button type="submit" size="large" busy={busy} className="self-start">
        {m.registry_edit_save()}
      </Button>
    </Form>
  )
}

const pauseMs = 300

/** Whether the address typed is to be had, asked when the typing pauses; what stands already is not asked about. */
function useAvailability(id: string, slug: string, current: string | null) {
  const [answer, setAnswer] = useState<{ slug: string; available: boolean; reason: string | null } | null>(
    null,
  )
  const wrong = slug === '' ? null : findSlugError(slug)
  const asks = slug !== '' && slug !== current && wrong === null
  useEffect(() => {
    if (!asks) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      fetch(`/api/registry/slug/check?${new URLSearchParams({ id, slug })}`, { signal: stop.signal })
        .then(response => response.json())
        .then(({ data: said }) => {
          setAnswer({ slug, available: said.available === 1, reason: said.reason })
        })
        // Unreachable: saving will tell.
        .catch(() => {})
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asks, id, slug])
  const isUnfinished = slug.length < minSlugLength || slug.endsWith('-')
  if (wrong && !isUnfinished) return { available: false, reason: wrong }
  return asks && answer?.slug === slug ? answer : { available: false, reason: null }
}
