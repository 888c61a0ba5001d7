import { Suspense, useEffect, useRef, useState } from 'react'
import { type Day, parseDay } from '../../base/dates.ts'
import { m } from '../../paraglide/messages.js'
import { lazyWithRetry } from '../browser/lazy-retry.ts'
import { CalendarIcon } from '../media/icons.tsx'
import { useLanguage } from '../page/site-data.ts'
import { classNames } from '../style/class-names.ts'
import { DayText } from '../text/formatted-text.tsx'
import { controlClasses, Field, type FieldProps } from './field.tsx'
import { useFormDraftValue } from './form-draft.ts'

const Calendar = lazyWithRetry(() => import('./calendar.tsx'))

/**
 * A day as `YYYY-MM-DD`: the device's own date field, and beside it a month of ours in the page's language. What
 * “not decided yet” means is the form's own matter.
 */
export function DateField(
  props: FieldProps & {
    defaultValue?: Day | undefined
    /** The first and the last day that may be chosen. */
    min?: Day
    max?: Day
    disabled?: boolean
    onChange?: (day: Day) => void
  },
) {
  const { label, name, help, error, optional, className, defaultValue = '', min, max, disabled } = props
  const typed = useFormDraftValue(name)
  const [day, setDay] = useState(typed ?? defaultValue)
  const [open, setOpen] = useState(false)
  const language = useLanguage()
  const button = useRef<HTMLButtonElement>(null)
  const choose = (next: Day) => {
    setDay(next)
    props.onChange?.(next)
  }
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <Field {...{ label, name, help, error, optional, className }}>
      {control => (
        <div className="relative">
          <div className="flex gap-2">
            <span className="relative w-full max-w-60">
              <input
                {...control}
                type="date"
                name={name}
                value={day}
                min={min}
                max={max}
                disabled={disabled}
                onChange={event => choose(event.target.value)}
                className={classNames(
                  controlClasses,
                  'date-own peer tabular-nums js:not-focus:text-transparent',
                )}
              />
              <Written day={day} />
            </span>
            <button
              ref={button}
              type="button"
              aria-label={m.ui_calendar_open()}
              aria-expanded={open}
              disabled={disabled}
              onClick={() => setOpen(!open)}
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
          {open && (
            <Panel onClose={close}>
              <Suspense fallback={<div className="h-80 w-72" />}>
                <Calendar
                  {...{ day, min, max, language }}
                  onChoose={next => {
                    choose(next)
                    close()
                  }}
                />
              </Suspense>
            </Panel>
          )}
        </div>
      )}
    </Field>
  )
}

/** Over the field while nobody types in it: browsers write days in their own language, not in the page's. */
function Written({ day }: { day: Day }) {
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

function Panel({ onClose, children }: { onClose: () => void; children: React.ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const outside = (event: PointerEvent) => {
      if (!box.current?.parentElement?.contains(event.target as Node)) onClose()
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [onClose])
  return (
    <div
      ref={box}
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
