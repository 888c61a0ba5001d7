import { data, redirect, useSearchParams } from 'react-router'
import { inLanguage, paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { valuesOf } from '../../registry/pages/draft.ts'
import { EditSheet, editMeta } from '../../registry/pages/edit-sheet.tsx'
import { hostRegistry } from '../../registry/pages/own-registry.ts'
import { attempt, orErrorPage } from '../../ui/attempt.ts'
import { ButtonLink, buttonLook } from '../../ui/button.tsx'
import { pageVisit } from '../../ui/context.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useAddress } from '../../ui/link.tsx'
import { importGuests, listGuests, removeGuest, saveGuest } from '../guest-contract.ts'
import { totalsOf } from '../guest-rules.ts'
import { readGuests } from '../import-rules.ts'
import type { Route } from './+types/guests-page'
import { GuestDialog } from './guest-dialog.tsx'
import { GuestTable, Totals } from './guest-table.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { listText } from './list-text.ts'

const page = 'guests'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const { id } = await hostRegistry(visit, request, params.id)
  const guests = await orErrorPage(visit.call(listGuests, { registry_id: id }))
  return { id, guests, language: visit.language, site: visit.site }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  const { id } = await hostRegistry(visit, request, params.id)
  const form = await request.formData()
  const { intent, ...values } = valuesOf(form)
  const list = intent === 'preview' || intent === 'import' ? await listText(form) : ''
  if (intent === 'preview') return { intent, values: { list }, preview: readGuests(list), refused: undefined }
  const call = { save: saveGuest, remove: removeGuest, import: importGuests }[intent ?? ''] ?? saveGuest
  const sent = intent === 'import' ? { list } : values
  const { refused } = await attempt(() => visit.call(call, { ...sent, registry_id: id } as never))
  if (refused)
    return data({ intent, values: { ...values, list }, preview: null, refused }, { status: refused.status })
  throw redirect(inLanguage(`${paths.editRegistry(id, page)}?done=${intent}`, visit.language))
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return editMeta(m.guests_title(), loaderData, params.id, page)
}

/** Who is asked, who comes; guests one by one or as a list, and the list for a spreadsheet. */
export default function GuestsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, guests, site, language } = loaderData
  const [query] = useSearchParams()
  const back = paths.editRegistry(id, page)
  const file = useAddress(paths.guestList(id))
  const open = query.get('guest')
  const guest = guests.find(one => String(one.id) === open)
  const done = { save: m.guest_saved, remove: m.guest_removed, import: m.guest_imported }
  return (
    <EditSheet title={m.guests_title()} lead={m.guests_lead()} done={done} wide>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`${back}?guest=new`} preventScrollReset>
          {m.guest_add()}
        </ButtonLink>
        <ButtonLink to={`${back}?guest=import`} kind="outline" preventScrollReset>
          {m.guest_import()}
        </ButtonLink>
        {guests.length > 0 && (
          <a href={file} className={buttonLook({ kind: 'outline' })}>
            {m.guest_export()}
          </a>
        )}
      </div>
      {guests.length === 0 ? (
        <EmptyState picture="people" tone="sky" title={m.guests_empty()}>
          {m.guests_empty_text()}
        </EmptyState>
      ) : (
        <>
          <Totals totals={totalsOf(guests)} />
          <GuestTable guests={guests} back={back} />
        </>
      )}
      {(open === 'new' || guest) && (
        <GuestDialog
          key={open}
          guest={guest}
          back={back}
          answer={actionData?.refused && actionData}
          replyUrl={guest && site.url + inLanguage(paths.reply(guest.token), guest.language)}
          language={language}
        />
      )}
      {open === 'import' && <ImportDialog back={back} answer={actionData} />}
    </EditSheet>
  )
}
