import { type ChangeEvent, type ComponentProps, useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { classNames } from '../style/class-names.ts'
import { buttonClasses } from './button.tsx'
import { type ControlProps, Field, type FieldProps } from './field.tsx'

/** The browser's own control: the look without JavaScript. */
const nativeClasses =
  'max-w-full font-normal file:mr-4 file:min-h-11 file:cursor-pointer file:rounded-pill file:border-[1.5px] file:border-ink file:bg-transparent file:px-5 file:py-2 file:font-semibold'

/** With JavaScript it covers our button invisibly, so that the keyboard, clicks and dropped files still reach it. */
const overlayClasses =
  'peer js:absolute js:inset-0 js:z-1 js:h-full js:w-full js:cursor-pointer js:opacity-0 js:file:cursor-pointer'

type FileFieldProps = Omit<ComponentProps<'input'>, keyof FieldProps | 'children' | 'type'> & FieldProps

/** A file input in the page's language: the browser's own button is in the browser's language. */
export function FileField({ label, name, help, error, optional, className, ...input }: FileFieldProps) {
  const { currentError, change } = useErrorOfSentFile(error, input.onChange)
  return (
    <Field
      label={label}
      name={name}
      help={help}
      error={currentError}
      optional={optional}
      className={className}
    >
      {control => <FileChooser {...input} onChange={change} name={name} control={control} />}
    </Field>
  )
}

/** The error of one file says nothing of another: it is hidden once another file is chosen, until the next answer. */
function useErrorOfSentFile(error: FileFieldProps['error'], onChange: FileFieldProps['onChange']) {
  const [hiddenError, setHiddenError] = useState<FileFieldProps['error']>(null)
  const isSending = useNavigation().state !== 'idle'
  const [last, setLast] = useState({ error, isSending })
  if (last.error !== error || last.isSending !== isSending) {
    setLast({ error, isSending })
    if (!isSending) setHiddenError(null)
  }
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    setHiddenError(error)
    onChange?.(event)
  }
  return { currentError: error === hiddenError ? null : error, change }
}

function FileChooser({ control, onChange, ...input }: ComponentProps<'input'> & { control: ControlProps }) {
  const fileInput = useRef<HTMLInputElement>(null)
  const [fileName, setFileName] = useState<string | null>(null)
  const readFileName = () => setFileName(fileInput.current?.files?.[0]?.name ?? null)
  // A file may have been chosen before the scripts ran.
  useEffect(readFileName, [])
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    readFileName()
    onChange?.(event)
  }
  return (
    <span className="relative flex max-w-full flex-wrap items-center gap-x-4 gap-y-1 self-start">
      <input
        {...input}
        {...control}
        ref={fileInput}
        type="file"
        onChange={change}
        className={classNames(nativeClasses, overlayClasses)}
      />
      <span
        aria-hidden="true"
        className={classNames(
          buttonClasses({ kind: 'outline' }),
          'hidden peer-hover:bg-ink peer-hover:text-paper peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-aria-invalid:border-pomegranate js:inline-flex',
        )}
      >
        {fileName === null ? m.ui_file_choose() : m.ui_file_other()}
      </span>
      <span aria-hidden="true" className="hidden max-w-full truncate text-soft js:inline">
        {fileName ?? m.ui_file_none()}
      </span>
    </span>
  )
}
