import { data, redirect } from 'react-router'
import * as z from 'zod/mini'
import { isProofMissing, ProofNeeded, proveByForm } from '../../../account/pages/proof-field.tsx'
import { stripEmptyStrings } from '../../../base/endpoint.ts'
import { parseNestedForm } from '../../../base/nested-form.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { formatPhone } from '../../../base/text.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { type FormValues, readFormValues, submitForm } from '../../../ui/form/submit-form.ts'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { pageContext } from '../../../ui/page/page-context.ts'
import { type PageError, tryCall } from '../../../ui/page/page-errors.ts'
import { addressInput } from '../../registry.contract.ts'
import { withRegionsOfPostcodes } from '../../registry.rules.ts'
import { type RegistrySettings, showRegistrySettings, updateRegistry } from '../../settings.contract.ts'
import { type AddressChoices, AddressFields, HomeAndShippingAddress, loadPlaces } from '../address-fields.tsx'
import { HostPageFrame, hostPageMeta, loadHostedRegistry } from '../host-page-frame.tsx'
import { RegistryFormSummary } from '../registry-draft.tsx'
import type { Route } from './+types/edit-address-page'

const page = 'registry-shipping-address'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { id, is_owner } = await loadHostedRegistry(ctx, request, params.id)
  const settings = await ctx.call(showRegistrySettings, { id })
  const values = toFormValues(settings)
  const { shipping_address: delivery } = settings
  return {
    id,
    isOwner: is_owner,
    delivery,
    values,
    ...(await loadPlaces(ctx, values)),
    language: ctx.language,
    site: ctx.site,
  }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const { id, is_owner } = await loadHostedRegistry(ctx, request, params.id)
  const form = await request.formData()
  const { proof: _, proof_code: __, ...typed } = readFormValues(form)
  const values = withRegionsOfPostcodes(typed)
  const answer = { values, ...(await loadPlaces(ctx, values)) }
  if (values.intent === 'places') return data({ ...answer, code: '', fields: {}, detail: {} })
  const { home_address, ...delivery } = toChange(parseNestedForm(Object.entries(values)))
  const change = is_owner ? { home_address, ...delivery } : { home_address }
  const { refused: unproved } = await tryCall(() => proveByForm(form, ctx))
  const refused = unproved ?? (await submitForm(ctx, updateRegistry, change, { id })).refused
  if (refused) return data({ ...answer, ...refused }, { status: refused.status })
  throw redirect(withLanguage(`${paths.editRegistry(id, page)}?done=saved`, ctx.language))
}

/** The addresses without empty fields; without a delivery address if gifts go to the home address. */
function toChange(values: Record<string, unknown>): Record<string, unknown> {
  const { home_address, shipping_address, same_as_home } = stripEmptyStrings(values) as Record<
    string,
    unknown
  >
  return same_as_home
    ? { home_address, same_as_home }
    : { home_address, shipping_address: shipping_address ?? {} }
}

const addressesSchema = z.pipe(
  z.transform((values: Record<string, unknown>) => toChange(values)),
  z.object({ home_address: addressInput, shipping_address: z.optional(addressInput) }),
)

function toFormValues({ home_address, shipping_address }: RegistrySettings): FormValues {
  const isSame = JSON.stringify(home_address) === JSON.stringify(shipping_address)
  const fields = (name: string, address: object | null) =>
    Object.entries(address ?? {}).map(([part, value]) => [
      `${name}[${part}]`,
      part === 'phone' ? formatPhone(String(value)) : String(value),
    ])
  return Object.fromEntries([
    ...fields('home_address', home_address),
    ...fields('shipping_address', isSame ? null : shipping_address),
    ['same_as_home', isSame ? 'on' : ''],
  ])
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return hostPageMeta(m.common_delivery_address(), loaderData, params.id, page)
}

/** The home and delivery address, which only hosts see (R225). */
export default function EditAddressPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, isOwner, delivery, countries } = loaderData
  const values = actionData?.values ?? loaderData.values
  const regions = { ...loaderData.regions, ...actionData?.regions }
  return (
    <HostPageFrame
      title={m.common_delivery_address()}
      lead={m.registry_home_lead()}
      refused={actionData?.code && !isProofMissing(actionData) ? actionData : null}
    >
      <AddressForm
        key={id}
        values={values}
        countries={countries}
        regions={regions}
        delivery={isOwner ? null : delivery}
        error={actionData}
      />
    </HostPageFrame>
  )
}

interface AddressFormProps extends AddressChoices {
  values: FormValues
  /** The delivery address, for a co-host, who can read but not change it (R128); null for the owner. */
  delivery: RegistrySettings['shipping_address']
  error: Pick<PageError, 'code' | 'fields' | 'detail'> | undefined
}

function AddressForm({ values, delivery, error, ...places }: AddressFormProps) {
  const asksForProof = isProofMissing(error)
  const form = useValidatedForm({
    endpoint: updateRegistry,
    schema: addressesSchema,
    fieldErrors: asksForProof ? null : error?.fields,
  })
  const isBusy = useIsSubmitting()
  const fields = { ...places, values, error: form.error }
  return (
    <Form aria-label={m.common_save()} method="post" {...form.props} className="flex flex-col gap-7">
      <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />
      <RegistryFormSummary form={form} />
      {delivery ? (
        <>
          <AddressFields title={m.registry_home_title()} name="home_address" {...fields} />
          <DeliveryAddress {...delivery} />
        </>
      ) : (
        <HomeAndShippingAddress {...fields} />
      )}
      {asksForProof && <ProofNeeded error={error} />}
      <Button type="submit" size="large" busy={isBusy} className="self-start">
        {m.common_save()}
      </Button>
    </Form>
  )
}

function DeliveryAddress({
  street,
  postcode,
  city,
  phone,
}: NonNullable<RegistrySettings['shipping_address']>) {
  return (
    <section>
      <h2 className="mb-4 font-serif text-2xl">{m.registry_shipping_title()}</h2>
      <p>
        {street}, {postcode} {city}
      </p>
      <p>{formatPhone(phone)}</p>
      <p className="mt-2 text-soft">{m.hosting_address_owner()}</p>
    </section>
  )
}
