import { type ChangeEvent, type ComponentProps, useEffect, useRef, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { classNames } from '../style/class-names.ts'
import { buttonClasses } from './button.tsx'
import { type ControlProps, Field, type FieldProps } from './field.tsx'

/** The device's own control, as it shows where no scripts run and nothing could name the file. */
const ownLook =
  'max-w-full font-normal file:mr-4 file:min-h-11 file:cursor-pointer file:rounded-pill file:border-[1.5px] file:border-ink file:bg-transparent file:px-5 file:py-2 file:font-semibold'

/** With scripts it lies unseen over our own button, so that the keyboard, a click and a dropped file still reach it. */
const coveringLook =
  'peer js:absolute js:inset-0 js:z-1 js:h-full js:w-full js:cursor-pointer js:opacity-0 js:file:cursor-pointer'

type Own = Omit<ComponentProps<'input'>, keyof FieldProps | 'children' | 'type'> & FieldProps

/** Choosing a file, in the reader's words: a browser names its own button in its own language. */
export function FileField({ label, name, help, error, optional, className, ...input }: Own) {
  return (
    <Field {...{ label, name, help, error, optional, className }}>
      {control => <Chooser {...input} name={name} control={control} />}
    </Field>
  )
}

function Chooser({ control, onChange, ...input }: ComponentProps<'input'> & { control: ControlProps }) {
  const own = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const look = () => setChosen(own.current?.files?.[0]?.name ?? null)
  // A file may have been chosen before the scripts ran.
  useEffect(look, [])
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    look()
    onChange?.(event)
  }
  return (
    <span className="relative flex max-w-full flex-wrap items-center gap-x-4 gap-y-1 self-start">
      <input
        {...input}
        {...control}
        ref={own}
        type="file"
        onChange={change}
        className={classNames(ownLook, coveringLook)}
      />
      <label
        htmlFor={control.id}
        className={classNames(
          buttonClasses({ kind: 'outline' }),
          'hidden peer-hover:bg-ink peer-hover:text-paper peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-aria-invalid:border-pomegranate js:inline-flex',
        )}
      >
        {chosen === null ? m.ui_file_choose() : m.ui_file_other()}
      </label>
      <span aria-hidden="true" className="hidden max-w-full truncate text-soft js:inline">
        {chosen ?? m.ui_file_none()}
      </span>
    </span>
  )
}
