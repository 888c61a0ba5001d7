import { DayPicker, type DayPickerLocale, type DayProps } from 'react-day-picker'
import { el } from 'react-day-picker/locale/el'
import { enGB } from 'react-day-picker/locale/en-GB'
import type { Day } from '../../base/dates.ts'
import type { Language } from '../../base/language.ts'

/** A calendar that starts weeks on Monday (R817); its code is loaded when it first opens. */
export default function Calendar(props: {
  day: Day
  min?: Day | undefined
  max?: Day | undefined
  language: Language
  onChoose: (day: Day) => void
}) {
  const { day, min, max, language, onChoose } = props
  const selected = day ? noonOf(day) : undefined
  const first = min ? noonOf(min) : undefined
  const last = max ? noonOf(max) : undefined
  return (
    <DayPicker
      autoFocus
      mode="single"
      locale={locales[language]}
      weekStartsOn={1}
      timeZone="UTC"
      selected={selected}
      defaultMonth={selected ?? first}
      startMonth={first}
      endMonth={last}
      disabled={[...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])]}
      onDayClick={(date, modifiers) => modifiers.disabled || onChoose(dayOf(date))}
      classNames={partClasses}
      components={{ Day: DayCell }}
    />
  )
}

/** The table is a grid, so its cells are grid cells already; HTML allows no role that says it again. */
function DayCell({ day: _day, modifiers: _modifiers, role: _role, ...cell }: DayProps) {
  return <td {...cell} />
}

const locales: Record<Language, DayPickerLocale> = { en: enGB, el }

const partClasses = {
  months: 'relative',
  month_caption: 'flex h-10 items-center pl-2 font-serif text-lg',
  nav: 'absolute top-0 right-0 flex',
  button_previous:
    'flex size-10 items-center justify-center rounded-pill hover:bg-ink/6 aria-disabled:opacity-30',
  button_next:
    'flex size-10 items-center justify-center rounded-pill hover:bg-ink/6 aria-disabled:opacity-30',
  chevron: 'size-4',
  weekday: 'size-10 text-sm font-normal text-soft',
  day: 'p-0 text-center',
  day_button:
    'size-10 rounded-pill tabular-nums hover:bg-ink/6 disabled:text-soft/60 disabled:hover:bg-transparent',
  today: '[&>button]:font-bold [&>button]:text-pomegranate',
  selected: '[&>button]:bg-pomegranate [&>button]:text-white [&>button:hover]:bg-deep',
  outside: 'text-soft',
}

function noonOf(day: Day): Date {
  return new Date(`${day}T12:00:00Z`)
}

function dayOf(date: Date): Day {
  const part = (number: number, length: number) => String(number).padStart(length, '0')
  return `${part(date.getFullYear(), 4)}-${part(date.getMonth() + 1, 2)}-${part(date.getDate(), 2)}`
}
