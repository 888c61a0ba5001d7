import { type ChangeEvent, Suspense, useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import type { Language } from '../../base/language.ts'
import { m } from '../../paraglide/messages.js'
import { UnconfirmedUploads } from '../../registry/pages/photo/event-photo.tsx'
import type { RegistryView } from '../../registry/registry.contract.ts'
import { lazyWithRetry } from '../../ui/browser/lazy-retry.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Checkbox } from '../../ui/form/choice-field.tsx'
import { ErrorSummary } from '../../ui/form/error-summary.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FileField } from '../../ui/form/file-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Select, TextArea, TextField } from '../../ui/form/text-field.tsx'
import { shrinkImage } from '../../ui/media/shrink-image.ts'
import { linkClasses } from '../../ui/page/link.tsx'
import { type PageError, wholeErrorText } from '../../ui/page/page-errors.ts'
import {
  type InvitationContent,
  maxInvitationMessageLength,
  maxInvitationSubjectLength,
} from '../content.contract.ts'
import {
  hasReadableContrast,
  type InvitationDesign,
  maxFontSize,
  minFontSize,
  textAlignments,
  typefaces,
} from '../content.rules.ts'
import { InvitationCard } from './invitation-card.tsx'

interface EditorProps {
  registry: RegistryView
  content: InvitationContent
  /** Whether the host's e-mail is confirmed, without which nothing is uploaded. */
  confirmed: boolean
  answer: { values: Record<string, string>; refused: PageError | null } | undefined
  language: Language
}

/** The form of an invitation's text and design (R701), beside a preview of the e-mail. */
export function InvitationEditor({ registry, content, confirmed, answer, language }: EditorProps) {
  const initial = initialContent({ registry, content, answer })
  const [current, setCurrent] = useState<InvitationContent>(initial)
  const image = usePickedImage(content.background_image)
  const isSubmitting = useNavigation().formData?.get('intent') === 'save'
  const errors = answer?.refused?.fields ?? {}
  const errorMessage = wholeErrorText(answer?.refused)
  const change = (changed: Partial<InvitationContent>) => setCurrent(before => ({ ...before, ...changed }))
  return (
    <div className="flex flex-wrap gap-10">
      <Form
        aria-label={m.look_save()}
        method="post"
        encType="multipart/form-data"
        noValidate
        preventScrollReset
        className="flex min-w-0 grow-999 basis-80 flex-col gap-6"
      >
        <ErrorSummary errors={errorMessage ? { form: errorMessage } : errors} />
        <TextField
          label={m.look_subject()}
          name="subject"
          maxLength={maxInvitationSubjectLength}
          defaultValue={initial.subject}
          error={errors.subject}
        />
        <TextArea
          label={m.look_message()}
          name="message"
          rows={4}
          maxCharacters={maxInvitationMessageLength}
          defaultValue={initial.message}
          error={errors.message}
          onChange={event => change({ message: event.target.value })}
        />
        <DesignFields initial={initial} current={current} errors={errors} onChange={change} />
        <BackgroundImageFields
          hasSaved={content.background_image !== null}
          confirmed={confirmed}
          image={image}
          errors={errors}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="save" size="large" busy={isSubmitting}>
            {m.look_save()}
          </Button>
        </div>
      </Form>
      <InvitationPreview
        content={{ ...current, background_image: image.previewUrl }}
        registry={registry}
        language={language}
      />
    </div>
  )
}

/** What was submitted with errors, else what is saved, else the default text. */
function initialContent({
  registry,
  content,
  answer,
}: Pick<EditorProps, 'registry' | 'content' | 'answer'>): InvitationContent {
  const values = { ...content, ...answer?.values } as unknown as InvitationContent
  return {
    ...values,
    font_size: Number(values.font_size) || content.font_size,
    subject: values.subject || m.invitation_default_subject({ name: registry.registry_name }),
    message: values.message || m.invitation_default_message(),
  }
}

function BackgroundImageFields(props: {
  hasSaved: boolean
  confirmed: boolean
  image: ReturnType<typeof usePickedImage>
  errors: Record<string, string>
}) {
  const { hasSaved, confirmed, image, errors } = props
  return (
    <>
      {confirmed ? (
        <FileField
          label={m.look_picture()}
          name="background_image"
          help={m.look_picture_help()}
          optional
          error={image.isInvalid ? m.look_picture_kind() : errors.background_image}
          accept="image/jpeg,image/png,image/webp"
          onChange={image.onPick}
        />
      ) : (
        <UnconfirmedUploads />
      )}
      {hasSaved && (
        <Checkbox
          label={m.look_picture_remove()}
          name="remove_background"
          onChange={event => image.setHidden(event.target.checked)}
        />
      )}
    </>
  )
}

function InvitationPreview(props: {
  content: InvitationContent
  registry: RegistryView
  language: Language
}) {
  const { content, registry, language } = props
  return (
    <section
      aria-label={m.look_preview()}
      className="min-w-0 grow basis-92 lg:sticky lg:top-24 lg:self-start"
    >
      <p className="mb-3 font-semibold">{m.look_preview()}</p>
      <InvitationCard
        design={content}
        message={content.message}
        hosts={registry.hosts}
        day={registry.registry_date}
        place={registry.event_place}
        language={language}
      >
        <p>
          <span className="card-button inline-block rounded-pill px-6 py-3 text-base">
            {m.invitation_mail_reply()}
          </span>
        </p>
        <p className="text-base underline">{m.invitation_mail_gifts()}</p>
      </InvitationCard>
    </section>
  )
}

const nothingPicked = { url: null, isInvalid: false }

/**
 * The image to preview: the saved one, the one just picked in a file field, or none. A picked image is shrunk before
 * it is uploaded; `isInvalid` when the file is no image.
 */
function usePickedImage(savedUrl: string | null) {
  const [picked, setPicked] = useState<{ url: string | null; isInvalid: boolean }>(nothingPicked)
  const [isHidden, setHidden] = useState(false)
  const { url, isInvalid } = picked
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url])
  const onPick = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (!file) return setPicked(nothingPicked)
    try {
      const small = await shrinkImage(file)
      const files = new DataTransfer()
      files.items.add(new File([small], file.name, { type: small.type }))
      target.files = files.files
      setPicked({ url: URL.createObjectURL(small), isInvalid: false })
    } catch {
      setPicked({ url: null, isInvalid: true })
    }
  }
  return { previewUrl: url ?? (isHidden ? null : savedUrl), isInvalid, onPick, setHidden }
}

/** The fields of an invitation's design; `current` is what the preview shows. */
function DesignFields(props: {
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

const ColourPicker = lazyWithRetry(() => import('./colour-picker.tsx'))

/** A colour: the device's own picker, and with JavaScript one that leaves the preview visible. */
function ColourField(props: {
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
function ContrastWarning({ design }: { design: InvitationDesign }) {
  const isReadable = hasReadableContrast(design.text_color, design.background_color)
  return (
    <p role="status" className="text-sm font-semibold text-pomegranate empty:hidden">
      {isReadable ? '' : m.look_contrast()}
    </p>
  )
}
