import {
  type ChangeEvent,
  type FormEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useFormAction, useNavigation, useSubmit } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { FileField } from '../../../ui/form/file-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { shrinkImage } from '../../../ui/media/shrink-image.ts'
import type { PhotoCrop } from '../../photo.rules.ts'

const PhotoCropper = lazy(() => import('./photo-cropper.tsx'))

/** The chosen photo, shrunk but not uploaded yet, and its square. */
export interface ChosenPhoto {
  file: Blob | null
  crop: PhotoCrop | null
}

export function addPhotoTo(form: FormData, file: Blob, crop: PhotoCrop | null): void {
  form.set('picture', file, 'picture.jpg')
  for (const [part, value] of Object.entries(crop ?? {})) form.set(`crop[${part}]`, String(value))
}

interface PhotoUploadFormProps {
  intent: string
  /** The form's accessible name; without it “save the picture”. */
  label?: string
  fields?: ReactNode
  error: string | undefined
  /** Set to what is chosen here, for another form that saves it too. */
  chosen?: RefObject<ChosenPhoto>
  isCropped?: boolean
  children?: ReactNode
}

/** Uploads a photo (R227), shrunk in the browser with JavaScript, and with its chosen square if `isCropped`. */
export function PhotoUploadForm(props: PhotoUploadFormProps) {
  const { intent, label, fields, isCropped = false } = props
  const { file, url, error: fileError, choose } = useChosenFile()
  const own = useRef<ChosenPhoto>({ file: null, crop: null })
  const chosen = props.chosen ?? own
  useEffect(() => {
    chosen.current = { file, crop: null }
  }, [chosen, file])
  const submit = useSubmit()
  const action = useFormAction()
  const isBusy = useNavigation().formData?.get('intent') === intent
  const upload = (event: FormEvent<HTMLFormElement>) => {
    if (isBusy) return event.preventDefault()
    if (!file) return
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    addPhotoTo(form, file, chosen.current.crop)
    submit(form, { method: 'post', action, encType: 'multipart/form-data' })
  }
  return (
    <Form
      aria-label={label ?? m.hosting_picture_save()}
      method="post"
      encType="multipart/form-data"
      onSubmit={upload}
      className="flex flex-col gap-4"
    >
      <input type="hidden" name="intent" value={intent} />
      <FileField
        label={m.hosting_picture_label()}
        name="picture"
        help={m.hosting_picture_help()}
        error={fileError ?? props.error}
        required
        accept="image/jpeg,image/png,image/webp"
        onChange={choose}
      />
      {url && isCropped && (
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
      {fields}
      <div className={url ? '' : 'js:hidden'}>
        <Button type="submit" busy={isBusy}>
          {m.hosting_picture_save()}
        </Button>
        {props.children}
      </div>
    </Form>
  )
}

/** The chosen file, shrunk, and an object URL to show it. */
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
      // Another one was chosen meanwhile.
      if (target.files?.[0] !== file) return
      setChosen({ file: small, url: URL.createObjectURL(small), error: null })
    } catch {
      if (target.files?.[0] === file) setChosen({ file: null, url: null, error: m.picture_type() })
    }
  }
  return { ...chosen, choose }
}
