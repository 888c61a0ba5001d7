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

/** What a registry is made of in both of its forms: the one that makes it and the one that changes it. */
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

/** How a form draws the field of a name: with what was typed, and with what is wrong. */
export type FieldOfName = (name: string) => NamedField

/** One of these fields; `more` is what only this form knows of a day. */
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

/** Whether an adviser of the shop calls the hosts. */
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

/** The place of an event, with the places of Greece and Cyprus as suggestions (R238). */
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
    // Without an answer the place is typed, as any other text.
    return []
  }
}
