import { data, redirect, useSearchParams } from 'react-router'
import { paths, withLanguage } from '../../base/paths.ts'
import { formatPhone } from '../../base/text.ts'
import { m } from '../../paraglide/messages.js'
import { HostPageFrame, hostPageMeta, loadHostedRegistry } from '../../registry/pages/host-page-frame.tsx'
import { Button, ButtonLink } from '../../ui/form/button.tsx'
import { FileField } from '../../ui/form/file-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useIsSubmitting } from '../../ui/form/submission.ts'
import { readFormValues, submitForm, translateKeys } from '../../ui/form/submit-form.ts'
import { TextArea } from '../../ui/form/text-field.tsx'
import { EmptyState } from '../../ui/list/list-parts.tsx'
import { PageDialog } from '../../ui/overlay/page-dialog.tsx'
import { Link } from '../../ui/page/link.tsx'
import { pageContext } from '../../ui/page/page-context.ts'
import { type PageError, wholeErrorText } from '../../ui/page/page-errors.ts'
import { TableFiles } from '../../ui/page/table-files.tsx'
import { Notice } from '../../ui/text/facts.tsx'
import {
  type GuestView,
  importGuests,
  isImportable,
  listGuests,
  removeGuest,
  saveGuest,
} from '../guests.contract.ts'
import { countGuestReplies, type ReplyTotals } from '../guests.rules.ts'
import { type GuestImportLine, parseGuestList } from '../import.rules.ts'
import type { Route } from './+types/guests-page'
import { GuestDialog } from './guest-dialog.tsx'

const page = 'guests'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const guests = await ctx.call(listGuests, { registry_id: id })
  return { id, guests, language: ctx.language, site: ctx.site }
}

/** A list that is too long for a preview is refused as its import would be. */
const endpointsByIntent: Record<string, typeof saveGuest | typeof removeGuest | typeof importGuests> = {
  save: saveGuest,
  remove: removeGuest,
  import: importGuests,
  preview: importGuests,
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(pageContext)
  const { id } = await loadHostedRegistry(ctx, request, params.id)
  const form = await request.formData()
  const { intent, ...values } = readFormValues(form)
  const list = intent === 'preview' || intent === 'import' ? await readListText(form) : ''
  if (intent === 'preview' && isImportable(list)) {
    const lines = await parseGuestList(list)
    const preview = lines.map(line => ({ ...line, errors: translateKeys(ctx, line.errors) }))
    return { intent, values: { list }, preview, refused: undefined }
  }
  const endpoint = endpointsByIntent[intent ?? ''] ?? saveGuest
  const input = endpoint === importGuests ? { list } : values
  const { refused } = await submitForm(ctx, endpoint, input, { registry_id: id })
  if (refused)
    return data({ intent, values: { ...values, list }, preview: null, refused }, { status: refused.status })
  throw redirect(withLanguage(`${paths.editRegistry(id, page)}?done=${intent}`, ctx.language))
}

/** The pasted list, or the text of the file: UTF-8, else the Greek code page of older spreadsheets. */
async function readListText(form: FormData): Promise<string> {
  const file = form.get('file')
  if (!(file instanceof Blob) || file.size === 0) return String(form.get('list') ?? '')
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1253').decode(bytes)
  }
}

export function meta({ loaderData, params }: Route.MetaArgs) {
  return hostPageMeta(m.common_guests(), loaderData, params.id, page)
}

/** The guest list (R708): who is invited and who comes; adding, importing and exporting guests. */
export default function GuestsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, guests, site, language } = loaderData
  const [query] = useSearchParams()
  const back = paths.editRegistry(id, page)
  const openDialog = query.get('guest')
  const guest = guests.find(({ id }) => String(id) === openDialog)
  const done = { save: m.guest_saved, remove: m.guest_removed, import: m.guest_imported }
  return (
    <HostPageFrame title={m.common_guests()} lead={m.guests_lead()} done={done} wide>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`${back}?guest=new`} preventScrollReset>
          {m.guest_add()}
        </ButtonLink>
        <ButtonLink to={`${back}?guest=import`} kind="outline" preventScrollReset>
          {m.guest_import()}
        </ButtonLink>
        {guests.length > 0 && <TableFiles address={paths.guestList(id)} />}
      </div>
      {guests.length === 0 ? (
        <EmptyState picture="people" tone="sky" title={m.guests_empty()}>
          {m.guests_empty_text()}
        </EmptyState>
      ) : (
        <>
          <GuestTotals totals={countGuestReplies(guests)} />
          <GuestList guests={guests} back={back} />
        </>
      )}
      {(openDialog === 'new' || guest) && (
        <GuestDialog
          key={openDialog}
          guest={guest}
          back={back}
          answer={actionData?.refused && actionData}
          replyUrl={guest && site.url + withLanguage(paths.reply(guest.token), guest.language)}
          language={language}
        />
      )}
      {openDialog === 'import' && <GuestImportDialog back={back} answer={actionData} />}
    </HostPageFrame>
  )
}

/** How many people are on the list, come, don't come, and have not answered. */
function GuestTotals({ totals }: { totals: ReplyTotals }) {
  const counts = [
    { value: totals.total, label: m.guests_total() },
    { value: totals.coming, label: m.guests_coming() },
    { value: totals.notComing, label: m.guests_not_coming() },
    { value: totals.unanswered, label: m.guests_unanswered() },
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 border-y border-line py-5 sm:grid-cols-4">
      {counts.map(({ value, label }) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-sm text-soft">{label}</dt>
          <dd className="font-serif text-2xl tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The guests, each with a link to their dialog. */
function GuestList({ guests, back }: { guests: GuestView[]; back: string }) {
  return (
    <ul className="divide-y divide-line">
      {guests.map(guest => (
        <li key={guest.id} className="grid gap-x-6 gap-y-1 py-4 sm:grid-cols-[1fr_auto] sm:items-center">
          <div className="min-w-0">
            <p className="font-semibold">
              <Link to={`${back}?guest=${guest.id}`} preventScrollReset variant="text">
                {guest.name || guest.email}
              </Link>
              {guest.people > 1 && (
                <span className="font-normal text-soft">
                  &nbsp;· {m.guest_people_count({ count: guest.people })}
                </span>
              )}
            </p>
            <p className="text-sm text-soft">
              {[guest.name && guest.email, formatPhone(guest.phone ?? '')].filter(Boolean).join('\u00a0· ')}
            </p>
            {guest.notes && <p className="text-sm text-soft">{guest.notes}</p>}
            {guest.word && <p className="mt-1 font-serif text-lg whitespace-pre-line">{guest.word}</p>}
          </div>
          <ReplyStatus guest={guest} />
        </li>
      ))}
    </ul>
  )
}

function ReplyStatus({ guest }: { guest: GuestView }) {
  if (guest.reply === 'coming')
    return <p className="text-sm font-semibold text-olive">{m.guest_coming({ count: guest.coming })}</p>
  if (guest.reply === 'not_coming')
    return <p className="text-sm font-semibold text-pomegranate">{m.guest_not_coming()}</p>
  return (
    <p className="text-sm text-soft">{guest.invited ? m.guest_reply_pending() : m.guest_not_invited()}</p>
  )
}

interface ImportAnswer {
  values: Record<string, string>
  preview: GuestImportLine[] | null
  refused?: PageError | undefined
}

/** A pasted list or a file: checked first, with the errors beside each line, and imported by a second button. */
function GuestImportDialog({ back, answer }: { back: string; answer: ImportAnswer | undefined }) {
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
