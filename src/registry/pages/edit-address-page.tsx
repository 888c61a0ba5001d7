import { data, Form, redirect, useNavigation } from 'react-router'
import * as z from 'zod/mini'
import { withoutEmpty } from '../../base/endpoint.ts'
import { unflatten } from '../../base/form.ts'
import { inLanguage, paths } from '../../base/paths.ts'
import { shownPhone } from '../../base/phone.ts'
import { m } from '../../paraglide/messages.js'
import { attempt, orErrorPage } from '../../ui/attempt.ts'
import { Button } from '../../ui/button.tsx'
import { useCheckedForm } from '../../ui/checked-form.ts'
import { type PageVisit, pageVisit } from '../../ui/context.ts'
import { addressInput, addressPlaces } from '../contract.ts'
import { type RegistrySettings, registrySettings, updateRegistry } from '../settings-contract.ts'
import type { Route } from './+types/edit-address-page'
import { AddressPair, type Places } from './address-fields.tsx'
import { type Values, valuesOf } from './draft.ts'
import { EditSheet, editMeta } from './edit-sheet.tsx'
import { LabelledSummary } from './labelled-summary.tsx'
import { hostRegistry } from './own-registry.ts'
import { fieldWords } from './words.ts'

const page = 'registry-shipping-address'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const visit = context.get(pageVisit)
  const { id } = await hostRegistry(visit, request, params.id)
  const values = textsOf(await orErrorPage(visit.call(registrySettings, { id })))
  return { id, values, ...(await placesFor(visit, values)), language: visit.language, site: visit.site }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const visit = context.get(pageVisit)
  const { id } = await hostRegistry(visit, request, params.id)
  const values = valuesOf(await request.formData())
  const answer = { values, ...(await placesFor(visit, values)) }
  if (values.intent === 'places') return data({ ...answer, code: '', fields: {} })
  const change = { ...sentOf(unflatten(Object.entries(values))), id } as never
  const { refused } = await attempt(() => visit.call(updateRegistry, change))
  if (refused)
    return data({ ...answer, code: refused.code, fields: refused.fields }, { status: refused.status })
  throw redirect(inLanguage(`${paths.editRegistry(id, page)}?done=saved`, visit.language))
}

/** Both addresses whole, empty fields missing; where the gifts go home, that address alone. */
function sentOf(values: Record<string, unknown>): object {
  const { home_address, shipping_address, same_as_home } = withoutEmpty(values) as Record<string, unknown>
  return same_as_home
    ? { home_address, same_as_home }
    : { home_address, shipping_address: shipping_address ?? {} }
}

const addresses = z.pipe(
  z.transform((values: Record<string, unknown>) => sentOf(values)),
  z.object({ home_address: addressInput, shipping_address: z.optional(addressInput) }),
)

function textsOf({ home_address, shipping_address }: RegistrySettings): Values {
  const same = JSON.stringify(home_address) === JSON.stringify(shipping_address)
  const fields = (name: string, address: object | null) =>
    Object.entries(address ?? {}).map(([part, value]) => [
      `${name}[${part}]`,
      part === 'phone' ? shownPhone(String(value)) : String(value),
    ])
  return Object.fromEntries([
    ...fields('home_address', home_address),
    ...fields('shipping_address', same ? null : shipping_address),
    ['same_as_home', same ? 'on' : ''],
  ])
}

/** Countries, and the regions of those that the form names. */
async function placesFor({ call, language }: PageVisit, values: Values): Promise<Places> {
  const named = ['home_address', 'shipping_address'].map(name => values[`${name}[country]`] || 'GR')
  const regions: Places['regions'] = {}
  let countries: Places['countries'] = []
  for (const country of new Set(named)) {
    const places = await orErrorPage(call(addressPlaces, { country, lang: language }))
    countries = places.countries
    regions[country] = places.regions
  }
  return { countries, regions }
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return editMeta(m.hosting_address_title(), loaderData, params.id, page)
}

/** Where the hosts live and where the gifts go (product.md 26). */
export default function EditAddressPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, countries } = loaderData
  const values = actionData?.values ?? loaderData.values
  const regions = { ...loaderData.regions, ...actionData?.regions }
  return (
    <EditSheet
      title={m.hosting_address_title()}
      lead={m.registry_home_lead()}
      refused={actionData?.code ? actionData : null}
    >
      <Addresses key={id} {...{ values, countries, regions }} refused={actionData?.fields} />
    </EditSheet>
  )
}

function Addresses({
  values,
  refused,
  ...places
}: Places & { values: Values; refused: Record<string, string> | undefined }) {
  const checked = useCheckedForm({ schema: addresses, words: fieldWords, refused })
  const busy = useNavigation().state === 'submitting'
  return (
    <Form method="post" {...checked.props} className="flex flex-col gap-7">
      <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />
      <LabelledSummary checked={checked} />
      <AddressPair {...places} values={values} error={checked.error} />
      <Button type="submit" size="large" busy={busy} className="self-start">
        {m.registry_edit_save()}
      </Button>
    </Form>
  )
}
