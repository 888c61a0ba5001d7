import { Suspense, useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { lazyWithRetry } from '../../../ui/browser/lazy-retry.ts'
import { Field } from '../../../ui/form/field.tsx'
import { linkClasses } from '../../../ui/page/link.tsx'
import { hasReadableContrast, type InvitationDesign } from '../rules.ts'

const ColourPicker = lazyWithRetry(() => import('./colour-picker.tsx'))

/** A colour: the device's own picker, and with JavaScript one that leaves the preview visible. */
export function ColourField(props: {
  label: string
  name: string
  initial: string
  onPick: (colour: string) => void
}) {
  const { label, name, initial, onPick } = props
  const [colour, setColour] = useState(initial)
  const [isOpen, setOpen] = useState(false)
  const pick = (picked: string) => {
    setColour(picked)
    onPick(picked)
  }
  return (
    <Field label={label} name={name}>
      {control => (
        <span className="flex flex-wrap items-center gap-3">
          <input
            type="color"
            {...control}
            name={name}
            value={colour}
            onChange={event => pick(event.target.value)}
            className="h-12 w-16 shrink-0 cursor-pointer rounded-field border border-edge bg-card p-1"
          />
          <span className="text-soft tabular-nums">{colour}</span>
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className={`hidden rounded-field px-2 py-1 text-sm js:block ${linkClasses.text}`}
          >
            {m.look_more_colours()}
            <span className="sr-only"> {label}</span>
          </button>
          {isOpen && (
            <Suspense fallback={null}>
              <ColourPicker colour={colour} onPick={pick} />
            </Suspense>
          )}
        </span>
      )}
    </Field>
  )
}

/** Warns when the text would be hard to read on its background (R701). */
export function ContrastWarning({ design }: { design: InvitationDesign }) {
  const isReadable = hasReadableContrast(design.text_color, design.background_color)
  return (
    <p role="status" className="text-sm font-semibold text-pomegranate empty:hidden">
      {isReadable ? '' : m.look_contrast()}
    </p>
  )
}
