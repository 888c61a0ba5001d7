import { Form } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { FileField } from '../../../ui/form/file-field.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { PageDialog } from '../../../ui/overlay/page-dialog.tsx'
import { type PageError, wholeErrorText } from '../../../ui/page/page-errors.ts'
import { Notice } from '../../../ui/text/notice.tsx'
import type { GuestImportLine } from '../import-rules.ts'

interface ImportAnswer {
  values: Record<string, string>
  preview: GuestImportLine[] | null
  refused?: PageError | undefined
}

/** A pasted list or a file: checked first, with the errors beside each line, and imported by a second button. */
export function GuestImportDialog({ back, answer }: { back: string; answer: ImportAnswer | undefined }) {
  const isSubmitting = useIsSubmitting()
  const errorMessage = wholeErrorText(answer?.refused) ?? answer?.refused?.fields.list
  const validCount = answer?.preview?.filter(({ guest }) => guest !== null).length ?? 0
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
        key={answer?.preview ? 'read' : 'new'}
      >
        {errorMessage && <Notice tone="alert" title={errorMessage} />}
        {answer?.preview && <ImportPreview lines={answer.preview} validCount={validCount} />}
        <TextArea
          label={m.guest_import_label()}
          name="list"
          rows={6}
          help={m.guest_import_help()}
          defaultValue={answer?.values.list ?? ''}
          spellCheck={false}
        />
        <FileField label={m.guest_import_file()} name="file" accept=".csv,.txt,text/csv,text/plain" />
        <div className="dialog-actions">
          {validCount > 0 && (
            <Button type="submit" name="intent" value="import" busy={isSubmitting}>
              {m.guest_import_confirm({ count: validCount })}
            </Button>
          )}
          <Button
            type="submit"
            name="intent"
            value="preview"
            kind={validCount > 0 ? 'outline' : 'primary'}
            busy={isSubmitting}
          >
            {m.guest_import_check()}
          </Button>
        </div>
      </Form>
    </PageDialog>
  )
}

function ImportPreview({ lines, validCount }: { lines: GuestImportLine[]; validCount: number }) {
  return (
    <section aria-label={m.guest_import_preview()} className="flex flex-col gap-3" aria-live="polite">
      <p className="font-semibold">
        {m.guest_import_summary({ good: validCount, wrong: lines.length - validCount })}
      </p>
      <ol className="max-h-64 divide-y divide-line overflow-y-auto rounded-field border border-line bg-paper px-4">
        {lines.map(({ line, text, guest, errors }) => (
          <li key={line} value={line} className="flex gap-3 py-2 text-sm">
            <span className="w-7 shrink-0 text-right text-soft tabular-nums">{line}</span>
            <span className="min-w-0">
              {guest ? [guest.name, guest.email, guest.phone].filter(Boolean).join('\u00a0· ') : text}
              {guest && guest.people > 1 && `\u00a0· ${m.guest_people_count({ count: guest.people })}`}
              {Object.entries(errors).map(([field, sentence]) => (
                <span key={field} className="block font-semibold text-pomegranate">
                  {sentence}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
