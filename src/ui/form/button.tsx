import { type ComponentProps, useRef } from 'react'
import { m } from '../../paraglide/messages.js'
import { Link, type LinkProps } from '../page/link.tsx'
import { classNames } from '../style/class-names.ts'
import { useSubmissionPart } from './submission.ts'

interface ButtonLook {
  /** One `primary` a page: the main action. `danger` is confirmed in a dialog first. */
  kind?: 'primary' | 'outline' | 'quiet' | 'danger'
  size?: 'small' | 'medium' | 'large'
  /** As wide as its column. */
  wide?: boolean
}

const kinds = {
  primary: 'bg-pomegranate text-white hover:bg-deep active:bg-deep edge-forced',
  outline: 'border-[1.5px] border-ink hover:bg-ink hover:text-paper',
  quiet: 'hover:bg-ink/6 underline underline-offset-4 decoration-1 hover:no-underline',
  danger: 'border-[1.5px] border-pomegranate text-pomegranate hover:bg-pomegranate hover:text-white',
}

const sizes = {
  small: 'min-h-(--low) px-4 py-1.5 text-base',
  medium: 'min-h-12 px-5 py-2.5 text-base',
  large: 'min-h-12 px-6 py-2.5 text-base',
}

/** The classes of a button, for elements that must look like one. */
export function buttonClasses({ kind = 'primary', size = 'medium', wide = false }: ButtonLook = {}): string {
  return classNames(
    'no-print inline-flex items-center justify-center gap-2 rounded-pill font-semibold text-center transition-colors',
    kinds[kind],
    sizes[size],
    wide && 'w-full',
  )
}

type ButtonProps = Omit<ComponentProps<'button'>, 'ref'> &
  ButtonLook & {
    /**
     * Its action is running: it shows so, and a second press does nothing (R825). Of the page's buttons that submit, only
     * the one that was pressed shows it, and only those of its form can't be pressed.
     */
    busy?: boolean
  }

/** A button; its type is `button` unless another is given. */
export function Button(props: ButtonProps) {
  const { kind, size, wide, busy = false, className, children, onClick, ...rest } = props
  const button = useRef<HTMLButtonElement>(null)
  const part = useSubmissionPart(button)
  const isSubmit = rest.type === 'submit'
  const isBusy = busy && (!isSubmit || part === 'sender')
  const isBlocked = busy && (!isSubmit || part !== 'none')
  return (
    <button
      ref={button}
      type="button"
      aria-disabled={isBlocked || undefined}
      className={classNames(buttonClasses({ kind, size, wide }), className)}
      onClick={event => (isBlocked ? event.preventDefault() : onClick?.(event))}
      {...rest}
    >
      {isBusy && <Spinner />}
      {children}
      {isBusy && <span className="sr-only">{m.ui_busy()}</span>}
    </button>
  )
}

/** A link that looks like a button, because it leads to the main action. */
export function ButtonLink({ kind, size, wide, className, ...rest }: LinkProps & ButtonLook) {
  return <Link className={classNames(buttonClasses({ kind, size, wide }), className)} {...rest} />
}

function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 animate-spin rounded-pill border-2 border-current border-t-transparent"
    />
  )
}
