import type { ReactNode } from 'react'
import { Form, useSubmit } from 'react-router'
import { type Language, languageNames, languagesGreekFirst, parseLanguage } from '../../base/language.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../form/button.tsx'
import { Select } from '../form/text-field.tsx'
import { useLanguage } from './site-data.ts'

/** What a sheet to be printed says: its readers' language may not be the host's. */
type Spoken = Language | 'both'

/** The choice in the address (`?sheet=`), the page's own language without one, and the languages that it means. */
export function readSheetLanguages(
  { url }: Request,
  language: Language,
): { chosen: Spoken; spoken: Language[] } {
  const asked = new URL(url).searchParams.get('sheet')
  const chosen = asked === 'both' ? asked : (parseLanguage(asked) ?? language)
  return { chosen, spoken: chosen === 'both' ? languagesGreekFirst : [chosen] }
}

/** Over a sheet to be printed: the choice of its language, the printer, and what leads away. */
export function PrintTools(props: { label: string; chosen: Spoken; children: ReactNode }) {
  const submit = useSubmit()
  const language = useLanguage()
  return (
    <div className="no-print flex flex-wrap items-end gap-4">
      <Form onChange={event => submit(event.currentTarget)} className="flex items-end gap-3">
        {language === 'el' && <input type="hidden" name="lang" value="el" />}
        <Select
          label={props.label}
          name="sheet"
          defaultValue={props.chosen}
          className="w-60"
          choices={[
            ...languagesGreekFirst.map(value => ({ value, label: languageNames[value] })),
            { value: 'both', label: m.ui_sheet_both() },
          ]}
        />
        <Button type="submit" kind="outline" className="js:hidden">
          {m.ui_sheet_show()}
        </Button>
      </Form>
      <Button className="hidden js:inline-flex" onClick={() => print()}>
        {m.ui_print()}
      </Button>
      {props.children}
    </div>
  )
}
