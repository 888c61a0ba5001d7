import { paths } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { Button, ButtonLink } from '../../ui/form/button.tsx'
import { DateField } from '../../ui/form/date-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useIsSubmitting } from '../../ui/form/submission.ts'
import { EmptyState } from '../../ui/list/list-parts.tsx'
import { PageDialog } from '../../ui/overlay/page-dialog.tsx'
import { DayText } from '../../ui/text/formatted-text.tsx'
import type { RegistryView } from '../registry.contract.ts'

interface FormProps {
  id: string
  fieldErrors: Record<string, string> | undefined
  values: Record<string, string> | undefined
}

/** Switches surprise mode on (R221), until a day if the hosts choose one. */
export function SurpriseForm({ id, fieldErrors, values }: FormProps) {
  const isBusy = useIsSubmitting()
  return (
    <section
      id="surprise"
      aria-labelledby="surprise-title"
      className="no-print mt-16 max-w-2xl scroll-mt-24 rounded-tile border border-line bg-card p-6"
    >
      <h2 id="surprise-title" className="text-2xl">
        {m.surprise_title()}
      </h2>
      <p className="mt-2">{m.surprise_text()}</p>
      <p className="mt-1 text-sm text-soft">{m.surprise_locked()}</p>
      <Form
        aria-label={m.surprise_on()}
        method="post"
        key={id}
        className="mt-5 flex flex-col items-start gap-5"
        preventScrollReset
      >
        <input type="hidden" name="intent" value="surprise" />
        <DateField
          label={m.surprise_day_label()}
          name="reveal_day"
          optional
          help={m.surprise_day_help()}
          defaultValue={values?.reveal_day ?? ''}
          error={fieldErrors?.reveal_day}
        />
        <Button type="submit" kind="outline" busy={isBusy}>
          {m.surprise_on()}
        </Button>
      </Form>
    </section>
  )
}

export function SurpriseNotice({ registry }: { registry: RegistryView }) {
  return (
    <section id="surprise" className="scroll-mt-24">
      <EmptyState
        tone="rose"
        title={m.surprise_hidden()}
        action={
          <ButtonLink to={`${paths.registryGifts(registry.id)}?reveal=1`} kind="outline" preventScrollReset>
            {m.surprise_off()}
          </ButtonLink>
        }
      >
        <p>{m.surprise_hidden_text()}</p>
        {registry.reveal_day && (
          <p className="mt-1 font-semibold text-ink">
            {m.surprise_until()} <DayText day={registry.reveal_day} />
          </p>
        )}
        <p className="mt-1 text-sm">{m.surprise_locked()}</p>
      </EmptyState>
    </section>
  )
}

export function RevealDialog({ registry }: { registry: RegistryView }) {
  const isBusy = useIsSubmitting()
  const back = paths.registryGifts(registry.id)
  return (
    <PageDialog labelledBy="reveal-title" back={back}>
      <div className="flex flex-col gap-4">
        <h2 id="reveal-title" className="pr-12 text-2xl">
          {m.surprise_off_title()}
        </h2>
        <p>{m.surprise_off_text()}</p>
        <Form role="presentation" method="post" action={back} className="dialog-actions">
          <input type="hidden" name="intent" value="reveal" />
          <Button type="submit" busy={isBusy}>
            {m.surprise_off()}
          </Button>
          <ButtonLink to={back} kind="outline" preventScrollReset>
            {m.ui_cancel()}
          </ButtonLink>
        </Form>
      </div>
    </PageDialog>
  )
}
