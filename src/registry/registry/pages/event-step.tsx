import { type RefObject, useState } from 'react'
import { addDays, type Day, parseDay } from '../../../base/dates.ts'
import type { HostKind } from '../../../base/host-kinds.ts'
import { countCharacters } from '../../../base/text.ts'
import { m } from '../../../paraglide/messages.js'
import { Checkbox, RadioCards } from '../../../ui/form/choice-field.tsx'
import { DateField } from '../../../ui/form/date-field.tsx'
import type { FormValues } from '../../../ui/form/submit-form.ts'
import { TextArea, TextField } from '../../../ui/form/text-field.tsx'
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
          picture: <Picture name={pictureNamed(type.illustration)} size={56} eager />,
        }))}
      />
      <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
        <HostNameFields kind={props.hostKind} field={text} autoComplete />
      </div>
      <RegistryName field={text('registry_name')} form={form} />
      <EventDates values={values} error={error} today={today} />
      <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
        <TextField
          label={m.registry_guests_label()}
          inputMode="numeric"
          help={m.registry_guests_help()}
          {...text('guest_count')}
        />
        <PlaceField
          label={m.registry_place_label()}
          optional
          help={m.registry_place_help()}
          {...text('event_place')}
        />
      </div>
      <PrivacyChoice
        chosen={values.registry_status}
        searchEngines={values.search_engines === 'on'}
        error={error('registry_status')}
      />
      <HostWords field={text} />
      <Checkbox
        label={m.registry_connect_label()}
        help={m.registry_connect_help()}
        name="we_connect"
        defaultChecked={values.we_connect === 'on'}
      />
    </>
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

/** The registry's name, with a suggestion made of the hosts' names. */
function RegistryName({ field, form }: { field: NamedField; form: RefObject<HTMLFormElement | null> }) {
  const [suggestion, setSuggestion] = useState<string | null>(null)
  const suggest = () => {
    const typed = (name: string) => String(new FormData(form.current ?? undefined).get(name) ?? '').trim()
    const hosts = hostNames({ name: typed('name'), partner_name: typed('partner_name') || null })
    const length = countCharacters(hosts)
    const isValid = length >= minRegistryNameLength && length <= maxRegistryNameLength
    setSuggestion(typed('registry_name') === '' && isValid ? hosts : null)
  }
  const acceptSuggestion = () => {
    const input = form.current?.elements.namedItem('registry_name')
    if (!(input instanceof HTMLInputElement) || suggestion === null) return
    input.value = suggestion
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.focus()
    setSuggestion(null)
  }
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={m.registry_title_label()}
        help={m.registry_title_help()}
        {...field}
        onFocus={suggest}
        onInput={suggest}
      />
      {suggestion && (
        <button
          type="button"
          onClick={acceptSuggestion}
          className="self-start rounded-pill border border-line bg-card px-4 py-2 font-semibold hover:border-ink"
        >
          {m.registry_title_offer({ name: suggestion })}
        </button>
      )}
    </div>
  )
}

/** The event's day or “not decided yet”, and the closing day (R212, R213). */
function EventDates({ values, error, today }: Pick<StepProps, 'values' | 'error' | 'today'>) {
  const [isUndecided, setIsUndecided] = useState(values.date_undecided === 'on')
  const [day, setDay] = useState(values.registry_date ?? '')
  const closingDay = isUndecided ? null : effectiveClosingDay(parseDay(day), null)
  return (
    <>
      <div className="flex flex-col gap-3">
        <DateField
          label={m.registry_date_label()}
          name="registry_date"
          defaultValue={values.registry_date}
          min={today}
          max={addDays(today, maxDaysUntilEvent)}
          disabled={isUndecided}
          onChange={setDay}
          error={isUndecided ? null : error('registry_date')}
        />
        <Checkbox
          label={m.registry_undecided_label()}
          name="date_undecided"
          defaultChecked={isUndecided}
          onChange={event => setIsUndecided(event.target.checked)}
        />
      </div>
      <DateField
        label={m.registry_closing_label()}
        name="end_date"
        optional
        defaultValue={values.end_date}
        min={today}
        help={
          <>
            {m.registry_closing_help()}
            {closingDay && (
              <span className="block">
                {m.hosting_closing_default()} <DayText day={closingDay} />
              </span>
            )}
          </>
        }
        error={error('end_date')}
      />
    </>
  )
}
