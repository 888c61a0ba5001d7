import type { ReactNode } from 'react'
import { useSubmit } from 'react-router'
import { type Language, languageDetails, languagesGreekFirst, parseLanguage } from '../../base/language.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../form/button.tsx'
import { Form } from '../form/form.tsx'
import { Select } from '../form/text-field.tsx'

/** The language of a printed sheet, which may not be the host's own. */
type SheetLanguage = Language | 'both'

/** What `?sheet=` chooses (without it, the page's language), and the languages that the sheet is printed in. */
export function readSheetLanguages(
  { url }: Request,
  language: Language,
): { chosen: SheetLanguage; spoken: Language[] } {
  const param = new URL(url).searchParams.get('sheet')
  const chosen = param === 'both' ? param : (parseLanguage(param) ?? language)
  return { chosen, spoken: chosen === 'both' ? languagesGreekFirst : [chosen] }
}

/** Above a sheet to print (R820): the choice of its language, the print button, and links away. */
export function PrintTools(props: {
  label: string
  chosen: SheetLanguage
  /** What else is chosen of the sheet. */
  fields?: ReactNode
  children: ReactNode
}) {
  const submit = useSubmit()
  return (
    <div className="no-print flex flex-wrap items-end gap-4">
      <Form
        aria-label={m.common_show()}
        onChange={event => submit(event.currentTarget)}
        className="flex flex-wrap items-end gap-3"
      >
        <Select
          label={props.label}
          name="sheet"
          defaultValue={props.chosen}
          className="w-60"
          options={[
            ...languagesGreekFirst.map(value => ({ value, label: languageDetails[value].label })),
            { value: 'both', label: m.ui_sheet_both() },
          ]}
        />
        {props.fields}
        <Button type="submit" kind="outline" className="js:hidden">
          {m.common_show()}
        </Button>
      </Form>
      <Button className="hidden js:inline-flex" onClick={() => print()}>
        {m.ui_print()}
      </Button>
      {props.children}
    </div>
  )
}
