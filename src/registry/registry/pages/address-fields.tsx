import { useEffect, useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { runAfterPointerUp } from '../../../ui/form/after-pointer-up.ts'
import { Button } from '../../../ui/form/button.tsx'
import { Checkbox } from '../../../ui/form/choice-field.tsx'
import type { FormValues } from '../../../ui/form/submit-form.ts'
import { Select, TextField } from '../../../ui/form/text-field.tsx'
import { useLanguage } from '../../../ui/page/site-data.ts'
import { isUnusualPhone, isUnusualPostcode } from '../rules.ts'

interface Place {
  code: string
  name: string
}

export interface AddressChoices {
  countries: Place[]
  /** Regions by country, as far as the server sent them; the browser asks for others. */
  regions: Record<string, Place[]>
}

interface PairProps extends AddressChoices {
  values: FormValues
  error: (name: string) => string | null
  /** Under the first address's title, where the page doesn't say it itself. */
  lead?: string | undefined
}

/** Where the hosts live, and where the gifts go: the same place unless another is told (spec §3). */
export function HomeAndShippingAddress({ lead, ...part }: PairProps) {
  const [same, setSame] = useState(part.values.same_as_home === 'on')
  return (
    <>
      <AddressFields title={m.registry_home_title()} lead={lead} name="home_address" {...part} />
      <Checkbox
        label={m.registry_same_label()}
        help={<span className="js:hidden">{m.registry_same_help()}</span>}
        name="same_as_home"
        defaultChecked={same}
        onChange={event => setSame(event.target.checked)}
      />
      <div className={same ? 'js:hidden' : ''}>
        <AddressFields title={m.registry_shipping_title()} name="shipping_address" {...part} />
      </div>
    </>
  )
}

interface FieldsProps extends PairProps {
  title: string
  name: 'home_address' | 'shipping_address'
}

/** An address; its region is a list where ISO knows the country's regions, else free text. */
function AddressFields({ title, lead, name, countries, regions, values, error }: FieldsProps) {
  const [country, setCountry] = useState(values[`${name}[country]`] || 'GR')
  const { of: within, loading } = useRegions(country, regions)
  const section = `section-${name === 'home_address' ? 'home' : 'shipping'}`
  const field = (part: string) => ({
    name: `${name}[${part}]`,
    defaultValue: values[`${name}[${part}]`] ?? '',
    error: error(`${name}.${part}`),
  })
  return (
    <fieldset className="flex min-w-0 flex-col gap-6">
      <legend className="mb-4 font-serif text-2xl">{title}</legend>
      {lead && <p className="text-soft">{lead}</p>}
      <TextField
        label={m.registry_street_label()}
        autoComplete={`${section} street-address`}
        {...field('street')}
      />
      <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
        <Select
          label={m.registry_country_label()}
          autoComplete={`${section} country`}
          options={choicesOf(countries)}
          {...field('country')}
          defaultValue={country}
          onChange={event => setCountry(event.target.value)}
        />
        {within.length > 0 || loading ? (
          <Select
            key={`${country}${loading}`}
            label={m.registry_region_label()}
            autoComplete={`${section} address-level1`}
            emptyLabel={loading ? m.ui_busy() : m.registry_region_choose()}
            options={choicesOf(within)}
            {...field('region')}
          />
        ) : (
          <TextField
            label={m.registry_region_label()}
            autoComplete={`${section} address-level1`}
            {...field('region')}
          />
        )}
        <Button type="submit" name="intent" value="places" kind="outline" className="js:hidden">
          {m.registry_region_refresh()}
        </Button>
        <TextField
          label={m.registry_city_label()}
          autoComplete={`${section} address-level2`}
          {...field('city')}
        />
        <Hinted
          label={m.registry_postcode_label()}
          autoComplete={`${section} postal-code`}
          hint={value => (isUnusualPostcode(country, value) ? m.registry_postcode_unusual() : null)}
          field={field('postcode')}
        />
        <Hinted
          label={m.registry_phone_label()}
          autoComplete={`${section} tel`}
          type="tel"
          hint={value => (isUnusualPhone(country, value) ? m.registry_phone_unusual() : null)}
          help={m.registry_phone_help()}
          field={field('phone')}
        />
      </div>
    </fieldset>
  )
}

/** A field that says when its value looks unusual; it is taken all the same. */
function Hinted(props: {
  label: string
  autoComplete: string
  type?: 'tel'
  help?: string
  hint: (value: string) => string | null
  field: { name: string; defaultValue: string; error: string | null }
}) {
  const { label, autoComplete, type = 'text', hint, field } = props
  const [left, setLeft] = useState(field.defaultValue)
  const said = left.trim() === '' ? null : hint(left)
  return (
    <TextField
      label={label}
      type={type}
      inputMode={type}
      autoComplete={autoComplete}
      help={said ? <span className="font-semibold text-sea">{said}</span> : props.help}
      {...field}
      onBlur={({ target }) => runAfterPointerUp(() => setLeft(target.value))}
    />
  )
}

function choicesOf(places: Place[]) {
  return places.map(({ code, name }) => ({ value: code, label: name }))
}

/** The regions of a country: those at hand, else asked for. */
function useRegions(country: string, known: Record<string, Place[]>) {
  const language = useLanguage()
  const [asked, setAsked] = useState<Record<string, Place[]>>({})
  const at = known[country] ?? asked[country]
  useEffect(() => {
    if (at) return
    const stop = new AbortController()
    fetch(`/api/places?country=${country}&lang=${language}`, { signal: stop.signal })
      .then(answer => answer.json())
      .then((answer: { data: { regions: Place[] } }) => answer.data.regions)
      // Unreachable: the region is typed, as for countries without a list.
      .catch(() => [])
      .then(regions => stop.signal.aborted || setAsked(all => ({ ...all, [country]: regions })))
    return () => stop.abort()
  }, [country, language, at])
  return { of: at ?? [], loading: at === undefined }
}
