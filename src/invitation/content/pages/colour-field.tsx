import { Suspense, useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { lazyWithRetry } from '../../../ui/browser/lazy-retry.ts'
import { Field } from '../../../ui/form/field.tsx'
import { hasReadableContrast, type InvitationDesign } from '../rules.ts'

const ColourPicker = lazyWithRetry(() => import('./colour-picker.tsx'))

/** A colour: the device's own picker, and where scripts run one that stands beside the preview. */
export function ColourField(props: {
  label: string
  name: string
  first: string
  onPick: (colour: string) => void
}) {
  const { label, name, first, onPick } = props
  const [colour, setColour] = useState(first)
  const [open, setOpen] = useState(false)
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
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="hidden rounded-field px-2 py-1 text-sm underline underline-offset-4 js:block"
          >
            {m.look_more_colours()}
            <span className="sr-only"> {label}</span>
          </button>
          {open && (
            <Suspense fallback={null}>
              <ColourPicker colour={colour} onPick={pick} />
            </Suspense>
          )}
        </span>
      )}
    </Field>
  )
}

/** Says when the words would be hard to read on their ground. */
export function ContrastWarning({ look }: { look: InvitationDesign }) {
  const readable = hasReadableContrast(look.text_color, look.background_color)
  return (
    <p role="status" className="text-sm font-semibold text-pomegranate empty:hidden">
      {readable ? '' : m.look_contrast()}
    </p>
  )
}
