import { useEffect, useMemo, useState } from 'react'
import { countCharacters } from '../../base/text.ts'
import { m } from '../../paraglide/messages.js'
import type { DrawnField, FormField } from '../../ui/form/form-field.tsx'
import { PasswordField } from '../../ui/form/text-field.tsx'
import { useSite } from '../../ui/page/site-data.ts'
import { classNames } from '../../ui/style/class-names.ts'
import type { PasswordBounds } from '../password/password.contract.ts'
import { type PasswordStrength, ratePassword } from '../password/strength.rules.ts'

const meters: Record<PasswordStrength | 'long', { parts: number; colour: string; label: () => string }> = {
  long: { parts: 1, colour: 'bg-pomegranate', label: m.account_password_long },
  common: { parts: 1, colour: 'bg-pomegranate', label: m.account_strength_common },
  weak: { parts: 2, colour: 'bg-pomegranate', label: m.account_strength_weak },
  fair: { parts: 3, colour: 'bg-sea', label: m.account_strength_fair },
  strong: { parts: 4, colour: 'bg-olive', label: m.account_strength_strong },
}

/** How strong the password is, or that it is too long; it refuses nothing, and the password stays in the browser (R112). */
function PasswordMeter(props: { password: string; maxLength: number | undefined }) {
  const { password, maxLength = Number.POSITIVE_INFINITY } = props
  const isCommon = useCommonPasswords(password !== '')
  const isLong = countCharacters(password) > maxLength
  const { parts, colour, label } = meters[isLong ? 'long' : ratePassword(password, isCommon)]
  return (
    <div role="status" className={classNames('-mt-3 text-sm', password === '' && 'hidden')}>
      <div aria-hidden="true" className="mb-1.5 grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map(part => (
          <span
            key={part}
            className={classNames('h-1.5 rounded-pill', part <= parts ? colour : 'bg-track')}
          />
        ))}
      </div>
      {password !== '' && label()}
    </div>
  )
}

/** The list of common passwords (28 kB) is loaded once somebody types a password. */
function useCommonPasswords(isNeeded: boolean): ((password: string) => boolean) | undefined {
  const [rules, setRules] = useState<typeof import('../password/common-passwords.rules.ts') | null>(null)
  useEffect(() => {
    // Without the list the meter rates by length and characters alone.
    if (isNeeded) import('../password/common-passwords.rules.ts').then(setRules, () => {})
  }, [isNeeded])
  return rules?.isCommonPassword
}

/** The schema of a form with a new password, in the bounds of this deployment. */
export function usePasswordSchema<Schema>(schemaWith: (bounds?: PasswordBounds) => Schema): Schema {
  const bounds = useSite()?.passwordLength
  return useMemo(() => schemaWith(bounds), [schemaWith, bounds])
}

export const newPasswordFields = (label: string): FormField[] => [
  { name: 'password', label, draw: field => <NewPasswordField {...field} /> },
  { name: 'repassword', kind: 'password', label: m.account_password_again(), autoComplete: 'new-password' },
]

function NewPasswordField({ label, name, error }: DrawnField) {
  const bounds = useSite()?.passwordLength
  const [password, setPassword] = useState('')
  return (
    <>
      <PasswordField
        label={label}
        name={name}
        autoComplete="new-password"
        required
        help={bounds && m.account_password_help({ min: bounds.min })}
        error={error}
        onChange={event => setPassword(event.target.value)}
      />
      {/* A password with an error is not rated (R112). */}
      {!error && <PasswordMeter password={password} maxLength={bounds?.max} />}
    </>
  )
}
