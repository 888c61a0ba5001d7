import { m } from '../../../paraglide/messages.js'
import { RadioCards } from '../../../ui/form/choice-field.tsx'

/** Who may see the registry (R208). */
export function PrivacyCards({ chosen, error }: { chosen: string; error: string | null }) {
  return (
    <RadioCards
      label={m.registry_privacy_label()}
      name="registry_status"
      columns={3}
      defaultValue={chosen}
      error={error}
      cards={[
        { value: 'public', label: m.registry_privacy_public(), help: m.registry_privacy_public_help() },
        {
          value: 'shareable',
          label: m.registry_privacy_shareable(),
          help: m.registry_privacy_shareable_help(),
        },
        { value: 'private', label: m.registry_privacy_private(), help: m.registry_privacy_private_help() },
      ]}
    />
  )
}
