import { m } from '../../../paraglide/messages.js'
import { RadioCards } from '../../../ui/form/choice-field.tsx'

/** How the giver's name appears to the hosts (R414). */
export function GiverVisibilityField({ chosen }: { chosen: string }) {
  return (
    <RadioCards
      name="visibility"
      label={m.checkout_visibility_label()}
      defaultValue={chosen}
      cards={[
        { value: 'full', label: m.checkout_visibility_full() },
        { value: 'initials', label: m.checkout_visibility_initials() },
        { value: 'anonymous', label: m.checkout_visibility_anonymous() },
      ]}
    />
  )
}
