import { data, redirect, useSearchParams } from 'react-router'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { HostPageFrame, hostPageMeta } from '../../../registry/registry/pages/host-page-frame.tsx'
import { loadHostedRegistry } from '../../../registry/registry/pages/hosted-registry.ts'
import { ButtonLink } from '../../../ui/form/button.tsx'
import { readFormValues, submitForm, translateKeys } from '../../../ui/form/submit-form.ts'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { TableFiles } from '../../../ui/page/table-files.tsx'
import { importGuests, isImportable, listGuests, removeGuest, saveGuest } from '../contract.ts'
import { parseGuestList } from '../import-rules.ts'
import { countGuestReplies } from '../rules.ts'
import type { Route } from './+types/guests-page'
import { GuestDialog } from './guest-dialog.tsx'
import { GuestImportDialog } from './guest-import-dialog.tsx'
import { GuestList, GuestTotals } from './guest-list.tsx'

const page = 'guests'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const guests = await ctx.call(listGuests, { registry_id: id })
  return { id, guests, language: ctx.language, site: ctx.site }
}

/** A list that is too long for a preview is refused as its import would be. */
const endpointsByIntent: Record<string, typeof saveGuest | typeof removeGuest | typeof importGuests> = {
  save: saveGuest,
  remove: removeGuest,
  import: importGuests,
  preview: importGuests,
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const form = await request.formData()
  const { intent, ...values } = readFormValues(form)
  const list = intent === 'preview' || intent === 'import' ? await readListText(form) : ''
  if (intent === 'preview' && isImportable(list)) {
    const lines = await parseGuestList(list)
    const preview = lines.map(line => ({ ...line, errors: translateKeys(ctx, line.errors) }))
    return { intent, values: { list }, preview, refused: undefined }
  }
  const endpoint = endpointsByIntent[intent ?? ''] ?? saveGuest
  const input = endpoint === importGuests ? { list } : values
  const { refused } = await submitForm(ctx, endpoint, input, { registry_id: id })
  if (refused)
    return data({ intent, values: { ...values, list }, preview: null, refused }, { status: refused.status })
  throw redirect(withLanguage(`${paths.editRegistry(id, page)}?done=${intent}`, ctx.language))
}

/** The pasted list, or the text of the file: UTF-8, else the Greek code page of older spreadsheets. */
async function readListText(form: FormData): Promise<string> {
  const file = form.get('file')
  if (!(file instanceof Blob) || file.size === 0) return String(form.get('list') ?? '')
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1253').decode(bytes)
  }
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
  const done = { save: m.guest_saved, remove: m.guest_removed, import: m.guest_imported }
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
          <GuestTotals totals={countGuestReplies(guests)} />
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
