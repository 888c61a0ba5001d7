import { data, redirect } from 'react-router'
import { getAccount } from '../../../account/settings.contract.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { readFormValues, submitForm } from '../../../ui/form/submit-form.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { addPhoto, changePhoto, maxAltLength, maxLetterPhotos } from '../../photos/photos.contract.ts'
import type { PhotoView } from '../../registry.contract.ts'
import { daysUntil, HostPageFrame, hostPageMeta, loadHostedRegistry } from '../host-page-frame.tsx'
import type { Route } from './+types/edit-photos-page'
import { UnconfirmedUploads } from './event-photo.tsx'
import { PhotoUploadForm } from './photo-upload-form.tsx'

const page = 'photos'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { id, photos = [], registry_date, end_date } = await loadHostedRegistry(ctx, request, params.id)
  const { confirmed } = await ctx.call(getAccount, {})
  const isOver = [registry_date, end_date].map(daysUntil).some(left => left !== null && left < 0)
  return { id, photos, confirmed, isOver, language: ctx.language, site: ctx.site }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const form = await request.formData()
  const values = readFormValues(form)
  const { intent } = values
  const isUpload = intent === 'letter' || intent === 'afterwards'
  // Without a chosen file an empty one is sent, so that the error is shown beside the field.
  const sent = form.get('picture')
  const picture = sent instanceof Blob ? sent : new Blob()
  const { refused } = isUpload
    ? await submitForm(ctx, addPhoto, { picture, alt: values.alt }, { id, role: intent })
    : await submitForm(ctx, changePhoto, values, { id })
  if (refused) return data({ values, refused }, { status: refused.status })
  throw redirect(withLanguage(`${paths.editRegistry(id, page)}?done=saved`, ctx.language))
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return hostPageMeta(m.photos_title(), loaderData, params.id, page)
}

/** More photographs (R253): those in the letter, and what the gifts became. */
export default function EditPhotosPage({ loaderData, actionData }: Route.ComponentProps) {
  const { photos, confirmed, isOver } = loaderData
  const withRole = (role: PhotoView['role']) => photos.filter(photo => photo.role === role)
  const [band] = withRole('cover')
  const letter = withRole('letter')
  const upload = (intent: 'letter' | 'afterwards', label: string) => {
    if (!confirmed) return <UnconfirmedUploads />
    const refused = actionData?.values.intent === intent ? actionData : undefined
    return <AddPhoto key={photos.length} intent={intent} label={label} refused={refused} />
  }
  return (
    <HostPageFrame title={m.photos_title()} lead={m.photos_lead()} refused={actionData?.refused}>
      {band && (
        <section aria-labelledby="photos-band">
          <h2 id="photos-band" className="text-2xl">
            {m.photos_band_title()}
          </h2>
          <p className="mt-1 mb-4 text-soft">{m.photos_band_help()}</p>
          <img src={band.small} alt="" className="w-full max-w-sm rounded-tile" />
          <Form role="presentation" method="post" className="mt-3">
            <input type="hidden" name="photo" value={band.large} />
            <Button type="submit" name="act" value="remove" kind="outline" size="small">
              {m.photos_band_remove()}
            </Button>
          </Form>
        </section>
      )}
      <section aria-labelledby="photos-letter" className="flex flex-col gap-5">
        <h2 id="photos-letter" className="text-2xl">
          {m.photos_letter_title()}
        </h2>
        <p className="-mt-4 text-soft">{m.photos_letter_help({ max: maxLetterPhotos })}</p>
        <PhotoList photos={letter} answer={actionData} />
        {letter.length < maxLetterPhotos && upload('letter', m.photos_letter_add())}
      </section>
      {(isOver || withRole('afterwards').length > 0) && (
        <section aria-labelledby="photos-afterwards" className="flex flex-col gap-5">
          <h2 id="photos-afterwards" className="text-2xl">
            {m.registry_afterword_label()}
          </h2>
          <p className="-mt-4 text-soft">{m.photos_afterwards_help()}</p>
          <PhotoList photos={withRole('afterwards')} answer={actionData} />
          {upload('afterwards', m.photos_afterwards_add())}
        </section>
      )}
    </HostPageFrame>
  )
}

type Answer = Route.ComponentProps['actionData']

interface AddPhotoProps {
  intent: 'letter' | 'afterwards'
  label: string
  refused: Answer
}

function AddPhoto({ intent, label, refused }: AddPhotoProps) {
  const alt = (
    <TextField
      id={`alt-${intent}`}
      label={m.photos_alt()}
      name="alt"
      help={m.photos_alt_help()}
      defaultValue={refused?.values.alt ?? ''}
      error={refused?.refused.fields.alt ?? null}
      maxLength={maxAltLength}
      optional
    />
  )
  const error = refused?.refused.fields.picture
  return <PhotoUploadForm intent={intent} label={label} fields={alt} error={error} />
}

function PhotoList({ photos, answer }: { photos: PhotoView[]; answer: Answer }) {
  const isBusy = useIsSubmitting()
  if (photos.length === 0) return null
  return (
    <ul className="flex flex-col divide-y divide-line border-line border-y">
      {photos.map((photo, index) => {
        const refused = answer?.values.photo === photo.large ? answer : undefined
        const place = { number: index + 1 }
        return (
          <li key={photo.large} className="flex gap-4 py-4">
            <img src={photo.small} alt="" className="arch h-24 w-20 shrink-0 object-cover" />
            <Form
              aria-label={m.photos_form(place)}
              method="post"
              className="flex min-w-0 flex-1 flex-col gap-3"
            >
              <input type="hidden" name="photo" value={photo.large} />
              <TextField
                id={`alt-${index}-${photo.role}`}
                label={m.photos_alt()}
                name="alt"
                defaultValue={refused?.values.alt ?? photo.alt}
                error={refused?.refused.fields.alt ?? null}
                maxLength={maxAltLength}
                optional
              />
              <div className="flex flex-wrap gap-2">
                <Button type="submit" kind="outline" size="small" busy={isBusy}>
                  {m.common_save()}
                </Button>
                {index > 0 && (
                  <Button type="submit" name="act" value="earlier" kind="quiet" size="small">
                    {m.photos_earlier()}
                    <span className="sr-only">{m.photos_form(place)}</span>
                  </Button>
                )}
                {index < photos.length - 1 && (
                  <Button type="submit" name="act" value="later" kind="quiet" size="small">
                    {m.photos_later()}
                    <span className="sr-only">{m.photos_form(place)}</span>
                  </Button>
                )}
                <Button type="submit" name="act" value="remove" kind="quiet" size="small">
                  {m.common_remove()}
                  <span className="sr-only">{m.photos_form(place)}</span>
                </Button>
              </div>
            </Form>
          </li>
        )
      })}
    </ul>
  )
}
