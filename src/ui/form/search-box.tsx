import { type ComponentProps, useId } from 'react'
import { SearchIcon } from '../media/icons.tsx'
import { classNames } from '../style/class-names.ts'
import { controlClasses } from './field.tsx'

/** A field for searching with the button that searches; it stands in a form. */
export function SearchBox({
  label,
  placeholder = label,
  submitLabel,
  small = false,
  className,
  ...input
}: Omit<ComponentProps<'input'>, 'id' | 'type'> & {
  label: string
  /** Where the whole label is too long for a narrow box. */
  placeholder?: string
  submitLabel: string
  /** As high as small buttons, among which it stands. */
  small?: boolean
}) {
  const id = useId()
  return (
    <span className={classNames('relative block', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        {...input}
        id={id}
        type="search"
        placeholder={placeholder}
        enterKeyHint="search"
        className={classNames(
          controlClasses,
          'rounded-pill! pr-12!',
          small && 'min-h-(--low)! border-line! py-0! placeholder:text-sm',
        )}
      />
      <button
        type="submit"
        aria-label={submitLabel}
        className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-pill"
      >
        <SearchIcon />
      </button>
    </span>
  )
}
