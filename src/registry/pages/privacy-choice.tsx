import type { ReactNode } from 'react'
import { m } from '../../paraglide/messages.js'
import { Checkbox, RadioCards } from '../../ui/form/choice-field.tsx'

/** The privacy (R208), and for a public registry whether search engines may show it. Nothing is preselected (R211). */
export function PrivacyChoice(props: {
  /** None is chosen for a new registry. */
  chosen: string | undefined
  searchEngines: boolean
  error: string | null
  /** Shown when the choice is not public. */
  whenHidden?: ReactNode
}) {
  return (
    <div className="group/privacy flex flex-col gap-4">
      <RadioCards
        label={m.registry_privacy_label()}
        name="registry_status"
        columns={3}
        defaultValue={props.chosen}
        error={props.error}
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
      <div className="hidden group-has-[:is([value=shareable],[value=private]):checked]/privacy:block">
        {props.whenHidden}
      </div>
      {/* Shown by CSS alone, so that it also works without JavaScript. */}
      <div className="hidden group-has-[[value=public]:checked]/privacy:block">
        <Checkbox
          label={m.registry_search_engines_label()}
          help={m.registry_search_engines_help()}
          name="search_engines"
          defaultChecked={props.searchEngines}
        />
      </div>
    </div>
  )
}
