import { type ChangeEvent, useEffect, useState } from 'react'
import { data, redirect, useNavigation } from 'react-router'
import { getAccount } from '../../account/settings.contract.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { hostPageMeta, loadHostedRegistry } from '../../registry/pages/host-page-frame.tsx'
import { UnconfirmedUploads } from '../../registry/pages/photo/event-photo.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Checkbox } from '../../ui/form/choice-field.tsx'
import { ErrorSummary } from '../../ui/form/error-summary.tsx'
import { FileField } from '../../ui/form/file-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { readFormValues, submitForm } from '../../ui/form/submit-form.ts'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { shrinkImage } from '../../ui/media/shrink-image.ts'
import { pageContext } from '../../ui/page/page-context.ts'
import { wholeErrorText } from '../../ui/page/page-errors.ts'
import {
  type InvitationContent,
  maxInvitationMessageLength,
  maxInvitationSubjectLength,
  saveInvitationContent,
  showInvitationContent,
} from '../content.contract.ts'
import type { Route } from './+types/invitation-page'
import { DesignFields, FinishedDesigns } from './design-fields.tsx'
import { RegistryInvitation } from './invitation-card.tsx'
import { InvitationFrame } from './invitation-frame.tsx'

const page = 'invitation-settings'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const [{ confirmed }, content] = await Promise.all([
    ctx.call(getAccount, {}),
    ctx.call(showInvitationContent, { registry: registry.id }),
  ])
  return { registry, content, confirmed, language: ctx.language, site: ctx.site }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const form = await request.formData()
  const { intent, ...values } = readFormValues(form)
  const file = form.get('background_image')
  const entered = { ...values, ...(file instanceof Blob && { background_image: file }) }
  const { refused } = await submitForm(ctx, saveInvitationContent, entered, { registry_id: id })
  if (refused) return data({ values, refused }, { status: refused.status })
  const next = intent === 'continue' ? paths.sendInvitations(id) : paths.editRegistry(id, page)
  throw redirect(withLanguage(`${next}?done=save`, ctx.language))
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return hostPageMeta(m.invitation_title(), loaderData, params.id, page)
}

/** What the invitation says and how it looks (R701). */
export default function InvitationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id } = loaderData.registry
  return (
    <InvitationFrame id={id} done={{ save: m.invitation_saved }}>
      <InvitationEditor key={id} {...loaderData} answer={actionData} />
    </InvitationFrame>
  )
}

type EditorProps = Route.ComponentProps['loaderData'] & { answer: Route.ComponentProps['actionData'] }

/** The form of an invitation's text and design (R701), beside a preview of the e-mail. */
function InvitationEditor({ registry, content, confirmed, answer, language }: EditorProps) {
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
      // Another one was chosen meanwhile.
      if (target.files?.[0] !== file) return
      const files = new DataTransfer()
      files.items.add(new File([small], file.name, { type: small.type }))
      target.files = files.files
      setPicked({ url: URL.createObjectURL(small), isInvalid: false })
    } catch {
      if (target.files?.[0] === file) setPicked({ url: null, isInvalid: true })
    }
  }
  return { previewUrl: url ?? (isHidden ? null : savedUrl), isInvalid, onPick, setHidden }
}
