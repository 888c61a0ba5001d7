import type { ComponentProps } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { AppError } from '../../../base/app-error.ts'
import { m } from '../../../paraglide/messages.js'
import { PasswordField, TextField } from '../../../ui/form/text-field.tsx'
import type { PageError } from '../../../ui/page/page-errors.ts'

type Refused = Pick<PageError, 'code' | 'fields'> | null | undefined

/** The fields of the proof for an action that needs a fresh one, where this reader would be asked for it (R1181). */
export function NeededProof(props: ComponentProps<typeof ProofFields>) {
  const layout = useRouteLoaderData('console/pages/session/staff-layout') as
    | { staff: { is_proved: boolean } | null }
    | undefined
  return layout?.staff?.is_proved === false && <ProofFields {...props} />
}

/** Whether the fields of the proof show the error. */
export const isOfProof = ({ code, fields = {} }: Pick<AppError, 'code' | 'fields'>) =>
  ['staff_proof_needed', 'staff_proof_wrong', 'refused_often'].includes(code) ||
  'proof_password' in fields ||
  'proof_code' in fields

/**
 * Password and time code, in the form of the action that asks for them, so that nothing typed is lost (R1181, fresh
 * proof).
 */
export function ProofFields({ id, refused }: { id: string; refused?: Refused }) {
  return (
    <fieldset className="flex max-w-2xl flex-col gap-3 border-l-2 border-edge pl-4">
      <legend className="sr-only">{m.staff_proof_title()}</legend>
      <p>{refused?.code === 'refused_often' ? m.refused_often() : m.staff_proof_lead()}</p>
      <PasswordField
        id={`${id}-proof-password`}
        label={m.account_password()}
        name="proof_password"
        error={refused?.fields.proof_password}
      />
      <TextField
        id={`${id}-proof-code`}
        label={m.staff_login_code()}
        name="proof_code"
        autoComplete="one-time-code"
        error={refused?.fields.proof_code}
      />
    </fieldset>
  )
}
