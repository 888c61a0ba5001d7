import { m } from '../../../paraglide/messages.js'
import { Select, TextField } from '../../../ui/form/text-field.tsx'
import type { InvitationContent } from '../contract.ts'
import { type InvitationDesign, maxFontSize, minFontSize, textAlignments, typefaces } from '../rules.ts'
import { ColourField, ContrastWarning } from './colour-field.tsx'

/** The fields of an invitation's design; `current` is what the preview shows. */
export function DesignFields(props: {
  initial: InvitationContent
  current: InvitationContent
  errors: Record<string, string>
  onChange: (change: Partial<InvitationContent>) => void
}) {
  const { initial, current, errors, onChange } = props
  return (
    <>
      <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
        <Select
          label={m.look_font()}
          name="font_family"
          help={m.look_font_help()}
          defaultValue={initial.font_family}
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
          defaultValue={initial.font_size}
          error={errors.font_size}
          onChange={event => onChange({ font_size: clampFontSize(event.target.value) })}
        />
        <ColourField
          label={m.look_text_color()}
          name="text_color"
          initial={initial.text_color}
          onPick={text_color => onChange({ text_color })}
        />
        <ColourField
          label={m.look_background_color()}
          name="background_color"
          initial={initial.background_color}
          onPick={background_color => onChange({ background_color })}
        />
      </div>
      <ContrastWarning design={current} />
      <Select
        label={m.look_align()}
        name="text_align"
        defaultValue={initial.text_align}
        error={errors.text_align}
        options={textAlignments.map(value => ({ value, label: alignmentLabels[value]() }))}
        onChange={event => onChange({ text_align: event.target.value as InvitationDesign['text_align'] })}
      />
    </>
  )
}

const alignmentLabels = { left: m.look_left, center: m.look_center, right: m.look_right }

const clampFontSize = (typed: string) =>
  Math.min(maxFontSize, Math.max(minFontSize, Math.round(Number(typed)) || minFontSize))
