import { data, redirect, useSearchParams } from 'react-router'
import { parseNestedForm } from '../../base/nested-form.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { formatPhone } from '../../base/text.ts'
import { m } from '../../paraglide/messages.js'
import { HostPageFrame, hostPageMeta, loadHostedRegistry } from '../../registry/pages/host-page-frame.tsx'
import { ButtonLink } from '../../ui/form/button.tsx'
import { readFormValues, submitForm, translateKeys } from '../../ui/form/submit-form.ts'
import { EmptyState } from '../../ui/list/list-parts.tsx'
import { Link } from '../../ui/page/link.tsx'
import { type PageContext, pageContext } from '../../ui/page/page-context.ts'
import { TableFiles } from '../../ui/page/table-files.tsx'
import {
  type GuestView,
  importGuests,
  listGuests,
  previewGuestImport,
  removeGuest,
  saveGuest,
} from '../guests.contract.ts'
import { countGuestReplies } from '../guests.rules.ts'
import type { Route } from './+types/guests-page'
import { GuestDialog } from './guest-dialog.tsx'
import { GuestImportDialog } from './guest-import-dialog.tsx'

const page = 'guests'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const guests = await ctx.call(listGuests, { registry_id: id })
  return { id, guests, language: ctx.language, site: ctx.site }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const form = await request.formData()
  const { intent = '', ...values } = readFormValues(form)
  if (intent === 'preview' || intent === 'import') return importList(ctx, form, id)
  const endpoint = intent === 'remove' ? removeGuest : saveGuest
  const { refused } = await submitForm(ctx, endpoint, values, { registry_id: id })
  if (refused) return data({ intent, values, preview: null, refused }, { status: refused.status })
  const done = endpoint === saveGuest && !values.id ? 'added' : intent
  throw redirect(withLanguage(`${paths.editRegistry(id, page)}?done=${done}`, ctx.language))
}

/** Shows what was read of a list, or adds it; a file is always shown first. */
async function importList(ctx: PageContext, form: FormData, id: string) {
  const { file, columns } = parseNestedForm(form)
  const list = String(form.get('list') ?? '')
  const values = { list }
  const known = { registry_id: id }
  const hasFile = file instanceof Blob && file.size > 0
  const intent = hasFile ? 'preview' : String(form.get('intent'))
  if (intent === 'import') {
    const namesakes = form.getAll('namesakes')
    const { refused } = await submitForm(ctx, importGuests, { list, columns, namesakes }, known)
    if (refused) return data({ intent, values, preview: null, refused }, { status: refused.status })
    throw redirect(withLanguage(`${paths.editRegistry(id, page)}?done=${intent}`, ctx.language))
  }
  const entered = hasFile ? { file } : { list, columns }
  const { done, refused } = await submitForm(ctx, previewGuestImport, entered, known)
  if (refused) return data({ intent, values, preview: null, refused }, { status: refused.status })
  const lines = done.lines.map(line => ({ ...line, errors: translateKeys(ctx, line.errors) }))
  return { intent, values: { list: done.list }, preview: { ...done, lines }, refused: undefined }
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return hostPageMeta(m.common_guests(), loaderData, params.id, page)
}

/** The guest list (R708): who is invited and who comes; adding, importing and exporting guests. */
export default function GuestsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, guests, site, language } = loaderData
  const [query] = useSearchParams()
  const back = paths.editRegistry(id, page)
  const openDialog = query.get('guest')
  const guest = guests.find(({ id }) => String(id) === openDialog)
  const done = {
    added: m.guest_added,
    save: m.guest_saved,
    remove: m.guest_removed,
    import: m.guest_imported,
  }
  return (
    <HostPageFrame title={m.common_guests()} lead={m.guests_lead()} done={done} wide>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`${back}?guest=new`} preventScrollReset>
          {m.guest_add()}
        </ButtonLink>
        <ButtonLink to={`${back}?guest=import`} kind="outline" preventScrollReset>
          {m.guest_import()}
        </ButtonLink>
        {guests.length > 0 && <TableFiles address={paths.guestList(id)} />}
      </div>
      {guests.length === 0 ? (
        <EmptyState picture="people" tone="sky" title={m.guests_empty()}>
          {m.guests_empty_text()}
        </EmptyState>
      ) : (
        <>
          <GuestTotals guests={guests} />
          <GuestList guests={guests} back={back} />
        </>
      )}
      {(openDialog === 'new' || guest) && (
        <GuestDialog
          key={openDialog}
          guest={guest}
          back={back}
          answer={actionData?.refused && actionData}
          replyUrl={guest && site.url + withLanguage(paths.reply(guest.token), guest.language)}
          language={language}
        />
      )}
      {openDialog === 'import' && <GuestImportDialog back={back} answer={actionData} />}
    </HostPageFrame>
  )
}

/** How many people are on the list, come, don't come, and have not answered. */
function GuestTotals({ guests }: { guests: GuestView[] }) {
  const totals = countGuestReplies(guests)
  const counts = [
    { value: totals.total, label: m.guests_total() },
    { value: totals.coming, label: m.guests_coming() },
    { value: totals.notComing, label: m.guests_not_coming() },
    { value: totals.unanswered, label: m.guests_unanswered() },
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 border-y border-line py-5 sm:grid-cols-4">
      {counts.map(({ value, label }) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-sm text-soft">{label}</dt>
          <dd className="font-serif text-2xl tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function GuestList({ guests, back }: { guests: GuestView[]; back: string }) {
  return (
    <ul className="divide-y divide-line">
      {guests.map(guest => (
        <li key={guest.id} className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[1fr_auto] sm:items-center">
          <div className="min-w-0">
            <p className="font-semibold">
              <Link to={`${back}?guest=${guest.id}`} preventScrollReset variant="text">
                {guest.name || guest.email}
              </Link>
              {guest.people > 1 && (
                <span className="font-normal text-soft">
                  &nbsp;· {m.guest_people_count({ count: guest.people })}
                </span>
              )}
            </p>
            <p className="text-sm text-soft">
              {[guest.name && guest.email, formatPhone(guest.phone ?? '')].filter(Boolean).join('\u00a0· ')}
            </p>
            {guest.notes && <p className="text-sm text-soft">{guest.notes}</p>}
            {guest.word && <p className="mt-1 font-serif text-lg whitespace-pre-line">{guest.word}</p>}
          </div>
          <ReplyStatus guest={guest} />
        </li>
      ))}
    </ul>
  )
}

function ReplyStatus({ guest }: { guest: GuestView }) {
  if (guest.reply === 'coming')
    return <p className="text-sm font-semibold text-olive">{m.guest_coming({ count: guest.coming })}</p>
  if (guest.reply === 'not_coming')
    return <p className="text-sm font-semibold text-pomegranate">{m.guest_not_coming()}</p>
  return (
    <p className="text-sm text-soft">{guest.invited ? m.guest_reply_pending() : m.guest_not_invited()}</p>
  )
}
