import { m } from '../../../paraglide/messages.js'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import type { useValidatedForm } from '../../../ui/form/validated-form.ts'

const labels: Record<string, () => string> = {
  name: m.registry_name_label,
  surname: m.registry_surname_label,
  partner_name: m.registry_partner_name_label,
  partner_surname: m.registry_partner_surname_label,
  registry_name: m.registry_title_label,
  registry_date: m.registry_date_label,
  end_date: m.registry_closing_label,
  guest_count: m.registry_guests_label,
  event_place: m.registry_place_label,
  message: m.registry_message_label,
  greeting: m.registry_greeting_label,
  home_address: m.registry_home_title,
  shipping_address: m.registry_shipping_title,
}

/** What is still wrong, each line with the field's label, for several fields may lack the same. */
export function RegistryFormSummary({ checked }: { checked: ReturnType<typeof useValidatedForm> }) {
  const { errors, tries } = checked.summary
  const still = Object.entries(errors).filter(([name]) => name === 'form' || checked.error(name) !== null)
  return (
    <ErrorSummary
      errors={Object.fromEntries(still.map(([name, said]) => [name, labelled(name, said)]))}
      submitCount={tries}
    />
  )
}

function labelled(name: string, said: string): string {
  const label = labels[name.split('.')[0] ?? '']?.()
  return label ? `${label}: ${said}` : said
}
