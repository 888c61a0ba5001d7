import type { ComponentProps, ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Day } from '../../../base/dates.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../ui/form/button.tsx'
import { DateField } from '../../../ui/form/date-field.tsx'
import type { FieldProps } from '../../../ui/form/field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Select, TextField } from '../../../ui/form/text-field.tsx'
import { TableFiles } from '../../../ui/page/table-files.tsx'
import { StaffPage } from './staff-frame.tsx'
import { type ListProps, StaffList } from './staff-table.tsx'

/** A list of the console, declared once: its page, the form of its filters and its file come from it. */
export interface StaffListing<Row> extends Omit<ListProps<Row>, 'label' | 'rows'> {
  title: string
  /** The address of its file. */
  file?: string
  filters?: ListFilters
}

export interface ListFilters {
  label: string
  fields: ListFilter[]
  /** Names of what else the form keeps of the query. */
  hidden?: string[]
  submit?: string
  className?: string
}

/** A field of that name in the query; `options` are those of a choice, whose first, `emptyLabel`, chooses none. */
export interface ListFilter extends Omit<FieldProps, 'error'> {
  kind: 'choice' | 'day' | 'search' | 'text'
  options?: { value: string; label: string }[]
  emptyLabel?: string
  max?: Day
  maxLength?: number
}

type PageProps = Omit<ComponentProps<typeof StaffPage>, 'title' | 'children'>

interface FrameProps extends PageProps, Pick<StaffListing<never>, 'title' | 'file' | 'filters'> {
  /** Above the filters. */
  tabs?: ReactNode
  /** The values of the filters, which the file keeps, and what is wrong with them. */
  query?: Record<string, string>
  errors?: Record<string, string>
  children?: ReactNode
}

/** The page of a list, with its file beside the title and its filters above what is shown of it. */
export function ListFrame(props: FrameProps) {
  const { title, lead, back, file, filters, query = {}, errors = {}, tabs, children } = props
  const aside = props.aside ?? (file && <TableFiles address={file} query={query} />)
  return (
    <StaffPage title={title} lead={lead} back={back} aside={aside}>
      {tabs}
      {filters && <FilterForm {...filters} query={query} errors={errors} />}
      {children}
    </StaffPage>
  )
}

/** The page of a list that is one table; `children` stand below it. */
export function StaffListPage<Row>(
  props: FrameProps & Omit<ListProps<Row>, 'label'> & { next?: string | number | null; cursor?: string },
) {
  return (
    <ListFrame {...props}>
      <StaffList {...props} label={props.title} />
      {props.children}
    </ListFrame>
  )
}

function FilterForm(props: ListFilters & { query: Record<string, string>; errors: Record<string, string> }) {
  const {
    label,
    fields,
    hidden = [],
    submit = m.common_show(),
    className = 'field-row',
    query,
    errors,
  } = props
  return (
    <Form
      key={JSON.stringify(query)}
      action={useLocation().pathname}
      aria-label={label}
      className={className}
    >
      {hidden.map(name => (
        <input key={name} type="hidden" name={name} value={query[name]} />
      ))}
      {fields.map(field => (
        <FilterField
          key={field.name}
          {...field}
          defaultValue={query[field.name] ?? ''}
          error={errors[field.name] ?? null}
        />
      ))}
      <Button type="submit" kind="outline">
        {submit}
      </Button>
    </Form>
  )
}

function FilterField(props: ListFilter & { defaultValue: string; error: string | null }) {
  const { kind, options = [], emptyLabel, max, maxLength, ...field } = props
  if (kind === 'choice') return <Select {...field} options={options} emptyLabel={emptyLabel} />
  if (kind === 'day') return <DateField {...field} max={max} />
  const autoComplete = kind === 'text' ? 'off' : undefined
  return <TextField {...field} type={kind} maxLength={maxLength} autoComplete={autoComplete} />
}
