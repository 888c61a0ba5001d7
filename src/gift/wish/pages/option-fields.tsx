import { m } from '../../../paraglide/messages.js'
import { controlClasses, Field, fieldId } from '../../../ui/form/field.tsx'
import {
  findChosenVariant,
  isOptionValueAvailable,
  listVariantOptions,
  type OptionChoice,
  optionFieldName,
  type ProductWithOptions,
} from '../rules.ts'

interface OptionFieldsProps {
  product: ProductWithOptions
  choice: OptionChoice
  onChoose: (choice: OptionChoice) => void
  /** About the variant as a whole; shown at the first option that is not chosen yet. */
  error?: string | null
}

/** A field for each option (R307); values that the other choices rule out are marked. Submits `variant_id` too. */
export function OptionFields({ product, choice, onChoose, error }: OptionFieldsProps) {
  const options = listVariantOptions(product)
  const variant = findChosenVariant(product, choice)
  const isComplete = options.every(({ id }) => choice[id] !== undefined)
  const firstUnchosen = options.find(({ id }) => choice[id] === undefined) ?? options[0]
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        {options.map(option => (
          <Field
            key={option.id}
            label={option.name}
            name={optionFieldName(option.id)}
            error={option === firstUnchosen ? error : null}
            {...(option === firstUnchosen ? { id: fieldId('variant_id') } : {})}
          >
            {control => (
              <select
                {...control}
                name={optionFieldName(option.id)}
                value={choice[option.id] ?? ''}
                onChange={event => onChoose(withValue(choice, option.id, event.target.value))}
                className={`${controlClasses} select-arrow pr-11`}
              >
                <option value="">{m.gift_options_choose()}</option>
                {option.values.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {isOptionValueAvailable(product, choice, option.id, id)
                      ? label
                      : `${label}\u00a0· ${m.gift_option_unavailable()}`}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
      </div>
      <p role="status" className="font-semibold text-pomegranate empty:hidden">
        {isComplete && !variant?.available && m.gift_options_gone()}
      </p>
      <input type="hidden" name="variant_id" value={variant?.available ? variant.id : ''} />
    </div>
  )
}

function withValue(choice: OptionChoice, option: number, value: string): OptionChoice {
  const { [option]: _, ...others } = choice
  return value === '' ? others : { ...others, [option]: Number(value) }
}
