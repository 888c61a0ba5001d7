import { Form } from 'react-router'
import { paths } from '../../../base/paths.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { ErrorSummary } from '../../../ui/form/error-summary.tsx'
import { LanguageInput } from '../../../ui/form/language-input.tsx'
import { useIsSubmitting } from '../../../ui/form/submission.ts'
import { Select, TextField } from '../../../ui/form/text-field.tsx'
import { useValidatedForm } from '../../../ui/form/validated-form.ts'
import { registrySearchBox, registrySearchForm, searchRegistries } from '../contract.ts'
import type { FindRegistryValues } from './registry-search-query.ts'

type FieldErrors = Record<string, string> | null

/** One box that understands names, places, events, dates and codes (R230). */
export function FindRegistryBox({ typed, fieldErrors }: { typed: string; fieldErrors: FieldErrors }) {
  const form = useValidatedForm({
    endpoint: searchRegistries,
    schema: registrySearchBox,
    fieldErrors,
  })
  return (
    <Form
      aria-label={m.find_title()}
      key={typed}
      action={paths.findRegistry()}
      role="search"
      className="flex flex-col gap-3 sm:flex-row sm:items-start"
      {...form.props}
    >
      <LanguageInput />
      <TextField
        label={m.find_box_label()}
        help={m.find_box_help()}
        name="q"
        type="search"
        autoComplete="off"
        defaultValue={typed}
        error={form.error('q')}
        className="flex-1"
      />
      <SubmitButton className="sm:mt-7.5 sm:min-h-12" />
    </Form>
  )
}

interface Choices {
  types: { slug: string; name: string }[]
  /** From January to December. */
  months: string[]
  years: number[]
}

/** Name, city, event type (always chosen), month and year (R230). */
export function FindRegistryForm(props: {
  values: FindRegistryValues
  choices: Choices
  fieldErrors: FieldErrors
}) {
  const { values, choices, fieldErrors } = props
  const form = useValidatedForm({
    endpoint: searchRegistries,
    schema: registrySearchForm,
    fieldErrors,
  })
  const field = (name: keyof FindRegistryValues) => ({
    name,
    defaultValue: values[name] ?? '',
    error: form.error(name),
  })
  return (
    <div className="self-start rounded-tile border border-line bg-card p-6">
      <h2 id="find-by-event" className="text-2xl">
        {m.find_by_event()}
      </h2>
      <Form
        aria-labelledby="find-by-event"
        key={JSON.stringify(values)}
        action={paths.findRegistry()}
        className="mt-5 flex flex-col gap-5"
        {...form.props}
      >
        <LanguageInput />
        <ErrorSummary {...form.summary} />
        <TextField label={m.find_name_label()} {...field('name')} />
        <TextField label={m.find_city_label()} {...field('city')} />
        <Select
          label={m.find_type_label()}
          emptyLabel={m.find_type_empty()}
          options={choices.types.map(({ slug, name }) => ({ value: slug, label: name }))}
          {...field('type')}
        />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-4">
          <Select
            label={m.find_month_label()}
            emptyLabel={m.find_month_any()}
            options={choices.months.map((label, index) => ({ value: String(index + 1), label }))}
            {...field('month')}
          />
          <Select
            label={m.find_year_label()}
            emptyLabel={m.find_year_any()}
            options={choices.years.map(year => ({ value: String(year), label: String(year) }))}
            {...field('year')}
          />
        </div>
        <SubmitButton kind="outline" />
      </Form>
    </div>
  )
}

function SubmitButton(props: { kind?: 'primary' | 'outline'; className?: string }) {
  const isBusy = useIsSubmitting()
  return (
    <Button type="submit" size="large" busy={isBusy} {...props}>
      {m.find_submit()}
    </Button>
  )
}
