import { formatEuro } from '../../base/money.ts'
import { m } from '../../paraglide/messages.js'
import { controlLook, Field } from '../../ui/field.tsx'
import { useLanguage } from '../../ui/site-data.ts'
import type { Product } from './wish-page.tsx'

/** The combinations of options as one list with their prices; those that can't be bought stay visible, and say so. */
export function VariantField(props: {
  product: Product
  chosen: string
  onChoose: (variant: string) => void
  error: string | null
}) {
  const { product, chosen, onChoose, error } = props
  const language = useLanguage()
  const nameOf = ({ chosen, price, available }: Product['variants'][number]) => {
    const values = product.options.map(option => {
      const value = chosen.find(one => one.option_id === option.id)?.value_id
      return option.values.find(one => one.id === value)?.label
    })
    const after = available ? (price === null ? [] : [formatEuro(price, language)]) : [m.gift_unavailable()]
    return [values.filter(Boolean).join(' · '), ...after].join(', ')
  }
  return (
    <Field label={product.options.map(option => option.name).join(' · ')} name="variant_id" error={error}>
      {control => (
        <select
          {...control}
          name="variant_id"
          defaultValue={chosen}
          onChange={event => onChoose(event.target.value)}
          className={`${controlLook} select-arrow`}
        >
          <option value="">{m.gift_options_choose()}</option>
          {product.variants.map(variant => (
            <option key={variant.id} value={variant.id} disabled={!variant.available}>
              {nameOf(variant)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
