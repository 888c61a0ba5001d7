import { type Day, formatDay } from '../../base/dates.ts'
import { type Cents, formatEuro } from '../../base/money.ts'
import { m } from '../../paraglide/messages.js'
import { useLanguage } from '../page/site-data.ts'
import { classNames } from '../style/class-names.ts'

/** An amount in the page's language (R818). */
export function Money({ cents, className }: { cents: Cents; className?: string }) {
  return (
    <span className={classNames('whitespace-nowrap tabular-nums', className)}>
      {formatEuro(cents, useLanguage())}
    </span>
  )
}

/** A day in the page's language; for null, that it is not decided yet (R212). */
export function DayText({ day, weekday = false }: { day: Day | null; weekday?: boolean }) {
  const language = useLanguage()
  return day === null ? (
    m.ui_date_undecided()
  ) : (
    <time dateTime={day}>{formatDay(day, language, weekday)}</time>
  )
}
