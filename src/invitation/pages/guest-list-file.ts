import { dayInAthens } from '../../base/dates.ts'
import { languageDetails } from '../../base/language.ts'
import { formatPhone } from '../../base/text.ts'
import { m } from '../../paraglide/messages.js'
import { loadHostedRegistry } from '../../registry/pages/host-page-frame.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { tableResponse } from '../../ui/page/table-response.ts'
import { listGuests } from '../guests.contract.ts'
import type { Route } from './+types/guest-list-file'

/** The guest list as a file for spreadsheets (R708 R717); the import reads the first columns of a CSV. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const guests = await ctx.call(listGuests, { registry_id: id })
  const head = [
    m.common_name(),
    m.common_email(),
    m.common_phone(),
    m.common_language(),
    m.common_people(),
    m.common_notes(),
    m.common_reply(),
    m.guest_csv_coming(),
    m.common_message(),
  ]
  const replyLabels = { coming: m.reply_coming(), not_coming: m.reply_not_coming() }
  const rows = guests.map(guest => [
    guest.name,
    guest.email,
    guest.phone && { formatted: formatPhone(guest.phone) },
    languageDetails[guest.language].label,
    guest.people,
    guest.notes,
    guest.reply && replyLabels[guest.reply],
    guest.reply && guest.coming,
    guest.word,
  ])
  const file = `guests-${id}-${dayInAthens(new Date())}`
  return tableResponse(new URL(request.url), file, { name: m.common_guests(), head, rows }, ctx.language)
}
