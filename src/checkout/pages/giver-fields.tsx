import { type ReactNode, useEffect, useState } from 'react'
import type { HostKind } from '../../base/kinds.ts'
import { m } from '../../paraglide/messages.js'
import { RadioCards } from '../../ui/form/choice-field.tsx'
import { fieldId } from '../../ui/form/field.tsx'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import type { PageError } from '../../ui/page/page-errors.ts'
import { maxGiftMessageLength, maxGiverNameLength } from '../mark.rules.ts'
import { type CheckoutFormValues, nameMissing } from './checkout-result.ts'

/** Focuses the name's field when only the name is missing, and returns whether it is. */
export function useFocusOnMissingName(refused: PageError | undefined): boolean {
  const isNameMissing = refused?.code === nameMissing
  useEffect(() => {
    if (refused && isNameMissing) document.getElementById(fieldId('giver_name'))?.focus()
  }, [refused, isNameMissing])
  return isNameMissing
}

interface GiverFieldsProps {
  hosts: HostKind
  values: CheckoutFormValues | null
  refused: PageError | undefined
  children?: ReactNode
}

export function GiverFields({ hosts, values, refused, children }: GiverFieldsProps) {
  const [visibility, setVisibility] = useState(values?.visibility ?? 'full')
  return (
    <div className="mt-5 grid gap-5">
      <TextField
        name="giver_name"
        label={m.checkout_name_label()}
        help={m.checkout_name_help()}
        autoComplete="name"
        maxLength={maxGiverNameLength}
        defaultValue={values?.giver_name}
        optional={visibility === 'anonymous'}
        error={
          refused?.code === nameMissing && visibility === 'anonymous' ? null : refused?.fields.giver_name
        }
      />
      <GiverVisibilityField chosen={visibility} onChange={setVisibility} />
      <GiverMessageField hosts={hosts} message={values?.message} error={refused?.fields.message} />
      {children}
    </div>
  )
}

export function GiverMessageField(props: {
  hosts: HostKind
  message: string | undefined
  error: string | null | undefined
}) {
  return (
    <TextArea
      name="message"
      label={m.checkout_message_label({ hosts: props.hosts })}
      help={m.checkout_message_help()}
      maxCharacters={maxGiftMessageLength}
      rows={4}
      optional
      defaultValue={props.message}
      error={props.error}
    />
  )
}

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
