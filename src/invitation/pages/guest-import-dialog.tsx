import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/form/button.tsx'
import { Checkbox } from '../../ui/form/choice-field.tsx'
import { FileField } from '../../ui/form/file-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useIsSubmitting } from '../../ui/form/submission.ts'
import { Select, TextArea } from '../../ui/form/text-field.tsx'
import { PageDialog } from '../../ui/overlay/page-dialog.tsx'
import { type PageError, wholeErrorText } from '../../ui/page/page-errors.ts'
import { Notice } from '../../ui/text/facts.tsx'
import { type GuestColumn, type GuestImportPreview, guestColumns } from '../guests.contract.ts'

interface ImportAnswer {
  values: Record<string, string>
  /** Its errors are sentences. */
  preview: GuestImportPreview | null
  refused?: PageError | undefined
}

/** A pasted list or a file: shown first as it is understood, with what is wrong, and added by a second button. */
export function GuestImportDialog({ back, answer }: { back: string; answer: ImportAnswer | undefined }) {
  const isSubmitting = useIsSubmitting()
  const errorMessage = wholeErrorText(answer?.refused)
  const preview = answer?.preview
  const count = preview?.lines.filter(({ state }) => state === 'new').length ?? 0
  const hasNamesakes = preview?.lines.some(({ state }) => state === 'namesake') ?? false
  const mayAdd = count > 0 || hasNamesakes
  return (
    <PageDialog labelledBy="import-title" back={back}>
      <h2 id="import-title" className="pr-12 text-2xl">
        {m.guest_import()}
      </h2>
      <Form
        aria-label={m.guest_import_check()}
        method="post"
        encType="multipart/form-data"
        className="mt-5 flex flex-col gap-5"
        preventScrollReset
        key={preview ? JSON.stringify(preview.columns) : 'new'}
      >
        {errorMessage && <Notice tone="alert" title={errorMessage} />}
        {preview && <ImportPreview preview={preview} count={count} />}
        <TextArea
          label={m.guest_import_label()}
          name="list"
          rows={6}
          help={m.guest_import_help()}
          defaultValue={answer?.values.list ?? ''}
          error={answer?.refused?.fields.list}
          className="[&_textarea]:max-h-72"
          spellCheck={false}
        />
        <FileField
          label={m.guest_import_file()}
          name="file"
          help={m.guest_import_file_help()}
          error={answer?.refused?.fields.file}
          accept=".csv,.tsv,.txt,.xlsx,.vcf,text/csv,text/plain,text/vcard"
        />
        <div className="dialog-actions">
          {mayAdd && (
            <Button type="submit" name="intent" value="import" busy={isSubmitting}>
              {hasNamesakes ? m.guest_import_confirm_ticked({ count }) : m.guest_import_confirm({ count })}
            </Button>
          )}
          <Button
            type="submit"
            name="intent"
            value="preview"
            kind={mayAdd ? 'outline' : 'primary'}
            busy={isSubmitting}
          >
            {m.guest_import_check()}
          </Button>
        </div>
      </Form>
    </PageDialog>
  )
}

function ImportPreview({ preview, count }: { preview: GuestImportPreview; count: number }) {
  const { lines, columns } = preview
  const counted = (state: string) => lines.filter(line => line.state === state).length
  const known = counted('known') + counted('namesake')
  const left = [...columns.filter(({ column }) => column === 'none').map(columnName), ...preview.not_taken]
  return (
    <section aria-label={m.guest_import_preview()} className="flex flex-col gap-4" aria-live="polite">
      <p className="font-semibold">
        {m.guest_import_summary({ good: count, wrong: counted('wrong') })}
        {known > 0 && ` ${m.guest_import_known_count({ count: known })}`}
      </p>
      {left.length > 0 && <Notice title={m.guest_import_left({ list: left.join(', ') })} />}
      <ColumnFields columns={columns} />
      <ol className="max-h-80 divide-y divide-line overflow-y-auto rounded-field border border-line bg-paper px-4">
        {lines.map(line => (
          // Several people may stand in one line.
          <PreviewLine key={`${line.line} ${line.text}`} {...line} />
        ))}
      </ol>
    </section>
  )
}

type PreviewColumn = GuestImportPreview['columns'][number]

const columnName = ({ heading, at }: PreviewColumn) => heading || m.guest_import_column({ number: at })

const columnLabels: Record<GuestColumn, () => string> = {
  name: m.common_name,
  surname: m.common_last_name,
  email: m.common_email,
  phone: m.common_phone,
  language: m.common_language,
  people: m.guest_people_label,
  notes: m.common_notes,
  none: m.guest_column_none,
}

/** What each column holds, as it was understood; changed here, and checked again. */
function ColumnFields({ columns }: { columns: PreviewColumn[] }) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-semibold">{m.guest_import_columns()}</legend>
      <p className="text-sm text-soft">{m.guest_import_columns_help()}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {columns.map((column, index) => (
          <div key={column.at} className="min-w-0">
            <input type="hidden" name={`columns[${index}][at]`} value={column.at} />
            <input type="hidden" name={`columns[${index}][heading]`} value={column.heading} />
            <Select
              label={columnName(column)}
              name={`columns[${index}][column]`}
              defaultValue={column.column}
              help={<span className="block truncate">{column.examples.join('\u00a0· ')}</span>}
              options={guestColumns.map(value => ({ value, label: columnLabels[value]() }))}
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}

function PreviewLine(props: GuestImportPreview['lines'][number]) {
  const { line, state, text, name, email, phone, people, notes, errors, not_taken } = props
  const facts = [name, email, phone, people !== null && people > 1 && m.guest_people_count({ count: people })]
  return (
    <li value={line} className="flex gap-3 py-2 text-sm">
      <span className="w-7 shrink-0 text-right text-soft tabular-nums">{line}</span>
      <span className="min-w-0 break-words">
        {state === 'wrong' ? text : facts.filter(Boolean).join('\u00a0· ')}
        {notes && <span className="block text-soft">{notes}</span>}
        {not_taken.length > 0 && (
          <span className="block text-soft">{m.guest_import_left({ list: not_taken.join(', ') })}</span>
        )}
        {state === 'known' && <span className="block font-semibold text-soft">{m.guest_import_known()}</span>}
        {state === 'namesake' && (
          <>
            <span className="block font-semibold text-soft">{m.guest_import_namesake()}</span>
            <Checkbox
              id={`namesake-${line}`}
              label={m.guest_import_namesake_add()}
              name="namesakes"
              value={line}
              className="mt-1"
            />
          </>
        )}
        {Object.entries(errors).map(([field, sentence]) => (
          <span key={field} className="block font-semibold text-pomegranate">
            {sentence}
          </span>
        ))}
      </span>
    </li>
  )
}
