import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { addDays, type Day, parseDay } from '../../../base/dates.ts'
import type { HostKind } from '../../../base/host-kinds.ts'
import { countCharacters } from '../../../base/text.ts'
import { m } from '../../../paraglide/messages.js'
import { Checkbox, RadioCards } from '../../../ui/form/choice-field.tsx'
import { DateField } from '../../../ui/form/date-field.tsx'
import type { FormValues } from '../../../ui/form/submit-form.ts'
import { TextArea, TextField } from '../../../ui/form/text-field.tsx'
import { ChevronIcon } from '../../../ui/media/icons.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { pictureNamed } from '../../../ui/media/pictures.ts'
import { DayText } from '../../../ui/text/formatted-text.tsx'
import { PlaceField } from '../../place/pages/place-field.tsx'
import {
  maxGreetingLength,
  maxRegistryMessageLength,
  maxRegistryNameLength,
  minRegistryNameLength,
} from '../contract.ts'
import type { EventTypeView } from '../event-type-contract.ts'
import { effectiveClosingDay, hostNames, maxDaysUntilEvent } from '../rules.ts'
import { HostNameFields } from './host-name-fields.tsx'
import { PrivacyChoice } from './privacy-choice.tsx'

interface StepProps {
  types: Pick<EventTypeView, 'slug' | 'name' | 'illustration'>[]
  hostKind: HostKind | undefined
  onTypeChange: (type: string) => void
  values: FormValues
  error: (name: string) => string | null
  today: Day
  form: RefObject<HTMLFormElement | null>
}

/** The first step: what is celebrated, by whom, when and where, and who may see the registry (R202). */
export function EventStep({ types, values, error, today, form, ...props }: StepProps) {
  const text = (name: string) => ({ name, defaultValue: values[name] ?? '', error: error(name) })
  const [closingDay, setClosingDay] = useState(() => usualClosingDay(values))
  return (
    <>
      <RadioCards
        label={m.registry_type_label()}
        name="type"
        columns={4}
        error={error('type')}
        defaultValue={values.type}
        onChange={props.onTypeChange}
        cards={types.map(type => ({
          value: type.slug,
          label: type.name,
          picture: (
            <Picture name={pictureNamed(type.illustration)} size={56} eager className="max-sm:size-8" />
          ),
        }))}
      />
      <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
        <HostNameFields kind={props.hostKind} field={text} autoComplete />
      </div>
      <RegistryName field={text('registry_name')} form={form} />
      <EventDay values={values} error={error} today={today} onChange={setClosingDay} />
      <PrivacyChoice
        chosen={values.registry_status}
        searchEngines={values.search_engines === 'on'}
        error={error('registry_status')}
      />
      <More isOpen={foldedFields.some(name => error(name) !== null)}>
        <PlaceField
          label={m.registry_place_label()}
          optional
          help={m.registry_place_help()}
          {...text('event_place')}
        />
        <TextField
          label={m.registry_guests_label()}
          inputMode="numeric"
          help={m.registry_guests_help()}
          {...text('guest_count')}
        />
        <ClosingDay values={values} error={error} today={today} usualDay={closingDay} />
        <HostWords field={text} />
        <Checkbox
          label={m.registry_connect_label()}
          help={m.registry_connect_help()}
          name="we_connect"
          defaultChecked={values.we_connect === 'on'}
        />
      </More>
    </>
  )
}

/** What has a default, or may be added later. */
const foldedFields = ['event_place', 'guest_count', 'end_date', 'message', 'greeting']

/** Folded until it is opened, or something in it is wrong; without scripts, too. */
function More({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  return (
    <details className="group/more border-line border-y py-2" open={isOpen}>
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4 font-semibold">
        <span>
          <span className="block">{m.common_more()}</span>
          <span className="block font-normal text-sm text-soft">{m.registry_create_more_help()}</span>
        </span>
        <span className="group-open/more:rotate-180">
          <ChevronIcon />
        </span>
      </summary>
      <div className="flex flex-col gap-6 pt-4 pb-4">{children}</div>
    </details>
  )
}

/** The line under the title and the letter on the page (R224). */
function HostWords({ field }: { field: (name: string) => NamedField }) {
  return (
    <>
      <TextField
        label={m.registry_message_label()}
        optional
        help={m.registry_message_help({ most: maxRegistryMessageLength })}
        {...field('message')}
      />
      <TextArea
        label={m.registry_greeting_label()}
        optional
        maxCharacters={maxGreetingLength}
        {...field('greeting')}
      />
    </>
  )
}

interface NamedField {
  name: string
  defaultValue: string
  error: string | null
}

/** The registry's name, made of the hosts' names until somebody writes another. */
function RegistryName({ field, form }: { field: NamedField; form: RefObject<HTMLFormElement | null> }) {
  const suggested = useRef('')
  useEffect(() => {
    const element = form.current
    const suggest = () => {
      const input = element?.elements.namedItem('registry_name')
      if (!element || !(input instanceof HTMLInputElement)) return
      if (input.value.trim() !== suggested.current) return
      suggested.current = suggestedName(new FormData(element))
      input.value = suggested.current
    }
    suggest()
    element?.addEventListener('input', suggest)
    return () => element?.removeEventListener('input', suggest)
  }, [form])
  return <TextField label={m.registry_title_label()} help={m.registry_title_help()} {...field} />
}

/** Empty while the names make none that could be saved. */
function suggestedName(form: FormData): string {
  const typed = (name: string) => String(form.get(name) ?? '').trim()
  if (typed('name') === '') return ''
  const hosts = hostNames({ name: typed('name'), partner_name: typed('partner_name') || null })
  const length = countCharacters(hosts)
  return length >= minRegistryNameLength && length <= maxRegistryNameLength ? hosts : ''
}

/** The closing day unless another is chosen; null while the event's day is undecided. */
function usualClosingDay({ date_undecided, registry_date }: FormValues): Day | null {
  return date_undecided === 'on' ? null : effectiveClosingDay(parseDay(registry_date ?? ''), null)
}

type DayProps = Pick<StepProps, 'values' | 'error' | 'today'>

/** The event's day or “not decided yet” (R212). */
function EventDay({
  values,
  error,
  today,
  onChange,
}: DayProps & { onChange: (closing: Day | null) => void }) {
  const [isUndecided, setIsUndecided] = useState(values.date_undecided === 'on')
  const day = useRef(values.registry_date ?? '')
  const tell = (isUndecided: boolean) =>
    onChange(usualClosingDay({ registry_date: day.current, ...(isUndecided && { date_undecided: 'on' }) }))
  return (
    <div className="flex flex-col gap-3">
      <DateField
        label={m.registry_date_label()}
        name="registry_date"
        defaultValue={values.registry_date}
        min={today}
        max={addDays(today, maxDaysUntilEvent)}
        disabled={isUndecided}
        onChange={value => {
          day.current = value
          tell(isUndecided)
        }}
        error={isUndecided ? null : error('registry_date')}
      />
      <Checkbox
        label={m.registry_undecided_label()}
        name="date_undecided"
        defaultChecked={isUndecided}
        onChange={event => {
          setIsUndecided(event.target.checked)
          tell(event.target.checked)
        }}
      />
    </div>
  )
}

/** The closing day, which follows from the event's (R213). */
function ClosingDay({ values, error, today, usualDay }: DayProps & { usualDay: Day | null }) {
  return (
    <DateField
      label={m.registry_closing_label()}
      name="end_date"
      optional
      defaultValue={values.end_date}
      min={today}
      help={
        <>
          {m.registry_closing_help()}
          {usualDay && (
            <span className="block">
              {m.hosting_closing_default()} <DayText day={usualDay} />
            </span>
          )}
        </>
      }
      error={error('end_date')}
    />
  )
}
