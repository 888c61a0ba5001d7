import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { addDays, type Day, parseDay } from '../../base/dates.ts'
import type { HostKind } from '../../base/kinds.ts'
import { countCharacters } from '../../base/text.ts'
import { m } from '../../paraglide/messages.js'
import { Checkbox, RadioCards } from '../../ui/form/choice-field.tsx'
import { useFormDraftTick } from '../../ui/form/field.tsx'
import type { FormValues } from '../../ui/form/submit-form.ts'
import { ChevronIcon } from '../../ui/media/icons.tsx'
import { pictureNamed } from '../../ui/media/pictures.ts'
import { Picture } from '../../ui/media/product-tile.tsx'
import { DayText } from '../../ui/text/formatted-text.tsx'
import type { EventTypeView } from '../event-type.contract.ts'
import { usualGuestCount } from '../event-type.rules.ts'
import { maxRegistryNameLength, minRegistryNameLength } from '../registry.contract.ts'
import { effectiveClosingDay, hostNames, maxDaysUntilEvent } from '../registry.rules.ts'
import { HostNameFields } from './host-name-fields.tsx'
import { PrivacyChoice } from './privacy-choice.tsx'
import { ConnectField, type FieldOfName, RegistryFields } from './registry-field.tsx'

interface StepProps {
  types: Pick<EventTypeView, 'slug' | 'name' | 'illustration'>[]
  hostKind: HostKind | undefined
  onTypeChange: (type: string) => void
  values: FormValues
  error: (name: string) => string | null
  today: Day
  form: RefObject<HTMLFormElement | null>
}

/** The first step of creating a registry (R202). */
export function EventStep({ types, values, error, today, form, ...props }: StepProps) {
  const text = (name: string) => ({ name, defaultValue: values[name] ?? '', error: error(name) })
  const [closingDay, setClosingDay] = useState(() => usualClosingDay(values))
  const suggestGuestCount = useGuestCount(form, values.type)
  return (
    <>
      <RadioCards
        label={m.registry_type_label()}
        name="type"
        columns={4}
        error={error('type')}
        defaultValue={values.type}
        onChange={type => {
          props.onTypeChange(type)
          suggestGuestCount(type)
        }}
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
      <RegistryName field={text} values={values} form={form} />
      <EventDay values={values} field={text} today={today} onChange={setClosingDay} />
      <PrivacyChoice
        chosen={values.registry_status}
        searchEngines={values.search_engines === 'on'}
        error={error('registry_status')}
      />
      <More isOpen={foldedFields.some(name => error(name) !== null)}>
        <RegistryFields
          names={foldedFields}
          field={text}
          more={{ end_date: { day: { min: today }, help: <ClosingHelp day={closingDay} /> } }}
        />
        <ConnectField isOn={values.we_connect === 'on'} />
      </More>
    </>
  )
}

/** Sets the usual guest count of the event type, until somebody enters another number. */
function useGuestCount(form: StepProps['form'], type: string | undefined): (type: string) => void {
  const suggested = useRef(usualGuestCount(type))
  return chosen => {
    const before = suggested.current
    suggested.current = usualGuestCount(chosen)
    const input = form.current?.elements.namedItem('guest_count')
    if (input instanceof HTMLInputElement && input.value === before) input.value = suggested.current
  }
}

/** Fields that have a default or can be filled in later. */
const foldedFields = ['event_place', 'guest_count', 'end_date', 'message', 'greeting'] as const

/** Folded until it is opened or has an error; works without scripts. */
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

/** Suggested from the hosts' names (R201) until somebody enters a name; never changed while the field has the focus. */
function RegistryName(props: Pick<StepProps, 'values' | 'form'> & { field: FieldOfName }) {
  const { field, values, form } = props
  const [first] = useState(() => suggestedName(name => values[name]))
  const suggested = useRef(first)
  useEffect(() => {
    const element = form.current
    const suggest = () => {
      const input = element?.elements.namedItem('registry_name')
      if (!element || !(input instanceof HTMLInputElement)) return
      if (input === document.activeElement || input.value.trim() !== suggested.current) return
      const typed = new FormData(element)
      suggested.current = suggestedName(name => typed.get(name))
      input.value = suggested.current
    }
    suggest()
    element?.addEventListener('input', suggest)
    return () => element?.removeEventListener('input', suggest)
  }, [form])
  const named = (name: string) => ({ ...field(name), defaultValue: values.registry_name || first })
  return <RegistryFields names={['registry_name']} field={named} />
}

/** Empty if the names make no valid registry name. */
function suggestedName(read: (name: string) => unknown): string {
  const typed = (name: string) => String(read(name) ?? '').trim()
  if (typed('name') === '') return ''
  const hosts = hostNames({ name: typed('name'), partner_name: typed('partner_name') || null })
  const length = countCharacters(hosts)
  return length >= minRegistryNameLength && length <= maxRegistryNameLength ? hosts : ''
}

/** The default closing day; null while the event's day is undecided. */
function usualClosingDay({ date_undecided, registry_date }: FormValues): Day | null {
  return date_undecided === 'on' ? null : effectiveClosingDay(parseDay(registry_date ?? ''), null)
}

function EventDay(
  props: Pick<StepProps, 'values' | 'today'> & {
    field: FieldOfName
    onChange: (closing: Day | null) => void
  },
) {
  const { values, field, today, onChange } = props
  const draft = useFormDraftTick('date_undecided')
  const [isUndecided, setIsUndecided] = useState(draft ?? values.date_undecided === 'on')
  const day = useRef(values.registry_date ?? '')
  const tell = (isUndecided: boolean) =>
    onChange(usualClosingDay({ registry_date: day.current, ...(isUndecided && { date_undecided: 'on' }) }))
  const change = (value: Day) => {
    day.current = value
    tell(isUndecided)
  }
  return (
    <div className="flex flex-col gap-3">
      <RegistryFields
        names={['registry_date']}
        field={field}
        more={{
          registry_date: {
            day: {
              min: today,
              max: addDays(today, maxDaysUntilEvent),
              disabled: isUndecided,
              onChange: change,
            },
            ...(isUndecided && { error: null }),
          },
        }}
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

/** Shows the default closing day, which follows from the event's date (R213). */
function ClosingHelp({ day }: { day: Day | null }) {
  return (
    <>
      {m.registry_closing_help()}
      {day && (
        <span className="block">
          {m.hosting_closing_default()} <DayText day={day} />
        </span>
      )}
    </>
  )
}
