import { m } from '../../../paraglide/messages.js'
import { Checkbox } from '../../../ui/form/choice-field.tsx'
import type { FormValues } from '../../../ui/form/submit-form.ts'
import { Link } from '../../../ui/page/link.tsx'
import { type AddressChoices, HomeAndShippingAddress } from './address-fields.tsx'

interface StepProps extends AddressChoices {
  values: FormValues
  error: (name: string) => string | null
}

/** The second step: addresses and terms (R203). */
export function AddressStep({ countries, regions, values, error }: StepProps) {
  return (
    <>
      <HomeAndShippingAddress lead={m.registry_home_lead()} {...{ countries, regions, values, error }} />
      <Checkbox
        label={
          <>
            {m.registry_terms_label()}{' '}
            <Link to="/terms-of-use-registrant" variant="strong" target="_blank">
              {m.registry_terms_link()}
            </Link>{' '}
            {m.registry_terms_and()}{' '}
            <Link to="/terms-of-use-privacy-policy" variant="strong" target="_blank">
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
