import { useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { Checkbox } from '../../ui/choice-field.tsx'
import { Link } from '../../ui/link.tsx'
import { AddressFields, type Places } from './address-fields.tsx'
import type { Values } from './draft.ts'

interface StepProps extends Places {
  values: Values
  error: (name: string) => string | null
}

/** The second step: where the gifts go, and the terms (spec §5). */
export function AddressStep({ countries, regions, values, error }: StepProps) {
  const [same, setSame] = useState(values.same_as_home === 'on')
  const part = { countries, regions, values, error }
  return (
    <>
      <AddressFields
        title={m.registry_home_title()}
        lead={m.registry_home_lead()}
        name="home_address"
        {...part}
      />
      <Checkbox
        label={m.registry_same_label()}
        help={<span className="js:hidden">{m.registry_same_help()}</span>}
        name="same_as_home"
        defaultChecked={same}
        onChange={event => setSame(event.target.checked)}
      />
      <div className={same ? 'js:hidden' : ''}>
        <AddressFields title={m.registry_shipping_title()} name="shipping_address" {...part} />
      </div>
      <Checkbox
        label={
          <>
            {m.registry_terms_label()}{' '}
            <Link to="/terms-of-use-registrant" look="weight" target="_blank">
              {m.registry_terms_link()}
            </Link>{' '}
            {m.registry_terms_and()}{' '}
            <Link to="/terms-of-use-privacy-policy" look="weight" target="_blank">
              {m.registry_privacy_link()}
            </Link>
          </>
        }
        name="terms"
        defaultChecked={values.terms === 'on'}
        error={error('terms')}
      />
    </>
  )
}
