import { formatDay, formatMoment } from '../../../base/dates.ts'
import { formatCode } from '../../../base/fields.ts'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Link } from '../../../ui/page/link.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'

/** Leads to a registry's page of the console, or to a part of it; nothing for none. */
export function RegistryLink({ code, part }: { code: string | null; part?: string }) {
  if (code === null) return null
  const path = paths.staffRegistry(code)
  return (
    <Link to={part ? `${path}/${part}` : path} variant="text" className="font-semibold whitespace-nowrap">
      {formatCode(code)}
    </Link>
  )
}

/** A day, or that it is undecided. */
export function ShortDay({ day }: { day: string | null }) {
  const language = useLanguage()
  return day === null ? m.ui_date_undecided() : formatDay(day, language)
}

/** Day and time in Athens; nothing for null. */
export function Moment({ at }: { at: string | null }) {
  const language = useLanguage()
  return at === null ? null : <time dateTime={at}>{formatMoment(new Date(at), language)}</time>
}
