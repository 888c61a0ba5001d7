import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/form/button.tsx'
import { Checkbox } from '../../ui/form/choice-field.tsx'
import { useFormDraftTick, useFormDraftValue } from '../../ui/form/field.tsx'
import { runAfterPointerUp } from '../../ui/form/send-after-paint.ts'
import type { FormValues } from '../../ui/form/submit-form.ts'
import { Select, TextField } from '../../ui/form/text-field.tsx'
import type { PageContext } from '../../ui/page/page-context.ts'
import {
  isUnusualPhone,
  isUnusualPostcode,
  listPlaces,
  type Place,
  regionOfPostcode,
} from '../registry.rules.ts'

export interface AddressChoices {
  countries: Place[]
  /** By country, as far as the server has sent them; the browser fetches others. */
  regions: Record<string, Place[]>
}

/** For a loader: all countries, and the regions of those that are chosen in the form, as there may be no JavaScript. */
export async function loadPlaces(
  { call, language }: PageContext,
  values: FormValues,
): Promise<AddressChoices> {
  const chosen = ['home_address', 'shipping_address'].map(name => values[`${name}[country]`] || 'GR')
  const regions: AddressChoices['regions'] = {}
  let countries: Place[] = []
  for (const country of new Set(chosen)) {
    const places = await call(listPlaces, { country, lang: language })
    countries = places.countries
    regions[country] = places.regions
  }
  return { countries, regions }
}

interface AddressesProps extends AddressChoices {
  values: FormValues
  error: (name: string) => string | null
  lead?: string | undefined
}

/** Home and delivery address, which may be the same (second step, R203). */
export function HomeAndShippingAddress({ lead, ...addresses }: AddressesProps) {
  const draft = useFormDraftTick('same_as_home')
  const [isSame, setIsSame] = useState(draft ?? addresses.values.same_as_home === 'on')
  return (
    <>
      <AddressFields title={m.registry_home_title()} lead={lead} name="home_address" {...addresses} />
      <Checkbox
        label={m.registry_same_label()}
        help={<span className="js:hidden">{m.registry_same_help()}</span>}
        name="same_as_home"
        defaultChecked={isSame}
        onChange={event => setIsSame(event.target.checked)}
      />
      <div className={isSame ? 'js:hidden' : ''}>
        <AddressFields title={m.registry_shipping_title()} name="shipping_address" {...addresses} />
      </div>
    </>
  )
}

interface AddressProps extends AddressesProps {
  title: string
  name: 'home_address' | 'shipping_address'
}

export function AddressFields({ title, lead, name, countries, regions, values, error }: AddressProps) {
  const countryDraft = useFormDraftValue(`${name}[country]`)
  const regionDraft = useFormDraftValue(`${name}[region]`)
  const [country, setCountry] = useState(countryDraft ?? (values[`${name}[country]`] || 'GR'))
  const [region, setRegion] = useState(regionDraft ?? values[`${name}[region]`] ?? '')
  const suggestRegion = useRegionOfPostcode(country, `${name}[region]`)
  const section = `section-${name === 'home_address' ? 'home' : 'shipping'}`
  const field = (part: string, autoComplete: string): FieldProps => ({
    name: `${name}[${part}]`,
    autoComplete: `${section} ${autoComplete}`,
    defaultValue: values[`${name}[${part}]`] ?? '',
    error: error(`${name}.${part}`),
  })
  return (
    <fieldset className="flex min-w-0 flex-col gap-6">
      <legend className="mb-4 font-serif text-2xl">{title}</legend>
      {lead && <p className="text-soft">{lead}</p>}
      <TextField label={m.registry_street_label()} {...field('street', 'address-line1')} />
      <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
        <HintedField
          label={m.registry_postcode_label()}
          hint={value => (isUnusualPostcode(country, value, region) ? m.registry_postcode_unusual() : null)}
          asksOnce
          onInput={suggestRegion}
          field={field('postcode', 'postal-code')}
        />
        <TextField label={m.registry_city_label()} {...field('city', 'address-level2')} />
        <div className="flex flex-col items-start gap-1">
          <Select
            className="w-full"
            label={m.registry_country_label()}
            options={toOptions(countries)}
            {...field('country', 'country')}
            defaultValue={country}
            onChange={event => {
              setCountry(event.target.value)
              setRegion('')
            }}
          />
          {/* Without scripts, reloads the page with the regions of the chosen country. */}
          <Button
            type="submit"
            name="intent"
            value="places"
            kind="quiet"
            size="small"
            className="-ml-4 js:hidden"
          >
            {m.registry_region_refresh()}
          </Button>
        </div>
        <RegionField
          country={country}
          knownRegions={regions}
          field={field('region', 'address-level1')}
          onChoose={setRegion}
        />
        <HintedField
          label={m.common_phone()}
          type="tel"
          hint={value => (isUnusualPhone(country, value) ? m.registry_phone_unusual() : null)}
          help={m.registry_phone_help()}
          field={field('phone', 'tel')}
        />
      </div>
    </fieldset>
  )
}

/** Selects the region of a typed postcode, unless the person has chosen another or is in that field. */
function useRegionOfPostcode(country: string, name: string): (postcode: HTMLInputElement) => void {
  const suggested = useRef<string | null>(null)
  return postcode => {
    const select = postcode.form?.elements.namedItem(name)
    if (!(select instanceof HTMLSelectElement)) return
    const region = regionOfPostcode(country, postcode.value)
    const isUntouched = select.value === '' || select.value === suggested.current
    if (region === undefined || !isUntouched || select === document.activeElement) return
    suggested.current = region
    select.value = region
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

interface FieldProps {
  name: string
  autoComplete: string
  defaultValue: string
  error: string | null
}

/** A list if ISO 3166 has the country's regions, else free text. */
function RegionField(props: {
  country: string
  knownRegions: Record<string, Place[]>
  field: FieldProps
  onChoose: (region: string) => void
}) {
  const { country, knownRegions, field, onChoose } = props
  const regions = useRegions(country, knownRegions)
  const isLoading = regions === undefined
  if (regions?.length === 0) return <TextField label={m.registry_region_label()} {...field} />
  return (
    <Select
      key={`${country}${isLoading}`}
      label={m.registry_region_label()}
      emptyLabel={isLoading ? m.ui_busy() : m.registry_region_choose()}
      options={toOptions(regions ?? [])}
      {...field}
      onChange={event => onChoose(event.target.value)}
    />
  )
}

/** A field that says when its value looks unusual, but accepts it (R226), after asking once if `asksOnce`. */
function HintedField(props: {
  /** The first submission with an unusual value is stopped and only shows the hint. */
  asksOnce?: boolean
  onInput?: (input: HTMLInputElement) => void
  label: string
  type?: 'tel'
  help?: string
  hint: (value: string) => string | null
  field: FieldProps
}) {
  const { label, type = 'text', hint, field } = props
  const draft = useFormDraftValue(field.name)
  const [value, setValue] = useState(draft ?? field.defaultValue)
  const sentence = value.trim() === '' ? null : hint(value)
  const wrapper = useAskOnce(props.asksOnce === true, field.name, typed => {
    if (typed.trim() === '' || hint(typed) === null) return false
    setValue(typed)
    return true
  })
  return (
    <div ref={wrapper}>
      <TextField
        label={label}
        type={type}
        inputMode={type}
        help={sentence ? <span className="font-semibold text-sea">{sentence}</span> : props.help}
        {...field}
        onInput={({ currentTarget }) => props.onInput?.(currentTarget)}
        onBlur={({ target }) => runAfterPointerUp(() => setValue(target.value))}
      />
    </div>
  )
}

/** Stops the first submission with each value for which `isAsked` is true, and focuses its field. */
function useAskOnce(isOn: boolean, name: string, isAsked: (value: string) => boolean) {
  const wrapper = useRef<HTMLDivElement>(null)
  const asked = useRef<string | null>(null)
  const ask = useEffectEvent((event: SubmitEvent) => {
    const input = wrapper.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)
    // `offsetParent` is null for fields of a step that is not shown.
    if (!input || input.offsetParent === null || asked.current === input.value || !isAsked(input.value))
      return
    asked.current = input.value
    event.preventDefault()
    event.stopPropagation()
    input.focus()
  })
  useEffect(() => {
    const form = isOn ? wrapper.current?.closest('form') : null
    form?.addEventListener('submit', ask, true)
    return () => form?.removeEventListener('submit', ask, true)
  }, [isOn])
  return wrapper
}

function toOptions(places: Place[]) {
  return places.map(({ code, name }) => ({ value: code, label: name }))
}

/** The known regions of a country, else fetched ones; undefined while they are loading. */
function useRegions(country: string, known: Record<string, Place[]>): Place[] | undefined {
  const [fetched, setFetched] = useState<Record<string, Place[]>>({})
  const regions = known[country] ?? fetched[country]
  useEffect(() => {
    if (regions) return
    const abort = new AbortController()
    fetch(`/api/places?country=${country}`, { signal: abort.signal })
      .then(response => response.json())
      .then((reply: { data: { regions: Place[] } }) => reply.data.regions)
      // If they can't be fetched the region is free text, as in countries without a list.
      .catch(() => [])
      .then(found => abort.signal.aborted || setFetched(all => ({ ...all, [country]: found })))
    return () => abort.abort()
  }, [country, regions])
  return regions
}
