import { m } from '../../../paraglide/messages.js'
import type { ActionChoice } from '../../action/look.rules.ts'

/** Products that were found for the typed words; one is chosen, or other words are typed above. */
export function ProductChoices({ name, choices }: { name: string; choices: ActionChoice[] }) {
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="mb-1.5 text-sm font-semibold">{m.staff_choose_product()}</legend>
      {choices.map(({ value, label, image }) => (
        <label
          key={value}
          className="flex min-h-16 items-center gap-3 rounded-field border border-line bg-card p-2 has-checked:border-pomegranate"
        >
          <input type="radio" name={name} value={value} className="size-5 shrink-0 accent-pomegranate" />
          {image && (
            <img
              src={image}
              alt=""
              width={48}
              height={48}
              loading="lazy"
              className="product-picture size-12"
            />
          )}
          <span className="min-w-0 text-sm wrap-anywhere">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
