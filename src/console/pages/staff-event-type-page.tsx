import type { ReactNode } from 'react'
import { data } from 'react-router'
import { orNotFound } from '../../base/app-error.ts'
import { hostKinds, type TileTone, tileTones } from '../../base/kinds.ts'
import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { Checkbox } from '../../ui/form/choice-field.tsx'
import { readFormValues } from '../../ui/form/submit-form.ts'
import { Select, TextArea, TextField } from '../../ui/form/text-field.tsx'
import { pictureUrls } from '../../ui/media/pictures.ts'
import { useLanguage } from '../../ui/page/site-data.ts'
import { classNames } from '../../ui/style/class-names.ts'
import { Notice } from '../../ui/text/facts.tsx'
import { eventTypeTextLengths } from '../console.rules.ts'
import type { Route } from './+types/staff-event-type-page'
import { type ConsoleAnswer, callConsole, goOnTo, tryConsole } from './frame/console-call.ts'
import { StaffForm, StaffPage } from './frame/staff-frame.tsx'
import { hostKindNames } from './member-messages.ts'
import { staffMeta } from './session/staff-page.ts'

export const meta: Route.MetaFunction = ({ matches }) => staffMeta(m.staff_types_title(), matches)

export async function loader(args: Route.LoaderArgs) {
  const types = await callConsole(args, 'eventTypes', {})
  const { slug } = args.params
  if (slug === 'new') return { type: null, nextPosition: (types.at(-1)?.position ?? 0) + 1 }
  return { type: orNotFound(types.find(type => type.slug === slug)), nextPosition: 0 }
}

export async function action(args: Route.ActionArgs) {
  const { request, params } = args
  const values = readFormValues(await request.formData())
  const input = params.slug === 'new' ? values : { ...values, slug: params.slug }
  const { refused } = await tryConsole(args, 'saveEventType', input as never)
  if (refused) return data({ refused, values }, { status: refused.status })
  throw goOnTo(args, paths.staffEventTypes, m.staff_type_saved())
}

export default function StaffEventTypePage({ loaderData, actionData }: Route.ComponentProps) {
  const { type, nextPosition } = loaderData
  const refused = actionData?.refused
  const language = useLanguage()
  const values =
    actionData?.values ?? (type ? valuesOf(type) : { ...emptyType, position: String(nextPosition) })
  return (
    <StaffPage
      title={type?.[language].name ?? m.staff_type_add()}
      lead={m.staff_type_lead()}
      back={{ to: paths.staffEventTypes, label: m.staff_types_title() }}
    >
      <StaffForm
        submit={m.staff_type_save()}
        button={{ kind: 'primary' }}
        className="flex max-w-3xl flex-col gap-4"
        noValidate
      >
        {refused?.code === 'staff_changed' && (
          <Notice tone="alert" title={m.staff_changed()}>
            {m.staff_changed_do()}
          </Notice>
        )}
        {type && <input type="hidden" name="version" value={values.version ?? type.version} />}
        <EventTypeFields values={values} errors={refused?.fields ?? {}} isNew={type === null} />
      </StaffForm>
    </StaffPage>
  )
}

const emptyType: Record<string, string> = {
  tone: 'sand',
  illustration: 'sparkles',
  host_kind: 'hosts',
  is_active: 'on',
}

function valuesOf(type: ConsoleAnswer<'eventTypes'>[number]): Record<string, string> {
  const { slug, position, illustration, tone, host_kind, is_active, en, el, version } = type
  const both = Object.entries({ en, el }).flatMap(([language, texts]) =>
    Object.entries(texts).map(([name, text]) => [`${name}_${language}`, text]),
  )
  return {
    slug,
    position: String(position),
    illustration,
    tone,
    host_kind,
    version,
    ...(is_active && { is_active: 'on' }),
    ...Object.fromEntries(both),
  }
}

interface FieldsProps {
  values: Record<string, string>
  errors: Record<string, string>
  isNew: boolean
}

const languagesOfTexts = [
  { code: 'en', title: 'English' },
  { code: 'el', title: 'Ελληνικά' },
] as const

function EventTypeFields(props: FieldsProps) {
  const { values, isNew } = props
  const field = fieldOf(props)
  return (
    <>
      {isNew && <TextField label={m.common_address()} help={m.staff_type_slug_help()} {...field('slug')} />}
      <TextField label={m.staff_type_position()} inputMode="numeric" {...field('position')} />
      <LooksField
        label={m.staff_type_picture()}
        looks={Object.entries(pictureUrls).map(([value, url], index) => ({
          value,
          name: m.staff_type_picture_number({ number: index + 1 }),
          look: <img src={url} alt="" width={40} height={40} loading="lazy" className="size-10" />,
        }))}
        {...field('illustration')}
      />
      <LooksField
        label={m.staff_type_tone()}
        looks={tileTones.map(value => ({
          value,
          name: tones[value].name(),
          look: <span className={classNames('block size-10 rounded-field edge-forced', tones[value].look)} />,
        }))}
        {...field('tone')}
      />
      <Select
        label={m.staff_type_hosts()}
        options={hostKinds.map(value => ({ value, label: hostKindNames[value]() }))}
        {...field('host_kind')}
      />
      <Checkbox
        label={m.staff_type_active()}
        help={m.staff_type_active_help()}
        name="is_active"
        defaultChecked={values.is_active !== undefined}
      />
      {languagesOfTexts.map(({ code, title }) => (
        <fieldset key={code} lang={code} className="flex flex-col gap-4 border-t border-line pt-4">
          <legend className="font-serif text-xl">{title}</legend>
          <Texts {...props} language={code} />
        </fieldset>
      ))}
    </>
  )
}

const tones: Record<TileTone, { name(): string; look: string }> = {
  sand: { name: m.staff_tone_sand, look: 'bg-sand' },
  rose: { name: m.staff_tone_rose, look: 'bg-rose' },
  sky: { name: m.staff_tone_sky, look: 'bg-sky' },
  leaf: { name: m.staff_tone_leaf, look: 'bg-leaf' },
  lilac: { name: m.staff_tone_lilac, look: 'bg-lilac' },
  honey: { name: m.staff_tone_honey, look: 'bg-honey' },
}

/** A choice between pictures or colours, with names for screen readers. */
function LooksField(props: {
  label: string
  name: string
  defaultValue: string
  error: string | undefined
  looks: { value: string; name: string; look: ReactNode }[]
}) {
  const { label, name, defaultValue, error, looks } = props
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {looks.map(one => (
          <label
            key={one.value}
            className="relative flex size-14 items-center justify-center rounded-field border border-line bg-card hover:border-edge has-checked:border-pomegranate has-checked:ring-1 has-checked:ring-pomegranate has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink forced-colors:has-checked:border-4"
          >
            <input
              type="radio"
              name={name}
              value={one.value}
              aria-label={one.name}
              defaultChecked={one.value === defaultValue}
              className="absolute inset-0 size-full opacity-0"
            />
            {one.look}
          </label>
        ))}
      </div>
      {error && <p className="mt-1.5 text-sm text-pomegranate">{error}</p>}
    </fieldset>
  )
}

function Texts({ language, ...props }: FieldsProps & { language: 'en' | 'el' }) {
  const field = fieldOf(props)
  const text = (name: keyof typeof eventTypeTextLengths) => ({
    ...field(`${name}_${language}`),
    maxLength: eventTypeTextLengths[name],
  })
  return (
    <>
      <TextField
        label={language === 'en' ? m.staff_type_name_en() : m.staff_type_name_el()}
        {...text('name')}
      />
      <TextField
        label={m.staff_type_words()}
        help={m.staff_type_words_help()}
        optional
        {...text('search_words')}
      />
      <TextField label={m.staff_type_page_title()} {...text('landing_title')} />
      <TextField label={m.staff_type_page_lead()} {...text('landing_lead')} />
      <TextArea label={m.staff_type_page_text()} {...text('landing_text')} />
    </>
  )
}

function fieldOf({ values, errors }: FieldsProps) {
  return (name: string) => ({ name, defaultValue: values[name] ?? '', error: errors[name] })
}
