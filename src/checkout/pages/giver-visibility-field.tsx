import { m } from '../../paraglide/messages.js'
import { RadioCards } from '../../ui/form/choice-field.tsx'

/** How the giver's name appears to the hosts (R414). */
export function GiverVisibilityField(props: { chosen: string; onChange?: (visibility: string) => void }) {
  return (
    <RadioCards
      name="visibility"
      label={m.checkout_visibility_label()}
      defaultValue={props.chosen}
      onChange={props.onChange}
      cards={[
        { value: 'full', label: m.checkout_visibility_full() },
        { value: 'initials', label: m.checkout_visibility_initials() },
        { value: 'anonymous', label: m.checkout_visibility_anonymous() },
      ]}
    />
  )
}
