import { type ChangeEvent, useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import type { Language } from '../../base/language.ts'
import { m } from '../../paraglide/messages.js'
import { UnconfirmedUploads } from '../../registry/pages/photo/event-photo.tsx'
import type { RegistryView } from '../../registry/registry.contract.ts'
import { Button } from '../../ui/form/button.tsx'
import { Checkbox } from '../../ui/form/choice-field.tsx'
import { ErrorSummary } from '../../ui/form/error-summary.tsx'
import { FileField } from '../../ui/form/file-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { shrinkImage } from '../../ui/media/shrink-image.ts'
import { type PageError, wholeErrorText } from '../../ui/page/page-errors.ts'
import {
  type InvitationContent,
  maxInvitationMessageLength,
  maxInvitationSubjectLength,
} from '../content.contract.ts'
import { DesignFields, FinishedDesigns } from './design-fields.tsx'
import { RegistryInvitation } from './invitation-card.tsx'

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
  const submitted = useNavigation().formData?.get('intent')
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
        <FinishedDesigns current={current} onChange={change} />
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
        <DesignFields current={current} errors={errors} onChange={change} />
        <BackgroundImageFields
          hasSaved={content.background_image !== null}
          confirmed={confirmed}
          image={image}
          errors={errors}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="save" size="large" busy={submitted === 'save'}>
            {m.look_save()}
          </Button>
          <Button
            type="submit"
            name="intent"
            value="continue"
            kind="outline"
            size="large"
            busy={submitted === 'continue'}
          >
            {m.invitation_continue()}
          </Button>
        </div>
      </Form>
      <section
        aria-label={m.look_preview()}
        className="min-w-0 grow basis-92 max-lg:order-first lg:sticky lg:top-24 lg:self-start"
      >
        <p className="mb-3 font-semibold">{m.look_preview()}</p>
        <RegistryInvitation
          content={{ ...current, background_image: image.previewUrl }}
          registry={registry}
          language={language}
        >
          <p>
            <span className="card-button inline-block rounded-pill px-6 py-3 text-base">
              {m.invitation_mail_reply()}
            </span>
          </p>
          <p className="text-base underline">{m.invitation_mail_gifts()}</p>
        </RegistryInvitation>
      </section>
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
    subject:
      values.subject ||
      m.invitation_default_subject({ name: registry.registry_name, type: registry.type_info.slug }),
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
