import { type FormEvent, type RefObject, useState } from 'react'
import { Form, useFormAction, useSubmit } from 'react-router'
import { ProofNeeded } from '../../../account/proof/pages/proof-field.tsx'
import { isProofMissing } from '../../../account/proof/pages/proof-form.ts'
import type { HostKind } from '../../../base/host-kinds.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import type { FormValues } from '../../../ui/form/submit-form.ts'
import { Select } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import type { PageError } from '../../../ui/page/page-errors.ts'
import { addPhoto, type ChosenPhoto } from '../../photo/pages/photo-form.tsx'
import { HostNameFields, hostKindOf } from '../../registry/pages/host-name-fields.tsx'
import { ConnectField, RegistryField } from '../../registry/pages/registry-field.tsx'
import { RegistryFormSummary } from '../../registry/pages/registry-form-summary.tsx'
import { updateRegistry } from '../contract.ts'

interface DetailsFormProps {
  id: string
  types: { slug: string; name: string; host_kind?: HostKind | undefined }[]
  values: FormValues
  refused: Pick<PageError, 'code' | 'fields' | 'detail'> | undefined
  /** The photo that the form above holds and nobody has uploaded yet. */
  photo: RefObject<ChosenPhoto>
}

/** The registry's texts, dates, event and names; a photo that is chosen above is saved with them. */
export function DetailsForm({ id, types, values, refused, photo }: DetailsFormProps) {
  // Another closing day takes a proof while there is money (R1223).
  const asksForProof = isProofMissing(refused)
  const fieldErrors = asksForProof ? null : refused?.fields
  const form = useValidatedForm({ endpoint: updateRegistry, fieldErrors })
  const isBusy = useIsSubmitting()
  const submit = useSubmit()
  const action = useFormAction()
  const save = (event: FormEvent<HTMLFormElement>) => {
    form.props.onSubmit(event)
    const { file, crop } = photo.current
    if (event.defaultPrevented || !file) return
    event.preventDefault()
    const sent = new FormData(event.currentTarget)
    addPhoto(sent, file, crop)
    submit(sent, { method: 'post', action, encType: 'multipart/form-data' })
  }
  const [type, setType] = useState(values.type)
  const hostKind = hostKindOf(types, type)
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '', error: form.error(name) })
  return (
    <Form
      aria-label={m.common_save()}
      method="post"
      {...form.props}
      onSubmit={save}
      className="flex flex-col gap-7"
    >
      <RegistryFormSummary form={form} hostKind={hostKind} />
      <input type="hidden" name="id" value={id} />
      {(['registry_name', 'message', 'greeting'] as const).map(name => (
        <RegistryField key={name} name={name} field={field} />
      ))}
      <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
        <RegistryField
          name="registry_date"
          field={field}
          more={{ optional: true, help: m.registry_edit_date_help() }}
        />
        {(['end_date', 'event_place', 'guest_count'] as const).map(name => (
          <RegistryField key={name} name={name} field={field} />
        ))}
        <Select
          label={m.registry_type_label()}
          options={types.map(({ slug, name }) => ({ value: slug, label: name }))}
          onChange={event => setType(event.currentTarget.value)}
          {...field('type')}
        />
      </div>
      <fieldset className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
        <legend className="mb-4 font-serif text-2xl">
          {m.hosting_names_title({ hosts: hostKind ?? 'hosts' })}
        </legend>
        <HostNameFields kind={hostKind} field={field} />
      </fieldset>
      <ConnectField isOn={values.we_connect === 'on'} />
      {asksForProof && <ProofNeeded error={refused} />}
      <Button type="submit" size="large" busy={isBusy} className="self-start">
        {m.common_save()}
      </Button>
    </Form>
  )
}
