import { useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import type { DrawnField, FormField } from '../../../ui/form/post-form.tsx'
import { PasswordField } from '../../../ui/form/text-field.tsx'
import { useSite } from '../../../ui/page/site-data.ts'
import { PasswordMeter } from './password-meter.tsx'

/** A new password, how strong it is, and the password once more (R112). */
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
      {/* One voice: what is wrong with a password is not rated. */}
      {!error && <PasswordMeter password={password} maxLength={bounds?.max} />}
    </>
  )
}
