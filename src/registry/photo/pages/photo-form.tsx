import { type ChangeEvent, type FormEvent, lazy, type RefObject, Suspense, useEffect, useState } from 'react'
import { Form, useFormAction, useNavigation, useSubmit } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { FileField } from '../../../ui/form/file-field.tsx'
import { shrinkImage } from '../../../ui/media/shrink-image.ts'
import type { EventTypeView } from '../../registry/event-type-contract.ts'
import type { PhotoCrop } from '../rules.ts'
import { EventPhoto } from './event-photo.tsx'
import { UnconfirmedUploads } from './unconfirmed-uploads.tsx'

const PhotoCropper = lazy(() => import('./photo-cropper.tsx'))

/** The photo that is chosen and not yet uploaded, shrunk, and its square. */
export interface ChosenPhoto {
  file: Blob | null
  crop: PhotoCrop | null
}

/** Adds the photo to a form as the fields of an upload. */
export function addPhoto(form: FormData, file: Blob, crop: PhotoCrop | null): void {
  form.set('picture', file, 'picture.jpg')
  for (const [part, value] of Object.entries(crop ?? {})) form.set(`crop[${part}]`, String(value))
}

interface PhotoFormProps {
  photo: string | null
  type: Pick<EventTypeView, 'illustration' | 'tone'>
  /** Whether the host's e-mail is confirmed, without which nothing is uploaded. */
  confirmed: boolean
  /** What was wrong with the last one. */
  error: string | undefined
  /** Holds what is chosen here, which the form of the details saves, too. */
  chosen: RefObject<ChosenPhoto>
}

/** Uploads the registry's photo, cropped to a square with JavaScript (else to its middle), or removes it (R227). */
export function PhotoForm({ photo, type, confirmed, error, chosen }: PhotoFormProps) {
  return (
    <section aria-labelledby="picture-title" className="flex flex-wrap items-start gap-6">
      <EventPhoto type={type} photo={photo} />
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-4">
        <h2 id="picture-title" className="text-2xl">
          {m.hosting_picture_title()}
        </h2>
        {confirmed ? <UploadForm error={error} chosen={chosen} /> : <UnconfirmedUploads />}
        {photo && (
          <Form role="presentation" method="post">
            <input type="hidden" name="intent" value="picture" />
            <Button type="submit" name="remove_picture" value="1" kind="quiet" className="-ml-5">
              {m.hosting_picture_remove()}
            </Button>
          </Form>
        )}
      </div>
    </section>
  )
}

function UploadForm({ error: serverError, chosen }: Pick<PhotoFormProps, 'error' | 'chosen'>) {
  const { file, url, error: fileError, choose } = useChosenFile()
  useEffect(() => {
    chosen.current = { file, crop: null }
  }, [chosen, file])
  const submit = useSubmit()
  const action = useFormAction()
  const isBusy = useNavigation().formData?.get('intent') === 'picture'
  const error = fileError ?? serverError
  const upload = (event: FormEvent<HTMLFormElement>) => {
    if (isBusy) return event.preventDefault()
    if (!file) return
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    addPhoto(form, file, chosen.current.crop)
    submit(form, { method: 'post', action, encType: 'multipart/form-data' })
  }
  return (
    <Form
      aria-label={m.hosting_picture_save()}
      method="post"
      encType="multipart/form-data"
      onSubmit={upload}
      className="flex flex-col gap-4"
    >
      <input type="hidden" name="intent" value="picture" />
      <FileField
        label={m.hosting_picture_label()}
        name="picture"
        help={m.hosting_picture_help()}
        error={error}
        required
        accept="image/jpeg,image/png,image/webp"
        onChange={choose}
      />
      {url && (
        <Suspense fallback={<p className="text-soft">{m.ui_busy()}</p>}>
          <PhotoCropper
            key={url}
            url={url}
            onCrop={crop => {
              chosen.current = { file, crop }
            }}
          />
        </Suspense>
      )}
      <div className={url ? '' : 'js:hidden'}>
        <Button type="submit" busy={isBusy}>
          {m.hosting_picture_save()}
        </Button>
        <p className="mt-2 text-sm text-soft js:hidden">{m.hosting_picture_save_alone()}</p>
      </div>
    </Form>
  )
}

/** The chosen file, shrunk for the upload, and an object URL to show it. */
function useChosenFile() {
  const [chosen, setChosen] = useState<{ file: Blob | null; url: string | null; error: string | null }>({
    file: null,
    url: null,
    error: null,
  })
  const { url } = chosen
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url])
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    setChosen({ file: null, url: null, error: null })
    if (!file) return
    try {
      const small = await shrinkImage(file)
      setChosen({ file: small, url: URL.createObjectURL(small), error: null })
    } catch {
      setChosen({ file: null, url: null, error: m.picture_type() })
    }
  }
  return { ...chosen, choose }
}
