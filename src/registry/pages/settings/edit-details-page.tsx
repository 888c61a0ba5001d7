import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { data, redirect, useFormAction, useSubmit } from 'react-router'
import { isProofMissing, ProofNeeded, proveByForm } from '../../../account/pages/proof-field.tsx'
import { getAccount } from '../../../account/settings.contract.ts'
import { orNotFound } from '../../../base/app-error.ts'
import { type Cover, coverNamed, coverOf, covers } from '../../../base/covers.ts'
import { stripEmptyStrings } from '../../../base/endpoint.ts'
import type { HostKind } from '../../../base/kinds.ts'
import { parseNestedForm } from '../../../base/nested-form.ts'
import { paths, withLanguage } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { useFormDraftValue } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { type FormValues, readFormValues, submitForm } from '../../../ui/form/submit-form.ts'
import { Select } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { Link } from '../../../ui/page/link.tsx'
import { pageContext } from '../../../ui/page/page-context.ts'
import { type PageError, tryCall } from '../../../ui/page/page-errors.ts'
import { showRegistryHosts } from '../../co-host.contract.ts'
import { type EventTypeView, listEventTypes } from '../../event-type.contract.ts'
import { type RegistrySettings, showRegistrySettings, updateRegistry } from '../../settings.contract.ts'
import { addTimes, ChangeHistory } from '../change-history.tsx'
import { HostNameFields, hostKindOf } from '../host-name-fields.tsx'
import { daysUntil, HostPageFrame, hostPageMeta, loadHostedRegistry } from '../host-page-frame.tsx'
import { EventPhoto, UnconfirmedUploads } from '../photo/event-photo.tsx'
import { addPhotoTo, type ChosenPhoto, PhotoUploadForm } from '../photo/photo-upload-form.tsx'
import { RegistryFormSummary } from '../registry-draft.tsx'
import { ConnectField, RegistryFields } from '../registry-field.tsx'
import { ShareLink } from '../share-link.tsx'
import type { Route } from './+types/edit-details-page'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const settings = await ctx.call(showRegistrySettings, { id })
  const types = await ctx.call(listEventTypes, { lang: ctx.language, with: settings.type })
  const { confirmed } = await ctx.call(getAccount, {})
  const hosts = await ctx.call(showRegistryHosts, { id })
  const changes = addTimes(hosts.changes, ctx.language)
  const type = orNotFound(types.find(({ slug }) => slug === settings.type))
  const host_kind = type.host_kind ?? 'hosts'
  const days = [settings.registry_date, settings.end_date].map(daysUntil)
  const isOver = days.some(left => left !== null && left < 0)
  const known = { settings, types, type, host_kind, confirmed, changes, isOver }
  return { ...known, language: ctx.language, site: ctx.site }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const registry = await loadHostedRegistry(ctx, request, params.id)
  const form = await request.formData()
  const { proof: _, proof_code: __, ...values } = readFormValues(form)
  const isPhoto = values.intent === 'picture'
  const details = { we_connect: '0', ...values }
  const withPhoto = form.has('picture') ? { ...details, ...readPhotoChange(form) } : details
  const change = isPhoto ? readPhotoChange(form) : withPhoto
  const { refused: unproved } = await tryCall(() => proveByForm(form, ctx))
  const refused = unproved ?? (await submitForm(ctx, updateRegistry, change, { id: registry.id })).refused
  if (refused && isPhoto) return data({ values: null, ...refused }, { status: refused.status })
  if (refused) return data({ values, ...refused }, { status: refused.status })
  throw redirect(withLanguage(`${paths.editRegistry(registry.id)}?done=saved`, ctx.language))
}

function readPhotoChange(form: FormData): Record<string, unknown> {
  if (form.get('remove_picture')) return { remove_picture: '1' }
  const { picture, crop } = stripEmptyStrings(parseNestedForm(form)) as Record<string, unknown>
  // Without a chosen file an empty one is sent, so that the error is shown beside the field.
  return { picture: picture ?? new Blob(), crop }
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return hostPageMeta(m.common_event_details(), loaderData, params.id)
}

/** Photo and details of the event, the first page of a registry's settings (R228). */
export default function EditDetailsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, type } = loaderData
  const photo = useRef<ChosenPhoto>({ file: null, crop: null })
  return (
    <HostPageFrame
      title={m.common_event_details()}
      refused={isProofMissing(actionData) ? null : actionData}
      done={{ joined: () => m.hosting_join_done({ hosts: loaderData.host_kind }) }}
    >
      <PhotoForm
        key={`${settings.id} ${settings.picture}`}
        id={settings.id}
        photo={settings.picture}
        type={settings.cover ? { ...type, illustration: settings.cover } : type}
        confirmed={loaderData.confirmed}
        error={actionData?.fields.picture}
        chosen={photo}
      />
      <DetailsForm
        key={settings.id}
        id={settings.id}
        types={loaderData.types}
        isOver={loaderData.isOver}
        ownCover={settings.picture ? null : coverNamed(type.illustration)}
        values={actionData?.values ?? toFormValues(settings)}
        refused={actionData?.values ? actionData : undefined}
        photo={photo}
      />
      <ShareLink id={settings.id} />
      <ChangeHistory changes={loaderData.changes} />
    </HostPageFrame>
  )
}

function toFormValues(settings: RegistrySettings): FormValues {
  const { we_connect, home_address: _, shipping_address: __, ...fields } = settings
  const texts = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value ?? '')])
  return { ...Object.fromEntries(texts), we_connect: we_connect ? 'on' : '' }
}

const textFields = ['registry_name', 'family_line', 'message', 'greeting', 'english_greeting'] as const

interface DetailsFormProps {
  id: string
  types: { slug: string; name: string; host_kind?: HostKind | undefined }[]
  /** Whether the event or closing day is over; then hosts can write what became of the gifts. */
  isOver: boolean
  /** The cover of the event type; null for a registry with a photo, which shows no cover. */
  ownCover: Cover | null
  values: FormValues
  refused: Pick<PageError, 'code' | 'fields' | 'detail'> | undefined
  /** The chosen but not yet uploaded photo of the form above. */
  photo: RefObject<ChosenPhoto>
}

function DetailsForm({ id, types, isOver, ownCover, values, refused, photo }: DetailsFormProps) {
  // Changing the closing day takes a fresh proof while there is money (protected acts, R1223).
  const asksForProof = isProofMissing(refused)
  const fieldErrors = asksForProof ? null : refused?.fields
  const form = useValidatedForm({ endpoint: updateRegistry, fieldErrors })
  const isBusy = useIsSubmitting()
  const submit = useSubmit()
  const action = useFormAction()
  const save = (event: FormEvent<HTMLFormElement>) => {
    form.props.onSubmit(event)
    const { file, crop } = photo.current
    if (event.defaultPrevented || !file) return
    event.preventDefault()
    const sent = new FormData(event.currentTarget)
    addPhotoTo(sent, file, crop)
    submit(sent, { method: 'post', action, encType: 'multipart/form-data' })
  }
  const draftType = useFormDraftValue('type')
  const [type, setType] = useState(draftType ?? values.type)
  const hostKind = hostKindOf(types, type)
  const field = (name: string) => ({ name, defaultValue: values[name] ?? '', error: form.error(name) })
  return (
    <Form
      aria-label={m.common_save()}
      method="post"
      {...form.props}
      onSubmit={save}
      className="flex flex-col gap-7"
    >
      <RegistryFormSummary form={form} hostKind={hostKind} />
      <input type="hidden" name="id" value={id} />
      <RegistryFields names={isOver ? [...textFields, 'afterword'] : textFields} field={field} />
      <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
        <RegistryFields
          names={['registry_date', 'end_date', 'event_place', 'guest_count']}
          field={field}
          more={{ registry_date: { optional: true, help: m.registry_edit_date_help() } }}
        />
        <Select
          label={m.registry_type_label()}
          options={types.map(({ slug, name }) => ({ value: slug, label: name }))}
          onChange={event => setType(event.currentTarget.value)}
          {...field('type')}
        />
      </div>
      <fieldset className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
        <legend className="mb-4 font-serif text-2xl">
          {m.hosting_names_title({ hosts: hostKind ?? 'hosts' })}
        </legend>
        <HostNameFields kind={hostKind} field={field} />
      </fieldset>
      {ownCover && <CoverField own={ownCover} chosen={values.cover ?? ''} />}
      <ConnectField isOn={values.we_connect === 'on'} />
      {asksForProof && <ProofNeeded error={refused} />}
      <Button type="submit" size="large" busy={isBusy} className="self-start">
        {m.common_save()}
      </Button>
    </Form>
  )
}

interface PhotoFormProps {
  id: string
  photo: string | null
  type: Pick<EventTypeView, 'illustration' | 'tone'>
  /** Whether the host's e-mail is confirmed, which uploads require (R945). */
  confirmed: boolean
  error: string | undefined
  /** Set to what is chosen here, because the form of the details saves it too. */
  chosen: RefObject<ChosenPhoto>
}

/** Uploads or removes the registry's photo (R227); without JavaScript its middle square is taken. */
function PhotoForm({ id, photo, type, confirmed, error, chosen }: PhotoFormProps) {
  return (
    <section aria-labelledby="picture-title" className="flex flex-wrap items-start gap-6">
      <EventPhoto type={type} photo={photo} />
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-4">
        <h2 id="picture-title" className="text-2xl">
          {m.hosting_picture_title()}
        </h2>
        {confirmed ? (
          <PhotoUploadForm intent="picture" error={error} chosen={chosen} isCropped>
            <p className="mt-2 text-sm text-soft js:hidden">{m.hosting_picture_save_alone()}</p>
          </PhotoUploadForm>
        ) : (
          <UnconfirmedUploads />
        )}
        <p className="text-soft">
          <Link to={paths.editRegistry(id, 'photos')} variant="strong" className="reach">
            {m.photos_more()}
          </Link>
        </p>
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

const coverNames: Record<Cover, () => string> = {
  church: m.registry_cover_church,
  table: m.registry_cover_table,
  olive: m.registry_cover_olive,
  cups: m.registry_cover_cups,
  lantern: m.registry_cover_lantern,
  dove: m.registry_cover_dove,
  bottle: m.registry_cover_bottle,
  cake: m.registry_cover_cake,
  popper: m.registry_cover_popper,
  cap: m.registry_cover_cap,
  backpack: m.registry_cover_backpack,
  gift: m.registry_cover_gift,
}

const choiceClasses =
  'has-checked:outline-3 has-checked:outline-offset-3 has-checked:outline-pomegranate has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink'

/** Our covers for a registry without a photo (R227), that of its event type first. */
function CoverField({ own, chosen }: { own: Cover; chosen: string }) {
  return (
    <fieldset>
      <legend className="mb-3 font-serif text-2xl">{m.registry_cover_legend()}</legend>
      <div className="flex flex-wrap gap-x-3 gap-y-4">
        {[own, ...covers.filter(cover => cover !== own)].map(cover => (
          <label key={cover} className={`arch cursor-pointer ${choiceClasses}`}>
            <input
              type="radio"
              name="cover"
              value={cover === own ? '' : cover}
              defaultChecked={chosen === cover || (cover === own && chosen === '')}
              className="sr-only"
            />
            <img
              src={coverOf(cover)}
              alt={coverNames[cover]()}
              width={120}
              height={140}
              loading="lazy"
              className="arch w-16 object-cover sm:w-20"
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
