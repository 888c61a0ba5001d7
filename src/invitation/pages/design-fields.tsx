import { Suspense, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { lazyWithRetry } from '../../ui/browser/lazy-retry.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select, TextField } from '../../ui/form/text-field.tsx'
import { linkClasses } from '../../ui/page/link.tsx'
import { useNonce } from '../../ui/page/site-data.ts'
import { classNames } from '../../ui/style/class-names.ts'
import {
  type DesignKey,
  designKeyOf,
  type FinishedDesign,
  finishedDesigns,
  fontStackOf,
  frameColourOf,
  hasReadableContrast,
  type InvitationDesign,
  maxFontSize,
  minFontSize,
  textAlignments,
  typefaces,
} from '../content.rules.ts'

interface DesignProps {
  /** What the preview shows. */
  current: InvitationDesign
  onChange: (change: Partial<InvitationDesign>) => void
}

const designLabels: Record<DesignKey, () => string> = {
  paper: m.look_paper,
  olive: m.look_olive,
  sea: m.look_sea,
  pomegranate: m.look_pomegranate,
  night: m.look_night,
  plain: m.look_plain,
}

/** The finished designs to begin with; without JavaScript there are the fields of any design. */
export function FinishedDesigns({ current, onChange }: DesignProps) {
  const chosen = designKeyOf(current)
  return (
    <fieldset className="hidden js:block">
      <legend className="mb-3 font-semibold">{m.look_designs()}</legend>
      <div className="flex flex-wrap gap-4">
        <style nonce={useNonce()} suppressHydrationWarning>
          {Object.entries(finishedDesigns)
            .map(([key, design]) => thumbnailCss(key, design))
            .join('')}
        </style>
        {(Object.keys(designLabels) as DesignKey[]).map(key => (
          <button
            key={key}
            type="button"
            aria-pressed={chosen === key}
            onClick={() => onChange(finishedDesigns[key])}
            className="group flex w-24 flex-col items-center gap-2 rounded-field text-sm aria-pressed:font-semibold"
          >
            <span
              aria-hidden
              className={`design-${key} flex h-32 w-24 rounded-field border border-line p-2 outline-2 outline-offset-2 group-aria-pressed:outline-olive group-[:not([aria-pressed=true])]:outline-transparent`}
            >
              <span
                className={classNames(
                  'flex flex-1 items-center',
                  frameColourOf(finishedDesigns[key]) ? 'justify-center border border-current/30' : 'ps-1',
                )}
              >
                α & ω
              </span>
            </span>
            {designLabels[key]()}
          </button>
        ))}
      </div>
    </fieldset>
  )
}

const thumbnailCss = (key: string, { background_color, text_color, font_family }: FinishedDesign) =>
  `.design-${key}{background:${background_color};color:${text_color};font:400 22px/1 ${fontStackOf(font_family)}}`

/** The fields of a design; they stand open where one is wrong, or where the design is the hosts' own. */
export function DesignFields(props: DesignProps & { errors: Record<string, string> }) {
  const { current, errors, onChange } = props
  // What is typed is shown as long as it stands for the present size; otherwise the size itself is.
  const [typedSize, setTypedSize] = useState<string | null>(null)
  const shownSize = typedSize !== null && clampFontSize(typedSize) === current.font_size ? typedSize : null
  const [isOwn] = useState(designKeyOf(current) === null)
  const isWrong = Object.keys(finishedDesigns.paper).some(field => errors[field])
  return (
    <details open={isOwn || isWrong}>
      <summary className={`cursor-pointer py-2.5 font-semibold ${linkClasses.text}`}>
        {m.look_adjust()}
      </summary>
      <div className="flex flex-col gap-6 pt-4">
        <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
          <Select
            label={m.look_font()}
            name="font_family"
            help={m.look_font_help()}
            value={current.font_family}
            error={errors.font_family}
            options={typefaces.map(({ key, name }) => ({ value: key, label: name }))}
            onChange={event => onChange({ font_family: event.target.value })}
          />
          <TextField
            label={m.look_size()}
            name="font_size"
            type="number"
            min={minFontSize}
            max={maxFontSize}
            help={m.look_size_help({ least: minFontSize, most: maxFontSize })}
            value={shownSize ?? current.font_size}
            error={errors.font_size}
            onChange={event => {
              setTypedSize(event.target.value)
              onChange({ font_size: clampFontSize(event.target.value) })
            }}
          />
          <ColourField
            label={m.look_text_color()}
            name="text_color"
            colour={current.text_color}
            onPick={text_color => onChange({ text_color })}
          />
          <ColourField
            label={m.look_background_color()}
            name="background_color"
            colour={current.background_color}
            onPick={background_color => onChange({ background_color })}
          />
        </div>
        {/* Warns when the text would be hard to read on its background (R701). */}
        <p role="status" className="text-sm font-semibold text-pomegranate empty:hidden">
          {hasReadableContrast(current.text_color, current.background_color) ? '' : m.look_contrast()}
        </p>
        <Select
          label={m.look_align()}
          name="text_align"
          value={current.text_align}
          error={errors.text_align}
          options={textAlignments.map(value => ({ value, label: alignmentLabels[value]() }))}
          onChange={event => onChange({ text_align: event.target.value as InvitationDesign['text_align'] })}
        />
      </div>
    </details>
  )
}

const alignmentLabels = { left: m.look_left, center: m.look_center, right: m.look_right }

const clampFontSize = (typed: string) =>
  Math.min(maxFontSize, Math.max(minFontSize, Math.round(Number(typed)) || minFontSize))

const ColourPicker = lazyWithRetry(() => import('./colour-picker.tsx'))

/** A colour: the device's own picker, and with JavaScript one that leaves the preview visible. */
function ColourField(props: {
  label: string
  name: string
  colour: string
  onPick: (colour: string) => void
}) {
  const { label, name, colour, onPick } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <Field label={label} name={name}>
      {control => (
        <span className="flex flex-wrap items-center gap-3">
          <input
            type="color"
            {...control}
            name={name}
            value={colour}
            onChange={event => onPick(event.target.value)}
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
              <ColourPicker colour={colour} onPick={onPick} />
            </Suspense>
          )}
        </span>
      )}
    </Field>
  )
}
