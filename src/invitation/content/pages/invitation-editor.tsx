import { type ChangeEvent, useEffect, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Language } from '../../../base/language.ts'
import { m } from '../../../paraglide/messages.js'
import type { RegistryView } from '../../../registry/registry/contract.ts'
import { Button } from '../../../ui/form/button.tsx'
import { Checkbox } from '../../../ui/form/choice-field.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { FileField } from '../../../ui/form/file-field.tsx'
import { Select, TextArea, TextField } from '../../../ui/form/text-field.tsx'
import { shrinkImage } from '../../../ui/media/shrink-image.ts'
import type { PageError } from '../../../ui/page/page-errors.ts'
import {
  type InvitationContent,
  maxInvitationMessageLength,
  maxInvitationSubjectLength,
} from '../contract.ts'
import { type InvitationDesign, maxFontSize, minFontSize, textAlignments, typefaces } from '../rules.ts'
import { ColourField, ContrastWarning } from './colour-field.tsx'
import { InvitationCard } from './invitation-card.tsx'
import { contentFieldMessages } from './invitation-messages.ts'

interface EditorProps {
  registry: RegistryView
  look: InvitationContent
  answer: { values: Record<string, string>; refused: PageError | null } | undefined
  language: Language
}

/** The invitation's words and colours, with the card as it will be mailed beside them. */
export function InvitationEditor({ registry, look, answer, language }: EditorProps) {
  const kept = { ...look, ...answer?.values } as unknown as InvitationContent
  const first = {
    ...kept,
    font_size: Number(kept.font_size) || look.font_size,
    subject: kept.subject || m.invitation_default_subject({ name: registry.registry_name }),
    message: kept.message || m.invitation_default_message(),
  }
  const [shown, setShown] = useState<InvitationContent>(first)
  const picture = usePickedPicture(look.background_image)
  const busy = useNavigation().formData?.get('intent') === 'save'
  const wrong = Object.fromEntries(
    Object.entries(answer?.refused?.fields ?? {}).map(([name, key]) => [
      name,
      contentFieldMessages[key]?.() ?? key,
    ]),
  )
  const change = (part: Partial<InvitationContent>) => setShown(before => ({ ...before, ...part }))
  return (
    <div className="flex flex-wrap gap-10">
      <Form
        method="post"
        encType="multipart/form-data"
        noValidate
        preventScrollReset
        className="flex min-w-0 grow-999 basis-80 flex-col gap-6"
      >
        <ErrorSummary errors={wrong} />
        <TextField
          label={m.look_subject()}
          name="subject"
          maxLength={maxInvitationSubjectLength}
          defaultValue={first.subject}
          error={wrong.subject}
        />
        <TextArea
          label={m.look_message()}
          name="message"
          rows={4}
          most={maxInvitationMessageLength}
          defaultValue={first.message}
          error={wrong.message}
          onChange={event => change({ message: event.target.value })}
        />
        <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
          <Select
            label={m.look_font()}
            name="font_family"
            help={m.look_font_help()}
            defaultValue={first.font_family}
            error={wrong.font_family}
            choices={typefaces.map(({ key, name }) => ({ value: key, label: name }))}
            onChange={event => change({ font_family: event.target.value })}
          />
          <TextField
            label={m.look_size()}
            name="font_size"
            type="number"
            min={minFontSize}
            max={maxFontSize}
            help={m.look_size_help({ least: minFontSize, most: maxFontSize })}
            defaultValue={first.font_size}
            error={wrong.font_size}
            onChange={event => change({ font_size: bounded(event.target.value) })}
          />
          <ColourField
            label={m.look_text_color()}
            name="text_color"
            first={first.text_color}
            onPick={text_color => change({ text_color })}
          />
          <ColourField
            label={m.look_background_color()}
            name="background_color"
            first={first.background_color}
            onPick={background_color => change({ background_color })}
          />
        </div>
        <ContrastWarning look={shown} />
        <Select
          label={m.look_align()}
          name="text_align"
          defaultValue={first.text_align}
          error={wrong.text_align}
          choices={textAlignments.map(value => ({ value, label: alignmentWords[value]() }))}
          onChange={event => change({ text_align: event.target.value as InvitationDesign['text_align'] })}
        />
        <FileField
          label={m.look_picture()}
          name="background_image"
          help={m.look_picture_help()}
          optional
          error={picture.wrong ? m.look_picture_kind() : wrong.background_image}
          accept="image/jpeg,image/png,image/webp"
          onChange={picture.pick}
        />
        {look.background_image && (
          <Checkbox
            label={m.look_picture_remove()}
            name="remove_background"
            onChange={event => picture.hide(event.target.checked)}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="save" size="large" busy={busy}>
            {m.look_save()}
          </Button>
        </div>
      </Form>
      <section
        aria-label={m.look_preview()}
        className="min-w-0 grow basis-92 lg:sticky lg:top-24 lg:self-start"
      >
        <p className="mb-3 font-semibold">{m.look_preview()}</p>
        <InvitationCard
          look={{ ...shown, background_image: picture.shown }}
          message={shown.message}
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
    </div>
  )
}

const alignmentWords = { left: m.look_left, center: m.look_center, right: m.look_right }

const bounded = (typed: string) =>
  Math.min(maxFontSize, Math.max(minFontSize, Math.round(Number(typed)) || minFontSize))

/**
 * The picture in the preview: the saved one, the one just picked from this device, or none. What is picked is made
 * small enough to travel; what is no picture is told at once.
 */
function usePickedPicture(saved: string | null) {
  const [picked, setPicked] = useState<{ address: string | null; wrong: boolean }>(nothingPicked)
  const [hidden, setHidden] = useState(false)
  const { address, wrong } = picked
  useEffect(() => () => (address ? URL.revokeObjectURL(address) : undefined), [address])
  const pick = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (!file) return setPicked(nothingPicked)
    try {
      const small = await shrinkImage(file)
      const files = new DataTransfer()
      files.items.add(new File([small], file.name, { type: small.type }))
      target.files = files.files
      setPicked({ address: URL.createObjectURL(small), wrong: false })
    } catch {
      setPicked({ address: null, wrong: true })
    }
  }
  return { shown: address ?? (hidden ? null : saved), wrong, pick, hide: setHidden }
}

const nothingPicked = { address: null, wrong: false }
