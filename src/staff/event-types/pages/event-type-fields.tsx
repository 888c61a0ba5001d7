import { hostKinds } from '../../../base/host-kinds.ts'
import { tileTones } from '../../../base/tile-tones.ts'
import { m } from '../../../paraglide/messages.js'
import { Checkbox } from '../../../ui/form/choice-field.tsx'
import { Select, TextArea, TextField } from '../../../ui/form/text-field.tsx'
import { pictureUrls } from '../../../ui/media/pictures.ts'
import { eventTypeTextLengths } from '../rules.ts'
import { hostKindText } from './event-type-messages.ts'

interface FieldsProps {
  values: Record<string, string>
  /** What is wrong, by field name. */
  errors: Record<string, string>
  isNew: boolean
}

const languagesOfTexts = [
  { code: 'en', title: 'English' },
  { code: 'el', title: 'Ελληνικά' },
] as const

/** What an event type is, and its texts in both languages. */
export function EventTypeFields(props: FieldsProps) {
  const { values, isNew } = props
  const field = fieldOf(props)
  return (
    <>
      {isNew && <TextField label={m.common_address()} help={m.staff_type_slug_help()} {...field('slug')} />}
      <TextField label={m.staff_type_position()} inputMode="numeric" {...field('position')} />
      <Select
        label={m.staff_type_picture()}
        options={Object.keys(pictureUrls).map(value => ({ value, label: value }))}
        {...field('illustration')}
      />
      <Select
        label={m.staff_type_tone()}
        options={tileTones.map(value => ({ value, label: value }))}
        {...field('tone')}
      />
      <Select
        label={m.staff_type_hosts()}
        options={hostKinds.map(value => ({ value, label: hostKindText(value) }))}
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
