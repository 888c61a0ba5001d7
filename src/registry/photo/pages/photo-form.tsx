import { type ChangeEvent, type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Form, useFormAction, useNavigation, useSubmit } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { FileField } from '../../../ui/form/file-field.tsx'
import { shrinkImage } from '../../../ui/media/shrink-image.ts'
import { registryFieldMessages } from '../../registry/pages/error-messages.ts'
import type { PhotoCrop } from '../rules.ts'
import { EventPhoto } from './event-photo.tsx'

const Cropper = lazy(() => import('./photo-cropper.tsx'))

interface PictureFormProps {
  picture: string | null
  type: string
  /** Why the last one was refused, as a message key. */
  refused: string | undefined
}

/** The registry's picture: chosen, cropped to a square where scripts run (else its middle is taken), or taken off. */
export function PhotoForm({ picture, type, refused }: PictureFormProps) {
  const { file, address, wrong, choose } = useChosen()
  const crop = useRef<PhotoCrop | null>(null)
  const submit = useSubmit()
  const action = useFormAction()
  const busy = useNavigation().formData?.get('intent') === 'picture'
  const error = wrong ?? refused
  const send = (event: FormEvent<HTMLFormElement>) => {
    if (busy) return event.preventDefault()
    if (!file) return
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    form.set('picture', file, 'picture.jpg')
    for (const [part, value] of Object.entries(crop.current ?? {})) form.set(`crop[${part}]`, String(value))
    submit(form, { method: 'post', action, encType: 'multipart/form-data' })
  }
  return (
    <section aria-labelledby="picture-title" className="flex flex-wrap items-start gap-6">
      <EventPhoto type={type} picture={picture} />
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-4">
        <h2 id="picture-title" className="text-2xl">
          {m.hosting_picture_title()}
        </h2>
        <Form method="post" encType="multipart/form-data" onSubmit={send} className="flex flex-col gap-4">
          <input type="hidden" name="intent" value="picture" />
          <FileField
            label={m.hosting_picture_label()}
            name="picture"
            help={m.hosting_picture_help()}
            error={error ? (registryFieldMessages[error]?.() ?? error) : null}
            required
            accept="image/jpeg,image/png,image/webp"
            onChange={choose}
          />
          {address && (
            <Suspense fallback={<p className="text-soft">{m.ui_busy()}</p>}>
              <Cropper
                key={address}
                address={address}
                onCrop={chosen => {
                  crop.current = chosen
                }}
              />
            </Suspense>
          )}
          <div className={address ? '' : 'js:hidden'}>
            <Button type="submit" busy={busy}>
              {m.hosting_picture_save()}
            </Button>
          </div>
        </Form>
        {picture && (
          <Form method="post">
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

/** The file chosen, made small enough to travel, and an address to see it by. */
function useChosen() {
  const [chosen, setChosen] = useState<{ file: Blob | null; address: string | null; wrong: string | null }>({
    file: null,
    address: null,
    wrong: null,
  })
  const { address } = chosen
  useEffect(() => () => (address ? URL.revokeObjectURL(address) : undefined), [address])
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (!file) return setChosen({ file: null, address: null, wrong: null })
    try {
      const small = await shrinkImage(file)
      setChosen({ file: small, address: URL.createObjectURL(small), wrong: null })
    } catch {
      setChosen({ file: null, address: null, wrong: 'picture_type' })
    }
  }
  return { ...chosen, choose }
}
