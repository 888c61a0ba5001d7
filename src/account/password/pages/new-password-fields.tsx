import { useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { PasswordField } from '../../../ui/form/text-field.tsx'
import { useSite } from '../../../ui/page/site-data.ts'
import { PasswordMeter } from './password-meter.tsx'

/** A new password, how strong it is, and the password once more (R112). */
export function NewPasswordFields({ label, error }: { label: string; error(name: string): string | null }) {
  const bounds = useSite()?.passwordLength
  const [password, setPassword] = useState('')
  // One voice: what is wrong with a password is not rated.
  const passwordError = error('password')
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        required
        help={bounds && m.account_password_help({ min: bounds.min })}
        error={passwordError}
        onChange={event => setPassword(event.target.value)}
      />
      {!passwordError && <PasswordMeter password={password} maxLength={bounds?.max} />}
      <PasswordField
        label={m.account_password_again()}
        name="repassword"
        autoComplete="new-password"
        required
        error={error('repassword')}
      />
    </>
  )
}
