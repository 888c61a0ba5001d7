import type { HostKind } from '../../../base/host-kinds.ts'
import { m } from '../../../paraglide/messages.js'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import type { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { hostNameLabels } from './host-name-fields.tsx'
import { registryFields } from './registry-field.tsx'

/** Short names where the label is a question. */
const fieldLabels: Record<string, () => string> = {
  type: m.find_type_label,
  registry_status: m.hosting_menu_privacy,
  home_address: m.registry_home_title,
  shipping_address: m.registry_shipping_title,
}

const registryLabels = Object.fromEntries(
  Object.entries(registryFields).map(([name, { label }]) => [name, label]),
)

/** The errors that are left, each with the label of its field: several fields may have the same error. */
export function RegistryFormSummary(props: {
  form: ReturnType<typeof useValidatedForm>
  hostKind?: HostKind | undefined
}) {
  const { form } = props
  const labels = { ...fieldLabels, ...registryLabels, ...hostNameLabels(props.hostKind) }
  const { errors, submitCount } = form.summary
  const left = Object.entries(errors).filter(([name]) => name === 'form' || form.error(name) !== null)
  return (
    <ErrorSummary
      errors={Object.fromEntries(left.map(([name, sentence]) => [name, withLabel(labels, name, sentence)]))}
      submitCount={submitCount}
    />
  )
}

function withLabel(labels: Record<string, () => string>, name: string, sentence: string): string {
  const label = labels[name.split('.')[0] ?? '']?.()
  return label ? `${label}: ${sentence}` : sentence
}
