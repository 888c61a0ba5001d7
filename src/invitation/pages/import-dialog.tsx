import { Form, useNavigation } from 'react-router'
import { m } from '../../paraglide/messages.js'
import type { Refused } from '../../ui/attempt.ts'
import { Button } from '../../ui/button.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageDialog } from '../../ui/page-dialog.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import type { ReadLine } from '../import-rules.ts'
import { guestWords, refusedWords } from './guest-words.ts'

interface Answer {
  values: Record<string, string>
  preview: ReadLine[] | null
  refused?: Refused | undefined
}

/** A pasted list or a file: read first, with what is wrong beside each line, and only then taken in. */
export function ImportDialog({ back, answer }: { back: string; answer: Answer | undefined }) {
  const busy = useNavigation().state === 'submitting'
  const failed = refusedWords(answer?.refused) ?? guestWords[answer?.refused?.fields.list ?? '']?.()
  const good = answer?.preview?.filter(({ guest }) => guest !== null).length ?? 0
  return (
    <PageDialog labelledBy="import-title" back={back}>
      <h2 id="import-title" className="pr-12 text-2xl">
        {m.guest_import()}
      </h2>
      <Form
        method="post"
        encType="multipart/form-data"
        className="mt-5 flex flex-col gap-5"
        preventScrollReset
        key={answer?.preview ? 'read' : 'new'}
      >
        {failed && <Notice tone="alert" title={failed} />}
        {answer?.preview && <Preview lines={answer.preview} good={good} />}
        <TextArea
          label={m.guest_import_label()}
          name="list"
          rows={6}
          help={m.guest_import_help()}
          defaultValue={answer?.values.list ?? ''}
          spellCheck={false}
        />
        <FileField label={m.guest_import_file()} name="file" accept=".csv,.txt,text/csv,text/plain" />
        <div className="flex flex-wrap gap-3">
          {good > 0 && (
            <Button type="submit" name="intent" value="import" busy={busy}>
              {m.guest_import_take({ count: good })}
            </Button>
          )}
          <Button
            type="submit"
            name="intent"
            value="preview"
            kind={good > 0 ? 'outline' : 'primary'}
            busy={busy}
          >
            {m.guest_import_read()}
          </Button>
        </div>
      </Form>
    </PageDialog>
  )
}

function Preview({ lines, good }: { lines: ReadLine[]; good: number }) {
  return (
    <section aria-label={m.guest_import_preview()} className="flex flex-col gap-3" aria-live="polite">
      <p className="font-semibold">{m.guest_import_found({ good, wrong: lines.length - good })}</p>
      <ol className="max-h-64 divide-y divide-line overflow-y-auto rounded-field border border-line bg-paper px-4">
        {lines.map(({ line, typed, guest, wrong }) => (
          <li key={line} value={line} className="flex gap-3 py-2 text-sm">
            <span className="w-7 shrink-0 text-right text-soft tabular-nums">{line}</span>
            <span className="min-w-0">
              {guest ? [guest.name, guest.email, guest.phone].filter(Boolean).join(' · ') : typed}
              {guest && guest.people > 1 && ` · ${m.guest_people_count({ count: guest.people })}`}
              {Object.entries(wrong).map(([field, key]) => (
                <span key={field} className="block font-semibold text-pomegranate">
                  {guestWords[key]?.() ?? key}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
