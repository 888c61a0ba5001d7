import type { ComponentProps, ReactNode } from 'react'
import { m } from '../../paraglide/messages.js'
import { Checkbox } from '../../ui/form/choice-field.tsx'
import { DateField } from '../../ui/form/date-field.tsx'
import { type Suggest, SuggestField } from '../../ui/form/suggest-field.tsx'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { maxGreetingLength, maxRegistryMessageLength } from '../registry.contract.ts'

interface DescribedField {
  label: () => string
  help?: () => string
  kind?: 'day' | 'place' | 'number' | 'area'
  optional?: boolean
}

/** Fields that are both in the form that creates a registry and in the one that edits it. */
export const registryFields = {
  registry_name: { label: m.registry_title_label, help: m.registry_title_help },
  registry_date: { kind: 'day', label: m.registry_date_label },
  end_date: {
    kind: 'day',
    label: m.registry_closing_label,
    help: m.registry_closing_help,
    optional: true,
  },
  event_place: {
    kind: 'place',
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
  greeting: { kind: 'area', label: m.registry_greeting_label, optional: true },
  english_greeting: {
    kind: 'area',
    label: m.registry_english_greeting_label,
    help: m.registry_english_greeting_help,
    optional: true,
  },
  family_line: { label: m.registry_family_label, help: m.registry_family_help, optional: true },
  afterword: {
    kind: 'area',
    label: m.registry_afterword_label,
    help: m.registry_afterword_help,
    optional: true,
  },
} satisfies Record<string, DescribedField>

type RegistryFieldName = keyof typeof registryFields

interface NamedField {
  name: string
  defaultValue: string
  error: string | null
}

/** A form's values and errors by field name. */
export type FieldOfName = (name: string) => NamedField

export function RegistryField(props: {
  name: RegistryFieldName
  field: FieldOfName
  more?: Partial<Parameters<typeof DateField>[0]>
}) {
  const { name, field } = props
  const { kind, label, help, optional = false }: DescribedField = registryFields[name]
  const shown = { label: label(), help: help?.() as ReactNode, optional, ...field(name) }
  if (kind === 'day') return <DateField {...shown} {...props.more} />
  if (kind === 'place') return <PlaceField {...shown} />
  if (kind === 'area') return <TextArea maxCharacters={maxGreetingLength} {...shown} />
  return <TextField {...(kind === 'number' && { inputMode: 'numeric' })} {...shown} />
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
