import type { ComponentProps } from 'react'
import { m } from '../../paraglide/messages.js'
import { Checkbox } from '../../ui/form/choice-field.tsx'
import { DateField } from '../../ui/form/date-field.tsx'
import { FieldControl, type FormField } from '../../ui/form/form-field.tsx'
import { type Suggest, SuggestField } from '../../ui/form/suggest-field.tsx'
import { maxGreetingLength, maxRegistryMessageLength } from '../registry.contract.ts'

interface RegistryField extends Omit<FormField, 'name' | 'label' | 'help'> {
  label: () => string
  help?: () => string
}

const day: Partial<RegistryField> = { draw: ({ day, ...field }) => <DateField {...field} {...day} /> }
const area = { kind: 'area', rows: 4, maxCharacters: maxGreetingLength } as const

/** Fields that are both in the form that creates a registry and in the one that edits it. */
export const registryFields = {
  registry_name: { label: m.registry_title_label, help: m.registry_title_help },
  registry_date: { ...day, label: m.registry_date_label },
  end_date: {
    ...day,
    label: m.registry_closing_label,
    help: m.registry_closing_help,
    optional: true,
  },
  event_place: {
    draw: field => <PlaceField {...field} />,
    label: m.registry_place_label,
    help: m.registry_place_help,
    optional: true,
  },
  guest_count: { kind: 'number', label: m.registry_guests_label, help: m.registry_guests_help },
  message: {
    label: m.registry_message_label,
    help: () => m.registry_message_help({ most: maxRegistryMessageLength }),
    optional: true,
  },
  greeting: { ...area, label: m.registry_greeting_label, optional: true },
  english_greeting: {
    ...area,
    label: m.registry_english_greeting_label,
    help: m.registry_english_greeting_help,
    optional: true,
  },
  family_line: { label: m.registry_family_label, help: m.registry_family_help, optional: true },
  afterword: {
    ...area,
    label: m.registry_afterword_label,
    help: m.registry_afterword_help,
    optional: true,
  },
} satisfies Record<string, RegistryField>

type RegistryFieldName = keyof typeof registryFields

interface NamedField {
  name: string
  defaultValue: string
  error: string | null
}

/** A form's values and errors by field name. */
export type FieldOfName = (name: string) => NamedField

/** Fields one below the other; `more` is what some of them have in this form alone. */
export function RegistryFields(props: {
  names: readonly RegistryFieldName[]
  field: FieldOfName
  more?: Partial<Record<RegistryFieldName, Partial<Parameters<typeof FieldControl>[0]>>>
}) {
  return props.names.map(name => {
    const { label, help, ...described }: RegistryField = registryFields[name]
    const { defaultValue: value, error } = props.field(name)
    const shown = { ...described, name, value, error, label: label(), help: help?.() }
    return <FieldControl key={name} {...shown} {...props.more?.[name]} />
  })
}

/** Whether an adviser of the shop should call the hosts ("We Connect", R223). */
export function ConnectField({ isOn }: { isOn: boolean }) {
  return (
    <Checkbox
      label={m.registry_connect_label()}
      help={m.registry_connect_help()}
      name="we_connect"
      defaultChecked={isOn}
    />
  )
}

/** The place of the event (R238), with suggestions for Greece and Cyprus. */
function PlaceField(props: Omit<ComponentProps<typeof SuggestField>, 'suggest' | 'listLabel'>) {
  return (
    <SuggestField autoComplete="off" {...props} listLabel={m.registry_place_list()} suggest={suggestPlaces} />
  )
}

const suggestPlaces: Suggest = async (typed, signal) => {
  try {
    const response = await fetch(`/api/places/suggest?${new URLSearchParams({ q: typed })}`, { signal })
    return response.ok ? (await response.json()).data : []
  } catch {
    // Without suggestions the place is typed as free text.
    return []
  }
}
