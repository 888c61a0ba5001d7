import type { HostKind } from '../../base/kinds.ts'
import { m } from '../../paraglide/messages.js'
import { TextField } from '../../ui/form/text-field.tsx'
import type { FieldOfName } from './registry-field.tsx'

const secondHost = ['partner_name', 'partner_surname'] as const
type NameField = 'name' | 'surname' | (typeof secondHost)[number]
type NameLabels = Record<NameField, () => string>

const hosts: NameLabels = {
  name: m.common_first_name,
  surname: m.common_last_name,
  partner_name: m.registry_second_host_name_label,
  partner_surname: m.registry_second_host_surname_label,
}

const labelsByKind: Record<HostKind, NameLabels> = {
  hosts,
  person: hosts,
  couple: {
    ...hosts,
    partner_name: m.registry_partner_name_label,
    partner_surname: m.registry_partner_surname_label,
  },
  parents: {
    name: m.registry_parent_name_label,
    surname: m.registry_parent_surname_label,
    partner_name: m.registry_other_parent_name_label,
    partner_surname: m.registry_other_parent_surname_label,
  },
  organisers: {
    name: m.registry_organiser_name_label,
    surname: m.registry_organiser_surname_label,
    partner_name: m.registry_second_organiser_name_label,
    partner_surname: m.registry_second_organiser_surname_label,
  },
}

/** General labels without a kind. */
export function hostNameLabels(kind: HostKind | undefined): NameLabels {
  return labelsByKind[kind ?? 'hosts']
}

export function hostKindOf(
  types: { slug: string; host_kind?: HostKind | undefined }[],
  type: string | undefined,
): HostKind | undefined {
  return types.find(({ slug }) => slug === type)?.host_kind
}

/** Where one person is celebrated, a second name is asked for only if there is one already. */
export function HostNameFields(props: {
  kind: HostKind | undefined
  field: FieldOfName
  /** Whether the browser may offer its user's own names. */
  autoComplete?: boolean
}) {
  const labels = hostNameLabels(props.kind)
  const field = (name: NameField) => ({ label: labels[name](), ...props.field(name) })
  const isOnePerson =
    props.kind === 'person' && secondHost.every(name => props.field(name).defaultValue === '')
  return (
    <>
      <TextField {...field('name')} {...(props.autoComplete && { autoComplete: 'given-name' })} />
      <TextField {...field('surname')} {...(props.autoComplete && { autoComplete: 'family-name' })} />
      {!isOnePerson && secondHost.map(name => <TextField key={name} optional {...field(name)} />)}
    </>
  )
}
