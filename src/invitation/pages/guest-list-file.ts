import { dayInAthens } from '../../base/dates.ts'
import { languageNames } from '../../base/language.ts'
import { shownPhone } from '../../base/phone.ts'
import { m } from '../../paraglide/messages.js'
import { hostRegistry } from '../../registry/pages/own-registry.ts'
import { orErrorPage } from '../../ui/attempt.ts'
import { pageVisit } from '../../ui/context.ts'
import { csvFile } from '../../ui/csv-file.ts'
import { listGuests } from '../guest-contract.ts'
import type { Route } from './+types/guest-list-file'

/** The guest list for a spreadsheet, its first columns as the import reads them. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const { id } = await hostRegistry(visit, request, params.id)
  const guests = await orErrorPage(visit.call(listGuests, { registry_id: id }))
  const headings = [
    m.guest_csv_name(),
    m.guest_csv_email(),
    m.guest_csv_phone(),
    m.guest_csv_language(),
    m.guest_csv_people(),
    m.guest_csv_notes(),
    m.guest_csv_reply(),
    m.guest_csv_coming(),
    m.guest_csv_word(),
  ]
  const replies = { coming: m.reply_coming(), not_coming: m.reply_not_coming() }
  const rows = guests.map(guest => [
    guest.name,
    guest.email,
    shownPhone(guest.phone ?? ''),
    languageNames[guest.language],
    guest.people,
    guest.notes,
    guest.reply && replies[guest.reply],
    guest.reply && guest.coming,
    guest.word,
  ])
  return csvFile(`guests-${id}-${dayInAthens(new Date())}`, [headings, ...rows], visit.language)
}
