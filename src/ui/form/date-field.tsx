import { Suspense, useEffect, useRef, useState } from 'react'
import { type Day, parseDay } from '../../base/dates.ts'
import { m } from '../../paraglide/messages.js'
import { lazyWithRetry } from '../browser/lazy-retry.tsx'
import { CalendarIcon } from '../media/icons.tsx'
import { useLanguage } from '../page/site-data.ts'
import { classNames } from '../style/class-names.ts'
import { DayText } from '../text/formatted-text.tsx'
import { type ControlProps, controlClasses, Field, type FieldProps, useFormDraftValue } from './field.tsx'

const Calendar = lazyWithRetry(() => import('./calendar.tsx'))

interface DayRange {
  /** The first and the last day that may be chosen. */
  min?: Day | undefined
  max?: Day | undefined
}

/** What the field of a day may have beside what all fields have. */
export interface DayOptions extends DayRange {
  disabled?: boolean
  onChange?: (day: Day) => void
}

/**
 * A day as `YYYY-MM-DD`: the browser's own date field, and a calendar of ours in the page's language. How a day that
 * is not decided yet is entered is up to the form.
 */
export function DateField(props: FieldProps & DayOptions & { defaultValue?: Day | undefined }) {
  const { label, name, help, error, optional, className, defaultValue = '', min, max, disabled } = props
  const draft = useFormDraftValue(name)
  const [day, setDay] = useState(draft ?? defaultValue)
  const change = (next: Day) => {
    setDay(next)
    props.onChange?.(next)
  }
  return (
    <Field label={label} name={name} help={help} error={error} optional={optional} className={className}>
      {control => (
        <div className="relative">
          <CalendarPicker day={day} min={min} max={max} disabled={disabled} onChoose={change}>
            <DateInput
              control={control}
              name={name}
              day={day}
              min={min}
              max={max}
              disabled={disabled}
              onChange={change}
            />
          </CalendarPicker>
        </div>
      )}
    </Field>
  )
}

function DateInput(
  props: DayRange & {
    control: ControlProps
    name: string
    day: Day
    disabled: boolean | undefined
    onChange: (day: Day) => void
  },
) {
  const { control, day, onChange, ...input } = props
  return (
    <span className="relative w-full max-w-60">
      <input
        {...control}
        {...input}
        type="date"
        value={day}
        onChange={event => onChange(event.target.value)}
        className={classNames(controlClasses, 'date-own peer tabular-nums js:not-focus:text-transparent')}
      />
      <DateOverlay day={day} />
    </span>
  )
}

/** Covers the field while it has no focus: browsers write dates in their own language, not in the page's. */
function DateOverlay({ day }: { day: Day }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'pointer-events-none absolute inset-y-0 left-4.5 hidden items-center tabular-nums js:not-peer-focus:not-forced-colors:flex',
        !day && 'text-soft',
      )}
    >
      {day ? day.split('-').reverse().join('/') : m.ui_date_empty()}
    </span>
  )
}

/** The button that opens the calendar beside the field, and below it the chosen day in words. */
function CalendarPicker(
  props: DayRange & {
    day: Day
    disabled: boolean | undefined
    onChoose: (day: Day) => void
    children: React.ReactNode
  },
) {
  const { day, min, max, disabled, onChoose, children } = props
  const [isOpen, setIsOpen] = useState(false)
  const language = useLanguage()
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  const choose = (next: Day) => {
    onChoose(next)
    close()
  }
  return (
    <>
      <div className="flex gap-2">
        {children}
        <button
          ref={button}
          type="button"
          aria-label={m.ui_calendar_open()}
          aria-expanded={isOpen}
          disabled={disabled}
          onClick={() => setIsOpen(!isOpen)}
          className="hidden size-12 shrink-0 items-center justify-center rounded-field border border-edge bg-card hover:border-ink js:flex"
        >
          <CalendarIcon />
        </button>
      </div>
      {parseDay(day) && (
        <p className="mt-1.5 text-sm text-soft">
          <DayText day={parseDay(day)} weekday />
        </p>
      )}
      {isOpen && (
        <CalendarPanel onClose={close}>
          <Suspense fallback={<div className="h-80 w-72" />}>
            <Calendar day={day} min={min} max={max} language={language} onChoose={choose} />
          </Suspense>
        </CalendarPanel>
      )}
    </>
  )
}

/** Closes with Escape and when the pointer is pressed outside of it. */
function CalendarPanel({ onClose, children }: { onClose: () => void; children: React.ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const closeOutside = (event: PointerEvent) => {
      if (!panel.current?.parentElement?.contains(event.target as Node)) onClose()
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [onClose])
  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={m.ui_calendar()}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      className="absolute top-full left-0 z-40 mt-2 animate-[rise_160ms_var(--ease-out)] rounded-tile border border-line bg-card p-4 shadow-[0_16px_50px_rgb(35_38_45/0.2)]"
    >
      {children}
    </div>
  )
}
